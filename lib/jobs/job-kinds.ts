import { longestList } from '../api/links/contract.ts';
import type { ServiceLink } from '../api/links/operations.ts';
import { leavesUnsettled } from '../batch/batch.ts';
import type { Connection } from '../connection/service.ts';
import type { Reason } from '../failures/contract.ts';
import { interrupted } from '../failures/interrupted.ts';
import type { Failure } from '../failures/schema.ts';
import { type CreatedAttempt, failureOf, isCreated } from '../history/outcome.ts';
import { settleWithRetry } from '../history/settling.ts';
import type { Attempt, Journal } from '../history/types.ts';
import type { LinkChanger } from '../managing/link-changer.ts';
import { featuresOf } from '../settings/connection-info.ts';
import { readSettingsOrDefaults } from '../settings/settings.ts';
import { type CreationRequest, newAttempt, refusedAttempt } from '../shortening/new-attempt.ts';
import type { Shortener } from '../shortening/shortening.ts';
import { expiryOf, validityUntil } from '../validity/validity.ts';
import { isUnknown, isUnsettled, requestOf } from './job.ts';
import type { JobKind, JobKinds } from './job-runner.ts';

/** How many requests that create links are pending at the same time. The rate limits of services count them. */
export const maxPending = 3;

interface KindDeps {
  changer: Pick<LinkChanger, 'change'>;
  shortener: Pick<Shortener, 'shorten' | 'findAttempt'>;
  journal: Pick<Journal, 'find' | 'findByShortLink' | 'settle' | 'remove'>;
  /** The connection with this id; null if there is none. */
  connection(id: string): Promise<Pick<Connection, 'listLinks' | 'serviceTime'> | null>;
  now?: () => number;
}

/** A link that expires sooner is not moved. */
export const minTimeLeftSeconds = 60;

export const isMovable = (attempt: Attempt | null, nowMs: number): attempt is CreatedAttempt =>
  attempt !== null && isCreated(attempt) && attempt.expiresAt > nowMs / 1000 + minTimeLeftSeconds;

/**
 * Reasons that stop other jobs, since all their items have the same validity; in a move, they concern one link only, as does one
 * that has expired or was removed meanwhile.
 */
const singleLinkReasons: readonly Reason[] = [
  'validity-invalid',
  'validity-not-allowed',
  'link-does-not-exist',
];

const isOfOneLink = ({ reason }: Failure): boolean => singleLinkReasons.includes(reason);

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
    isOfOneItem: isOfOneLink,
    pending: ({ id }) =>
      newAttempt({ id, link: '', title: '', validity: validityUntil(0), private: false, shown: true }),

    async send({ id, input: { oldId } }, { to }) {
      const old = await journal.find(oldId);
      if (!isMovable(old, now())) {
        const { link = '', title = '', validity = validityUntil(0) } = old ?? {};
        return refusedAttempt({ id, link, title, validity, private: false }, 'link-does-not-exist');
      }
      // Stored before the request is sent, so that a later move can find out whether this one created a link.
      await journal.settle(oldId, { movedTo: { id } });
      const attempt = await createAgain(old, id, to);
      if (isCreated(attempt)) await settleMoved(oldId, attempt);
      return attempt;
    },

    isUnsettled(attempt) {
      if (isCreated(attempt)) return false;
      const failed = failureOf(attempt);
      const isSentAgain = leavesUnsettled(failed) || failed.reason === 'ending-taken';
      return failed.hadEffect === 'no' && !isOfOneLink(failed) && isSentAgain;
    },

    async recover({ id, input: { oldId } }) {
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
          await settleMoved(item.input.oldId, { id: attempt.id, shortLink });
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
  isUnsettled,

  async send({ input: { attemptId, change } }, { private: isPrivate }) {
    const outcome = await changer.change({ id: attemptId, private: isPrivate, change });
    if (outcome.ok) return outcome.attempt;
    const { failure } = outcome;
    const found = await shortener.findAttempt(attemptId, isPrivate);
    const { link = '', title = '', validity = validityUntil(0) } = found ?? {};
    const attempt = found ?? newAttempt({ id: attemptId, link, title, validity, private: isPrivate });
    return { ...attempt, state: failure.hadEffect === 'no' ? 'failed' : 'unknown', failure };
  },

  async recover({ input: { attemptId } }, { startedAt, private: isPrivate }) {
    const found = await shortener.findAttempt(attemptId, isPrivate);
    // A link that was changed since the job began is not changed again.
    if (!found?.change || found.change.at < startedAt) return null;
    const { state, failure = interrupted } = found.change;
    return state === 'done' ? found : { ...found, state: 'unknown', failure };
  },
});

/** What each kind of job does with an item. */
export const createJobKinds = (deps: KindDeps): JobKinds => ({
  shorten: {
    maxPending,
    isUnsettled,
    pending: (item, job) => newAttempt(requestOf(item, job)),
    send: (item, job) => deps.shortener.shorten(requestOf(item, job)),
  },
  move: createMoveKind(deps),
  change: createChangeKind(deps),
});
