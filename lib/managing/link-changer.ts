import type { ServiceLink } from '../api/links/operations.ts';
import type { Connection } from '../connection/service.ts';
import { logError } from '../errors/error-log.ts';
import type { Reason } from '../failures/contract.ts';
import type { CallResult, Failed } from '../failures/schema.ts';
import { settleWithRetry, unwritableReason } from '../history/settling.ts';
import { type CreatedAttempt, isCreated } from '../history/outcome.ts';
import { type Attempt, type AttemptUpdate, journalFor, type Journals } from '../history/types.ts';
import { unreadableReason } from '../connection/account.ts';
import { featuresOf } from '../settings/connection-info.ts';
import { readSettingsOrDefaults } from '../settings/settings.ts';
import type { AttemptKey } from '../shortening/request.ts';
import { isOwnShortLink, journalsToSearch } from '../shortening/reuse.ts';
import { readLink } from '../url/link.ts';
import { extendedExpiry, isAllowedExtension } from './extension.ts';
import type { ChangeOutcome, ChangeRequest, RequestedChange } from './request.ts';

type ManagingConnection = Pick<Connection, 'id' | 'serviceTime' | 'changeLink' | 'deleteLink'>;

/** The connection with this id, or without one the default one. */
type FindConnection = (id?: string) => Promise<ManagingConnection | null>;

const refused = (reason: Reason): Failed => ({ ok: false, failure: { reason, hadEffect: 'no' } });

/** A time that has passed when the request arrives would be refused. */
const expireMarginSeconds = 1;

/** What the service says of a link, as its attempt stores it. An address that cannot be shortened is not taken over. */
export const fieldsOf = ({ link, expiresAt, opens, limit }: ServiceLink): AttemptUpdate => {
  const read = readLink(link);
  return {
    expiresAt,
    ...(read.ok && { link: read.link }),
    ...(opens && { opens }),
    ...(limit !== undefined && { limit }),
  };
};

/** Resolves with the change as it is sent, or with why it is refused. */
const prepare = async (
  attempt: CreatedAttempt,
  { change, private: isPrivate }: ChangeRequest,
  journals: Journals,
): Promise<CallResult<{ change: RequestedChange }>> => {
  const { connections, offered } = await readSettingsOrDefaults();
  const features = featuresOf(connections, attempt.account);
  if (!features.includes('manage')) return refused('not-offered');
  if (change.kind === 'extend' && !isAllowedExtension(attempt, change.extension, offered))
    return refused('validity-not-allowed');
  if (change.kind !== 'address') return { ok: true, change };

  if (!features.includes('edit')) return refused('not-offered');
  const read = readLink(change.link);
  if (!read.ok) return refused(read.reason);
  if (await isOwnShortLink(read.link, journalsToSearch(journals, isPrivate))) return refused('already-short');
  return { ok: true, change: { ...change, link: read.link } };
};

/** Sends a change; resolves with the fields of the attempt that it changed. */
const sendChange = async (
  { shortLink, ...attempt }: CreatedAttempt,
  change: RequestedChange,
  connection: ManagingConnection,
): Promise<CallResult<{ fields: AttemptUpdate }>> => {
  if (change.kind === 'delete') {
    const deleted = await connection.deleteLink(shortLink);
    if (!deleted.ok) return deleted;
    return { ok: true, fields: { expiresAt: Math.min(attempt.expiresAt, await connection.serviceTime()) } };
  }
  const answer = await connection.changeLink(
    shortLink,
    change.kind === 'address'
      ? { link: change.link }
      : {
          expiresAt: (serviceSeconds) =>
            change.kind === 'expire'
              ? serviceSeconds + expireMarginSeconds
              : extendedExpiry(attempt, change.extension, serviceSeconds),
        },
  );
  if (!answer.ok) return answer;
  const fields = fieldsOf(answer.link);
  // The service accepts only a later time. For the person, the link has expired now.
  if (change.kind === 'expire')
    fields.expiresAt = Math.min(answer.link.expiresAt, await connection.serviceTime());
  return { ok: true, fields };
};

/** The connection that created the link, if it is still there. */
const connectionFor = async (
  attempt: Attempt,
  find: FindConnection,
): Promise<CallResult<{ connection: ManagingConnection }>> => {
  try {
    const connection = attempt.account === undefined ? null : await find(attempt.account);
    if (connection) return { ok: true, connection };
    return refused((await find()) ? 'other-account' : 'not-connected');
  } catch (error) {
    logError(error);
    return refused(unreadableReason(error));
  }
};

/**
 * Changes links at the service, each change written to the journal before it is sent and settled after. Every problem is
 * an outcome. Changes of one link run one after another.
 */
export const createLinkChanger = ({
  connection: findConnection,
  journals,
  recover,
  now = Date.now,
}: {
  connection: FindConnection;
  journals: Journals;
  /** Resolves when no change of an earlier worker is "sending"; one that began before would become "unknown". */
  recover(): Promise<unknown>;
  now?: () => number;
}) => {
  const changeNow = async (request: ChangeRequest): Promise<ChangeOutcome> => {
    const { id } = request;
    const journal = journalFor(journals, request.private);
    await recover();
    const attempt = await journal.find(id);
    if (!attempt || !isCreated(attempt)) return refused('link-does-not-exist');
    const connected = await connectionFor(attempt, findConnection);
    if (!connected.ok) return connected;
    const prepared = await prepare(attempt, request, journals);
    if (!prepared.ok) return prepared;

    const change = { kind: request.change.kind, at: now(), item: request.item };
    try {
      await journal.settle(id, { change: { ...change, state: 'sending' } });
    } catch (error) {
      return refused(unwritableReason(error));
    }
    const sent = await sendChange(attempt, prepared.change, connected.connection);
    if (sent.ok) {
      const fields: AttemptUpdate = { ...sent.fields, change: { ...change, state: 'done' } };
      await settleWithRetry(journal, id, fields);
      return { ok: true, attempt: { ...attempt, ...fields } };
    }
    const { failure } = sent;
    const isUnchanged = failure.hadEffect === 'no';
    await settleWithRetry(journal, id, {
      change: isUnchanged ? attempt.change : { ...change, state: 'unknown', failure },
    });
    return sent;
  };

  /** Never rejects. */
  const change = (request: ChangeRequest): Promise<ChangeOutcome> =>
    navigator.locks.request(`link-${request.id}`, () =>
      changeNow(request).catch((error: unknown) => refused(unwritableReason(error))),
    );

  return {
    change,
    /** Deletes a link that was just created where the service can, else removes it from the history. Never rejects. */
    async undo({ id, private: isPrivate }: AttemptKey): Promise<ChangeOutcome> {
      const deleted = await change({ id, private: isPrivate, change: { kind: 'delete' } });
      const cannotDelete: readonly Reason[] = ['not-offered', 'other-account'];
      if (deleted.ok || !cannotDelete.includes(deleted.failure.reason)) return deleted;
      const journal = journalFor(journals, isPrivate);
      try {
        const attempt = await journal.find(id);
        if (!attempt) return refused('link-does-not-exist');
        await journal.remove(id);
        return { ok: true, attempt: { ...attempt, change: { kind: 'remove', state: 'done', at: now() } } };
      } catch (error) {
        return refused(unwritableReason(error));
      }
    },
  };
};

export type LinkChanger = ReturnType<typeof createLinkChanger>;
