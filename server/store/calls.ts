import * as z from 'zod/mini';
import {
  applicationOrNone,
  countRow,
  dayOf,
  linkGrace,
  linkRow,
  namedApplicationRow,
  ownedLinkRow,
  packageRow,
  type Store,
  tokenOwnerOf,
} from './contract.ts';
import {
  auditLifetime,
  type AuditLine,
  auditRow,
  operatorLinkRow,
  sessionRow,
  targetHost,
  verifiedBackupRow,
  week,
} from './operator-contract.ts';
import { namedPersonRow, noKeyHash, personRow } from './people-contract.ts';
import type { Awaitable } from './awaitable.ts';
import type { SharedStatement } from './statements.ts';

type Rows = readonly unknown[];

/** A statement and its parameters. */
export type Step = readonly [
  statement: SharedStatement,
  ...values: readonly (string | number | Uint8Array | null)[],
];

/** Steps of a transaction: each yield returns the rows of its step. */
type Steps<T> = Generator<Step, T, Rows>;

/**
 * How a store carries out the statements that are the same in every store. What may be `repeated` is sent again after a lost
 * connection, when nobody knows whether it was carried out.
 */
export interface SharedSql {
  repeated: (...step: Step) => Awaitable<Rows>;
  once: (...step: Step) => Awaitable<Rows>;
  /**
   * Carries out all steps or none. They are a generator, as SQLite has one connection: during an async function, other requests
   * would be answered within its transaction.
   */
  transaction: <T>(steps: () => Steps<T>, mayRepeat: boolean) => Awaitable<T>;
}

/** The calls that every store carries out by the same statements. */
type SharedCalls = Omit<Store, 'findLink' | 'findEnding' | 'addLink' | 'countCall' | 'health' | 'close'>;

/** The calls of requests go by `requests`, and those of the operator's commands and page by `operator`. */
export const sharedCalls = (requests: SharedSql, operator: SharedSql): SharedCalls => ({
  ...requestCalls(requests),
  ...peopleCalls(requests),
  ...adminCalls(operator),
  ...operatorCalls(operator),
});

const first = <T>(row: z.ZodMiniType<T>, rows: Rows) => z.optional(row).parse(rows[0]);
const all = <T>(row: z.ZodMiniType<T>, rows: Rows) => z.array(row).parse(rows);

const idRow = z.object({ id: z.string() });
const numberedRow = z.object({ id: z.int() });

const listOf = (ids: readonly string[]) => JSON.stringify(ids.map((id) => ({ id })));

type NewLine = Partial<AuditLine> & Pick<AuditLine, 'via' | 'action'>;

/** Writes a line into the audit log; a missing field does not apply. */
const addLine = (line: NewLine): Step => {
  const {
    via,
    who = '',
    action,
    linkId = '',
    secretId = '',
    linkCount = null,
    host = '',
    reason = '',
  } = line;
  return ['addLine', via, who, action, linkId, secretId, linkCount, host, reason];
};

function requestCalls({ repeated, once, transaction }: SharedSql) {
  /** A link that had expired by then is there no more. */
  const graceStart = (now: number) => Math.floor(now) - linkGrace;

  return {
    findApplication: async (secretId) => {
      // PostgreSQL has no text with this character, and answers with an error.
      if (secretId.includes('\0')) return undefined;
      const rows = await repeated('findApplication', secretId, noKeyHash);
      const { storedId, ...row } = applicationOrNone.parse(rows[0]);
      return storedId === null ? undefined : { secretId, ...row };
    },
    addToken: async ({ hash, secretId, keyHash, expiresAt }) => {
      await repeated('addToken', hash, secretId, keyHash, expiresAt);
    },
    findTokenOwner: async (hash, now) =>
      tokenOwnerOf((await repeated('findTokenOwner', hash, Math.floor(now)))[0]),
    openLink: async (id, now) => first(linkRow, await once('openLink', id, Math.floor(now), dayOf(now))),
    addOpens: async (opens) => {
      await once('addOpens', JSON.stringify(opens));
    },
    readLink: async ({ id, secretId }, now) =>
      first(ownedLinkRow, await repeated('readLink', id, secretId, graceStart(now))),
    changeLink: ({ id, secretId, link, expiresAt }, now) =>
      transaction(function* () {
        const key = [id, secretId, graceStart(now)] as const;
        const changed = link === undefined ? [] : yield ['changeAddress', ...key, link, targetHost(link)];
        if (changed.length > 0) yield addLine({ via: 'api', action: 'link-changed', linkId: id, secretId });
        const rows =
          expiresAt === undefined ? yield ['readLink', ...key] : yield ['changeExpiry', ...key, expiresAt];
        return first(ownedLinkRow, rows);
      }, true),
    deleteLink: async ({ id, secretId }, now) =>
      (await repeated('deleteLink', id, secretId, graceStart(now), Math.floor(now))).length === 1,
    listOwnLinks: async (secretId, { after, pageSize }, now) =>
      all(ownedLinkRow, await repeated('listOwnLinks', secretId, after, graceStart(now), pageSize)),
    verifiedBackupAt: async () =>
      verifiedBackupRow.parse((await repeated('verifiedBackupAt'))[0]).at ?? undefined,
  } satisfies Partial<Store>;
}

