import * as z from 'zod/mini';
import {
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
  auditRow,
  dayCountRow,
  instanceRow,
  linkCountsRow,
  operatorLinkRow,
  sessionRow,
  verifiedBackupRow,
} from './operator-contract.ts';
import { type Awaitable, namedPersonRow, personRow } from './people-contract.ts';
import type { PlainStatement } from './plain-statements.ts';

export type Values = readonly (string | number | Uint8Array | null)[];

/** How a store carries out a statement. */
export interface PlainSql {
  /** The rows of a statement that reads. */
  read: (statement: PlainStatement, values: Values) => Awaitable<readonly unknown[]>;
  write: (statement: PlainStatement, values: Values) => Awaitable<unknown>;
  /** For a statement that must not be sent twice. Returns its rows. */
  writeOnce: (statement: PlainStatement, values: Values) => Awaitable<readonly unknown[]>;
}

const numberedRow = z.object({ id: z.int() });

/** The calls of requests that are one statement, the same in every store. */
export function plainRequestCalls({ read, write, writeOnce }: PlainSql) {
  return {
    addToken: async ({ hash, secretId, keyHash, expiresAt }) => {
      await write('addToken', [hash, secretId, keyHash, expiresAt]);
    },
    findTokenOwner: async (hash, now) =>
      tokenOwnerOf((await read('findTokenOwner', [hash, Math.floor(now)]))[0]),
    openLink: async (id, now) => {
      const rows = await writeOnce('openLink', [id, Math.floor(now), dayOf(now)]);
      return z.optional(linkRow).parse(rows[0]);
    },
    readLink: async ({ id, secretId }, now) => {
      const rows = await read('readLink', [id, secretId, Math.floor(now) - linkGrace]);
      return z.optional(ownedLinkRow).parse(rows[0]);
    },
    listOwnLinks: async (secretId, { after, pageSize }, now) => {
      const rows = await read('listOwnLinks', [secretId, after, Math.floor(now) - linkGrace, pageSize]);
      return z.array(ownedLinkRow).parse(rows);
    },
    findPerson: async ({ issuer, subject }) =>
      z.optional(personRow).parse((await read('findPerson', [issuer, subject]))[0]),
    findOwner: async (secretId) => z.optional(personRow).parse((await read('findOwner', [secretId]))[0]),
    claimPerson: async (secretId, now) =>
      (await writeOnce('claimPerson', [secretId, Math.floor(now)])).length === 1,
    signOut: async (secretId) => {
      await write('signOut', [secretId]);
    },
    renewPerson: async ({ secretId, refreshToken }, to) => {
      await write('renewPerson', [secretId, refreshToken, to]);
    },
    verifiedBackupAt: async () =>
      verifiedBackupRow.parse((await read('verifiedBackupAt', []))[0]).at ?? undefined,
  } satisfies Partial<Store>;
}

/** The calls of the operator's commands and page that are one statement, the same in every store. */
export function plainOperatorCalls({ read, write, writeOnce }: PlainSql) {
  return {
    countApplications: async () => countRow.parse((await read('countApplications', []))[0]).count,
    listApplications: async () => z.array(namedApplicationRow).parse(await read('listApplications', [])),
    listPackages: async (secretId) => {
      const rows = secretId === undefined ? read('listPackages', []) : read('listOwnPackages', [secretId]);
      return z.array(packageRow).parse(await rows);
    },
    listLinks: async ({ after, pageSize, host }) => {
      const rows =
        host === undefined
          ? read('listLinks', [after, pageSize])
          : read('listLinksTo', [after, pageSize, host]);
      return z.array(ownedLinkRow).parse(await rows);
    },
    findOwnedLink: async (id) => z.optional(ownedLinkRow).parse((await read('findOwnedLink', [id]))[0]),
    listUsedImports: async (importId, { after, pageSize }) =>
      z.array(ownedLinkRow).parse(await read('listUsedImports', [importId, after, pageSize])),
    listPeople: async () => z.array(namedPersonRow).parse(await read('listPeople', [])),

    listAudit: async ({ before = Number.MAX_SAFE_INTEGER, pageSize }) =>
      z.array(auditRow).parse(await read('listAudit', [before, pageSize])),
    addRevocation: async ({ secretId, linkCount, host, reason }) => {
      await writeOnce('addRevocation', [secretId, linkCount, host, reason]);
    },
    addVerifiedBackup: async () => {
      await writeOnce('addVerifiedBackup', []);
    },
    beginImport: async (...values) => {
      const [begun] = await read('findImport', values);
      return numberedRow.parse(begun ?? (await writeOnce('beginImport', values))[0]).id;
    },

    listDayCounts: async (since) => z.array(dayCountRow).parse(await read('listDayCounts', [since])),
    reportInstance: async ({ name, version, problem, seenAt }) => {
      await write('removeSilentInstances', [seenAt]);
      await write('reportInstance', [name, version, problem, seenAt]);
    },
    removeInstance: async (name) => {
      await write('removeInstance', [name]);
    },
    listInstances: async () => z.array(instanceRow).parse(await read('listInstances', [])),
    countLinks: async (now) => linkCountsRow.parse((await read('countLinks', [Math.floor(now)]))[0]),
    findOperatorLink: async (hash) =>
      z.optional(operatorLinkRow).parse((await read('findOperatorLink', [hash]))[0]),
    findOperatorSession: async (hash, now) =>
      z.optional(sessionRow).parse((await read('findOperatorSession', [hash, Math.floor(now)]))[0]),
    endOperatorSession: async (hash) => {
      await write('endOperatorSession', [hash]);
    },
  } satisfies Partial<Store>;
}

export type PlainCall =
  keyof ReturnType<typeof plainRequestCalls> | keyof ReturnType<typeof plainOperatorCalls>;
