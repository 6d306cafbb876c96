import { longestList } from '../api/links/contract.ts';
import type { ServiceLink } from '../api/links/operations.ts';
import type { Connection } from '../connection/service.ts';
import type { Reason } from '../failures/contract.ts';
import { logAndReturn } from '../errors/error-log.ts';
import { interrupted } from '../failures/interrupted.ts';
import type { Failure } from '../failures/schema.ts';
import { type CreatedAttempt, isCreated } from '../history/outcome.ts';
import { settleWithRetry } from '../history/settling.ts';
import type { Attempt, Journal } from '../history/types.ts';
import type { LinkChanger } from '../managing/link-changer.ts';
import type { LinkLoader } from '../managing/link-loader.ts';
import { featuresOf } from '../settings/connection-info.ts';
import { readSettingsOrDefaults } from '../settings/settings.ts';
import { type CreationRequest, newAttempt, refusedAttempt } from '../shortening/new-attempt.ts';
import type { Shortener } from '../shortening/shortening.ts';
import { expiryOf, validityUntil } from '../validity/validity.ts';
import { isUnknown, type ItemOf, type Job, type JobOf, type LoadedList, type Outcome } from './job.ts';
import { exclusionOf, isMovable } from './moving.ts';
import { secondsUntilRetry } from './paced-run.ts';

/** An item with the id that the background has chosen for it. */
export type Item<Name extends Job['kind']> = ItemOf<Name> & { id: string };

/** What a kind of job does with its items. */
export interface JobKind<Name extends Job['kind']> {
  /** How many items are sent at the same time. The rate limits of services count them. */
  maxPending: number;
  /**
   * The attempt of an item that creates a link, while it is being sent; it is removed if its outcome says nothing of the item. Without
   * it, an item has no attempt of its own.
   */
  pending?(item: Item<Name>, job: JobOf<Name>): Attempt;
  /**
   * Sends an item. Resolves with its attempt; rejects if the history cannot be read or written, and has sent nothing then.
   * `answered` is called when a link was created that is not yet in the history; `before`: the part of a list that is loaded.
   */
  send(
    item: Item<Name>,
    job: JobOf<Name>,
    options: { answered(): void; before: Outcome },
  ): Promise<NonNullable<Outcome>>;
  /** What became of an item before the background was stopped. */
  recover(item: Item<Name>, job: JobOf<Name>): Promise<Outcome>;
  /** Whether a failure concerns its item only, which has failed then: the job goes on after it in any case. */
  isOfOneItem?(failure: Failure): boolean;
  /** Whether another failure than those of any job says nothing of its item, which is sent again. */
  isSentAgain?(failure: Failure): boolean;
  /** Called after all were sent: finds out what else became of them. */
  settle?(job: JobOf<Name>, outcomes: readonly Outcome[]): Promise<Outcome[]>;
}

export type JobKinds = { [Name in Job['kind']]: JobKind<Name> };

/** How many requests that create links are pending at the same time. The rate limits of services count them. */
const maxPending = 3;

interface KindDeps {
  changer: Pick<LinkChanger, 'change'>;
  loader: Pick<LinkLoader, 'load'>;
  shortener: Pick<Shortener, 'shorten' | 'findAttempt'>;
  journal: Pick<Journal, 'find' | 'findByShortLink' | 'settle' | 'remove'>;
  /** The connection with this id; null if there is none. */
  connection(id: string): Promise<Pick<Connection, 'listLinks' | 'serviceTime'> | null>;
  now?: () => number;
}

/** Stands for the request of an item that has no link of its own, or whose entry is no longer in the history. */
const withoutLink = (id: string): CreationRequest => ({
  id,
  link: '',
  title: '',
  validity: { kind: 'never' },
  private: false,
});

/**
 * Reasons that stop other jobs, since all their items have the same validity; in a move, they concern one link only, as does one
 * that has expired or was removed meanwhile.
 */
const singleLinkReasons: readonly Reason[] = [
  'validity-invalid',
  'validity-not-allowed',
  'link-does-not-exist',
];