function peopleCalls({ repeated, once, transaction }: SharedSql) {
  return {
    findPerson: async ({ issuer, subject }) =>
      first(personRow, await repeated('findPerson', issuer, subject)),
    findOwner: async (secretId) => first(personRow, await repeated('findOwner', secretId)),
    claimPerson: async (secretId, now) => (await once('claimPerson', secretId, Math.floor(now))).length === 1,
    addPerson: async ({ issuer, subject, secretId }, now) => {
      await repeated('addPerson', issuer, subject, secretId, Math.floor(now));
    },
    updatePerson: ({ secretId, name, perSecond, perMinute, refreshToken }, now) =>
      transaction(function* () {
        yield ['updatePerson', secretId, refreshToken, Math.floor(now)];
        yield ['updateApplication', secretId, name, perSecond, perMinute];
      }, true),
    // The row of the person is changed first, as in refusePerson: a refusal meanwhile wins.
    setPersonKey: ({ secretId, state = null, since = null }, keyHash, now) =>
      transaction(function* () {
        const next = keyHash ? 'connected' : 'disconnected';
        const hash = keyHash ?? noKeyHash;
        const changed = yield ['setState', secretId, next, Math.floor(now), state, since, hash];
        if (changed.length === 0) return false;
        if ((yield ['setKey', secretId, hash]).length > 0)
          yield addLine({ via: 'person', action: keyHash ? 'key-created' : 'key-revoked', secretId });
        return true;
      }, true),
    signOut: async (secretId) => {
      await repeated('signOut', secretId);
    },
    renewPerson: async ({ secretId, refreshToken }, to) => {
      await repeated('renewPerson', secretId, refreshToken, to);
    },
    refusePerson: ({ secretId, refreshToken }, now) =>
      transaction(function* () {
        if ((yield ['refusePerson', secretId, refreshToken, Math.floor(now)]).length === 0) return false;
        yield ['setKey', secretId, noKeyHash];
        yield addLine({ via: 'provider', action: 'key-revoked', secretId });
        return true;
      }, true),
    removePerson: (secretId) =>
      transaction(function* () {
        if ((yield ['removePerson', secretId]).length === 0) return false;
        yield ['removeApplication', secretId];
        yield addLine({ via: 'admin', action: 'person-removed', secretId });
        return true;
      }, false),
  } satisfies Partial<Store>;
}

