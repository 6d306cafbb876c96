import * as z from 'zod/mini';
import type { Awaitable } from './awaitable.ts';

/** The actions in the audit log. */
const action = z.enum([
  'application-added',
  'application-revoked',
  'key-created',
  'key-revoked',
  'person-removed',
  'package-added',
  'link-revoked',
  'links-revoked',
  'link-changed',
  'links-imported',
  'import-undone',
  'backup-verified',
  'operator-link-created',
  'page-opened',
]);

export type AuditAction = z.infer<typeof action>;

/**
 * A line of the audit log. `at` in Unix seconds, by the clock of the store. A text that does not apply is empty. `linkCount` is the
 * number of links of a package, of those that an import has stored or its undoing has deleted, or of those that were revoked
 * together; `host` is where all of them lead, if they were named by that.
 */
export const auditRow = z.object({
  id: z.int(),
  at: z.int(),
  /**
   * An admin command, the operator's page, an application's request, the person whose application it is, or the provider that
   * refused this person.
   */
  via: z.enum(['admin', 'page', 'api', 'person', 'provider']),
  /** For an entry of the operator's page: the operator's name from a proxy; empty if the operator used a link that works once. */
  who: z.string(),
  action,
  linkId: z.string(),
  secretId: z.string(),
  linkCount: z.nullable(z.int()),
  host: z.string(),
  reason: z.string(),
});

export type AuditLine = z.infer<typeof auditRow>;

export const verifiedBackupRow = z.object({ at: z.nullable(z.int()) });

/** Seconds for which a line of the audit log stays. */
export const auditLifetime = 365 * 24 * 60 * 60;

/** Who revokes links, and why; both may be empty. */
export type Revocation = Pick<AuditLine, 'via' | 'who' | 'reason'>;

/** Characters of the longest reason. */
export const longestReason = 500;

/** In seconds. */
export const week = 7 * 24 * 60 * 60;

/** A link to the operator's page, and when it was used. */
export const operatorLinkRow = z.object({ usedAt: z.nullable(z.int()), expiresAt: z.int() });

export const sessionRow = z.object({ expiresAt: z.int() });

/** The calls of the operator's page, in addition to those of the commands. */
export interface OperatorStore {
  /** Stores the hash of a link to the operator's page, which works until `expiresAt`. */
  addOperatorLink(hash: Uint8Array, expiresAt: number): Awaitable<void>;
  /**
   * Uses a link to the operator's page, if it is valid and was not used before: of several calls at the same time, also at
   * different instances, only one succeeds. The session is valid until `expiresAt`.
   */
  useOperatorLink(use: OperatorLinkUse, now: number): Awaitable<boolean>;
  findOperatorLink(hash: Uint8Array): Awaitable<z.infer<typeof operatorLinkRow> | undefined>;
  /** When a session of the operator's page ends; undefined if there is no such session. */
  findOperatorSession(hash: Uint8Array, now: number): Awaitable<z.infer<typeof sessionRow> | undefined>;
  endOperatorSession(hash: Uint8Array): Awaitable<void>;
  /** The newest lines of the audit log, or those before a line. */
  listAudit(page: { before: number | undefined; pageSize: number }): Awaitable<AuditLine[]>;
  /** Writes into the audit log that a backup was verified. */
  addVerifiedBackup(): Awaitable<void>;
  /** When the newest backup was verified, in Unix seconds; undefined without one in the time of the audit log. */
  verifiedBackupAt(): Awaitable<number | undefined>;
}

/** The hashes of a link to the operator's page, and of the session that it opens. */
interface OperatorLinkUse {
  linkHash: Uint8Array;
  sessionHash: Uint8Array;
  expiresAt: number;
}

/** Characters of the longest name in DNS; an index does not take any length. */
const longestHost = 253;

/** The host that an address leads to, without a port and without a dot at its end; links are looked up by it. */
export function targetHost(link: string): string {
  const host = URL.parse(link)?.hostname ?? '';
  return host.replace(/\.$/, '').slice(0, longestHost);
}