/** The request that creates a link again for another connection, with the time that it has left. */
const requestFor = (
  old: CreatedAttempt,
  { id, to, ending }: { id: string; to: string; ending: string | undefined },
): CreationRequest => {
  const { link, title, expiresAt, note } = old;
  return {
    id,
    link,
    title,
    validity: validityUntil(expiresAt),
    private: false,
    another: true,
    connection: to,
    ending,
    note,
    movedFrom: old,
    shown: true,
  };
};

/** Pages of a service's list that are read to find the links of a move: 10,000 links. */
const maxPages = 20;

/** How much older than its request a link may seem, since clocks are read at different moments. */
const clockToleranceSeconds = 60;

/** Creates links again at another connection. A link whose outcome is unknown is not sent again. */
const createMoveKind = ({ shortener, journal, connection, now = Date.now }: KindDeps): JobKind<'move'> => {
  const settleMoved = (oldId: string, { id, shortLink }: Pick<Attempt, 'id' | 'shortLink'>): Promise<void> =>
    settleWithRetry(journal, oldId, { movedTo: { id, shortLink } });

  /** Creates a link again, without its ending if that is taken. */
  const createAgain = async (old: CreatedAttempt, id: string, to: string): Promise<Attempt> => {
    const { connections } = await readSettingsOrDefaults();
    const ending = featuresOf(connections, to).includes('ending') ? old.ending : undefined;
    const attempt = await shortener.shorten(requestFor(old, { id, to, ending }));
    const { failure } = attempt;
    if (failure?.reason !== 'ending-taken' || failure.hadEffect !== 'no') return attempt;
    await journal.remove(id);
    return shortener.shorten(requestFor(old, { id, to, ending: undefined }));
  };

  return {
    maxPending,
    isOfOneItem: ({ reason }) => singleLinkReasons.includes(reason),
    // The background was stopped before it was sent without its ending.
    isSentAgain: ({ reason }) => reason === 'ending-taken',
    pending: ({ id }) => newAttempt({ ...withoutLink(id), shown: true }),

    async send({ id, oldId }, { from, to }) {
      const old = await journal.find(oldId);
      // The plan of its page may be older than another move.
      if (!isMovable(old, now()) || old.account !== from || (await exclusionOf(old, journal)))
        return refusedAttempt({ ...withoutLink(id), link: old?.link ?? '' }, 'link-does-not-exist');
      // Stored before the request is sent, so that a later move can find out whether this one created a link.
      await journal.settle(oldId, { movedTo: { id } });
      const attempt = await createAgain(old, id, to);
      if (isCreated(attempt)) await settleMoved(oldId, attempt);
      return attempt;
    },

    async recover({ id, oldId }) {
      const [old, next] = await Promise.all([journal.find(oldId), shortener.findAttempt(id, false)]);
      // The new attempt may be gone, or could not be removed after an earlier attempt had its link.
      if (old?.movedTo?.shortLink !== undefined)
        return (await journal.find(old.movedTo.id)) ?? { ...old, ...old.movedTo, state: 'created' };
      if (next?.state === 'created') await settleMoved(oldId, next);
      return next;
    },

    /**
     * Looks for the links of items whose outcome is unknown in the list of the service, if it has one: a link that leads to the
     * same address until the same time, was created since, and is in no entry of the history.
     */
    async settle({ to, items }, outcomes) {
      const settled = [...outcomes];
      const canList = featuresOf((await readSettingsOrDefaults()).connections, to).includes('manage');
      const connected = canList && outcomes.some(isUnknown) ? await connection(to) : null;
      if (!connected) return settled;

      const ahead = (await connected.serviceTime()) - now() / 1000;
      const findIndex = ({ link, expiresAt, createdAt }: ServiceLink): number =>
        settled.findIndex(
          (each) =>
            each?.state === 'unknown' &&
            each.link === link &&
            expiryOf(each.validity, createdAt) === expiresAt &&
            createdAt > each.createdAt / 1000 + ahead - clockToleranceSeconds,
        );
      let after: string | undefined;
      for (let page = 0; page < maxPages && settled.some(isUnknown); page += 1) {
        const answer = await connected.listLinks({ after, limit: longestList });
        if (!answer.ok) break;
        for (const { shortLink, ...found } of answer.links) {
          const index = findIndex(found);
          const [attempt, item] = [settled[index], items[index]];
          if (!attempt || !item || (await journal.findByShortLink(shortLink)).length > 0) continue;
          const { expiresAt } = found;
          const created = { state: 'created', shortLink, expiresAt, failure: undefined } as const;
          await journal.settle(attempt.id, created);
          settled[index] = { ...attempt, ...created };
          await settleMoved(item.oldId, { id: attempt.id, shortLink });
        }
        if (answer.next === null) break;
        after = answer.next;
      }
      return settled;
    },
  };
};