function adminCalls({ repeated, once, transaction }: SharedSql) {
  return {
    addApplication: ({ secretId, name = '', keyHash, perSecond, perMinute, via = 'admin' }, packages) =>
      transaction(function* () {
        yield ['addApplication', secretId, keyHash, perSecond, perMinute, name];
        for (const { total, startsAt, expiresAt } of packages)
          yield ['addPackage', secretId, total, startsAt, expiresAt];
        yield addLine({ via, action: 'application-added', secretId });
      }, false),
    removeApplication: (secretId, reason = '') =>
      transaction(function* () {
        yield ['markPersonRemoved', secretId];
        if ((yield ['removeApplication', secretId]).length === 0) return false;
        yield addLine({ via: 'admin', action: 'application-revoked', secretId, reason });
        return true;
      }, false),
    countApplications: async () => countRow.parse((await repeated('countApplications'))[0]).count,
    listApplications: async () => all(namedApplicationRow, await repeated('listApplications')),
    addPackage: (secretId, { total, startsAt, expiresAt }) =>
      transaction(function* () {
        if ((yield ['addPackage', secretId, total, startsAt, expiresAt]).length === 0) return false;
        yield addLine({ via: 'admin', action: 'package-added', secretId, linkCount: total });
        return true;
      }, false),
    listPackages: async (secretId) => {
      const rows = secretId === undefined ? repeated('listPackages') : repeated('listOwnPackages', secretId);
      return all(packageRow, await rows);
    },
    listLinks: async ({ after, pageSize, host }) => {
      const rows =
        host === undefined
          ? repeated('listLinks', after, pageSize)
          : repeated('listLinksTo', after, pageSize, host);
      return all(ownedLinkRow, await rows);
    },
    findOwnedLink: async (id) => first(ownedLinkRow, await repeated('findOwnedLink', id)),
    revokeLinks: (ids, now, by) =>
      transaction(function* () {
        // The rows as they were, so that the audit log says whose link it was.
        const found = all(ownedLinkRow, yield ['lockLinks', listOf(ids)]);
        yield ['revokeLinks', listOf(ids), Math.floor(now)];
        if (by)
          for (const { id, secretId } of found)
            yield addLine({ ...by, action: 'link-revoked', linkId: id, secretId: secretId ?? '' });
      }, true),
    addRevocation: async (line) => {
      await once(...addLine({ via: 'admin', action: 'links-revoked', ...line }));
    },
    findTaken: async (ids) => all(ownedLinkRow, await repeated('findTaken', listOf(ids))),
    beginImport: (action, secretId, file) =>
      transaction(function* () {
        const [begun] = yield ['findImport', action, secretId, file];
        if (begun !== undefined) return numberedRow.parse(begun).id;
        const [added] = yield addLine({ via: 'admin', action, secretId, linkCount: 0, reason: file });
        return numberedRow.parse(added).id;
      }, true),
    importLinks: (links, { secretId, importId }) =>
      transaction(function* () {
        const endings = links.filter(({ isEnding }) => isEnding).map(({ id }) => id);
        const added = all(idRow, yield ['addEndings', listOf(endings)]).map(({ id }) => id);
        const rows = links
          .filter(({ id, isEnding }) => !isEnding || added.includes(id))
          .map((each) => ({ ...each, host: targetHost(each.link) }));
        const imported = all(idRow, yield ['importLinks', JSON.stringify(rows), secretId, importId]);
        yield ['addToLine', importId, imported.length];
        return imported.map(({ id }) => id);
      }, false),
    undoImport: (importId, line, maxRows) =>
      transaction(function* () {
        const deleted = all(idRow, yield ['deleteUnused', importId, maxRows]).map(({ id }) => id);
        yield ['removeEndings', listOf(deleted)];
        yield ['addToLine', line, deleted.length];
        return deleted.length;
      }, false),
    listUsedImports: async (importId, { after, pageSize }) =>
      all(ownedLinkRow, await repeated('listUsedImports', importId, after, pageSize)),
    listPeople: async () => all(namedPersonRow, await repeated('listPeople')),
    deleteExpired: async ({ links, tokens }, maxRows) => {
      const deleted = [
        await once('deleteExpiredLinks', Math.floor(links), maxRows),
        await once('deleteExpiredTokens', Math.floor(tokens), maxRows),
        await once('deleteOldAudit', Math.floor(tokens) - auditLifetime, maxRows),
      ];
      return deleted.flat().length;
    },
  } satisfies Partial<Store>;
}

function operatorCalls({ repeated, once, transaction }: SharedSql) {
  return {
    listAudit: async ({ before = Number.MAX_SAFE_INTEGER, pageSize }) =>
      all(auditRow, await repeated('listAudit', before, pageSize)),
    addVerifiedBackup: async () => {
      await once(...addLine({ via: 'admin', action: 'backup-verified' }));
    },
    addOperatorLink: (hash, expiresAt) =>
      transaction(function* () {
        // Those whose sessions ended a week ago.
        yield ['removeOperatorLinks', expiresAt - week];
        yield ['addOperatorLink', hash, expiresAt];
        yield addLine({ via: 'admin', action: 'operator-link-created' });
      }, false),
    useOperatorLink: ({ linkHash, sessionHash, expiresAt }, now) =>
      transaction(function* () {
        const rows = yield ['useOperatorLink', linkHash, sessionHash, Math.floor(now), expiresAt];
        if (rows.length > 0) yield addLine({ via: 'page', action: 'page-opened' });
        return rows.length > 0;
      }, false),
    findOperatorLink: async (hash) => first(operatorLinkRow, await repeated('findOperatorLink', hash)),
    findOperatorSession: async (hash, now) =>
      first(sessionRow, await repeated('findOperatorSession', hash, Math.floor(now))),
    endOperatorSession: async (hash) => {
      await repeated('endOperatorSession', hash);
    },
  } satisfies Partial<Store>;
}
