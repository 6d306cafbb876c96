import * as z from 'zod/mini';

type Awaitable<T> = T | Promise<T>;

/** What the audit log has lines of. */
const action = z.enum([
  'application-added',
  'application-revoked',
  'key-created',
  'key-revoked',
  'person-removed',
  'package-added',
  'link-revoked',
  'link-changed',
  'links-imported',
  'operator-link-created',
  'page-opened',
]);

export type AuditAction = z.infer<typeof action>;

/**
 * A line of the audit log. `at` in Unix seconds, by the clock of the store. What does not apply is empty: the link, its
 * application, or `detail`, which is the reason of a revocation, or a number of links: of a package, or of those that were imported
 * together.
 */
export const auditRow = z.object({
  id: z.int(),
  at: z.int(),
  /**
   * An admin command, the operator's page, an application's request, the person whose application it is, or the provider that
   * refused this person.
   */
  via: z.enum(['admin', 'page', 'api', 'person', 'provider']),
  /** Of the page: the operator as a proxy names them; empty for one who came by a link that works once. */
  who: z.string(),
  action,
  linkId: z.string(),
  secretId: z.string(),
  detail: z.string(),
});

export type AuditLine = z.infer<typeof auditRow>;

/** The columns of `auditRow` in SQL. */
export const auditColumns = 'id, at, via, who, action, link_id AS "linkId", secret_id AS "secretId", detail';

/** Seconds for which a line of the audit log stays. */
export const auditLifetime = 365 * 24 * 60 * 60;

/** Who revokes links, and why; both may be empty. */
export type Revocation = Pick<AuditLine, 'via' | 'who'> & { reason: string };

/** Characters of the longest reason. */
export const longestReason = 500;

/** A revocation by an admin command. */
export const byAdmin = (reason = ''): Revocation => ({ via: 'admin', who: '', reason });

/** What the operator's page asks of the store, beside the operator's commands. */
export interface OperatorStore {
  /** The newest lines of the audit log, or those before a line. */
  listAudit(page: { before: number | undefined; limit: number }): Awaitable<AuditLine[]>;
}

/** Characters of the longest name in DNS; an index does not take any length. */
const longestHost = 253;

/** The host that an address leads to, without a port and without a dot at its end; links are looked up by it. */
export function targetHost(link: string): string {
  const host = URL.parse(link)?.hostname ?? '';
  return host.replace(/\.$/, '').slice(0, longestHost);
}