/** Changes links at the service, one after another. The outcome is the link after its change, or says why it is not changed. */
const createChangeKind = ({ changer, shortener }: KindDeps): JobKind<'change'> => ({
  maxPending: 1,

  async send({ id, attemptId, change }) {
    const outcome = await changer.change({ id: attemptId, private: false, change, item: id });
    if (outcome.ok) return outcome.attempt;
    const { failure } = outcome;
    const found = await shortener.findAttempt(attemptId, false).catch(logAndReturn(null));
    const attempt = found ?? newAttempt(withoutLink(attemptId));
    return { ...attempt, state: failure.hadEffect === 'no' ? 'failed' : 'unknown', failure };
  },

  async recover({ id, attemptId }, { startedAt }) {
    const found = await shortener.findAttempt(attemptId, false);
    // A link that was changed since the job began is not changed again.
    if (!found?.change || (found.change.item !== id && found.change.at < startedAt)) return null;
    const { state, item, failure = interrupted } = found.change;
    // After a change by hand, nobody knows whether this one was made before.
    return state === 'done' && item === id ? found : { ...found, state: 'unknown', failure };
  },
});

/** Pages of the list of a connection that are loaded: 100,000 links. A hostile service may list links without end. */
const maxLoadedPages = 200;

/** The most new entries that are shown as such. */
const maxShown = 500;

const nothingLoaded: LoadedList = { pages: [], loaded: 0, added: 0, ids: [], isEndless: false };

/** Adds the links of connections to the history, one page of a list after another. If one list fails, the others are loaded. */
const createLoadKind = ({ loader }: KindDeps): JobKind<'load'> => ({
  maxPending: 1,
  isOfOneItem: (failure) => secondsUntilRetry(failure) === null,
  // Each page is stored that is loaded.
  recover: () => Promise.resolve(null),

  async send({ id, connection }, _, { before }) {
    const { pages, ...list } = before?.list ?? nothingLoaded;
    const attempt = newAttempt({ ...withoutLink(id), connection });
    const page = await loader.load({ connection, after: pages.at(-1) });
    if (!page.ok) return { ...attempt, state: 'failed', failure: page.failure, list: { pages, ...list } };
    const { next } = page;
    const ids = [...list.ids, ...page.added];
    const loaded: LoadedList = {
      pages: next === null ? pages : [...pages, next],
      loaded: list.loaded + page.loaded,
      added: list.added + page.added.length,
      ids: ids.length > maxShown ? [] : ids,
      // A list that begins again would never end.
      isEndless: next !== null && (pages.includes(next) || pages.length + 1 >= maxLoadedPages),
    };
    return { ...attempt, state: next === null || loaded.isEndless ? 'created' : 'sending', list: loaded };
  },
});

/** The request for an item's short link. The page of its job shows the outcome, so the popup does not. */
const requestOf = (
  item: Item<'shorten'>,
  { validity, private: isPrivate }: JobOf<'shorten'>,
  answered?: () => void,
): CreationRequest => ({ ...item, validity, private: isPrivate, shown: true, answered });

/** What each kind of job does with an item. */
export const createJobKinds = (deps: KindDeps): JobKinds => ({
  shorten: {
    maxPending,
    pending: (item, job) => newAttempt(requestOf(item, job)),
    recover: (item, job) => deps.shortener.findAttempt(item.id, job.private),
    send: (item, job, { answered }) => deps.shortener.shorten(requestOf(item, job, answered)),
  },
  move: createMoveKind(deps),
  change: createChangeKind(deps),
  load: createLoadKind(deps),
});
