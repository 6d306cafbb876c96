import * as z from 'zod/mini';
import { linkRow, namedApplicationRow, ownedLinkRow, packageRow } from './contract.ts';
import { auditRow, operatorLinkRow, sessionRow } from './operator-contract.ts';
import { checkInterval, personRow } from './people-contract.ts';

/** The columns of a row, whose fields have their names in camel case; `table` is what they begin with. */
const columnsOf = ({ shape }: { shape: object }, table = '') =>
  Object.keys(shape)
    .map((field) => `${table}${field.replace(/[A-Z]/g, '_$&').toLowerCase()} AS "${field}"`)
    .join(', ');

export const linkColumns = columnsOf(linkRow);
const ownedLinkColumns = columnsOf(ownedLinkRow);
const personColumns = columnsOf(personRow, 'p.');
const packageColumns = `CAST(id AS text) AS id, ${columnsOf(z.omit(packageRow, { id: true }))}`;

/** Keeps an imported link from being deleted with its import. */
const markUsed = 'import_id = -abs(import_id)';

/** The identifiers in the list in JSON that the parameter $1 is. */
const ids = "(SELECT value ->> 'id' FROM json_array_elements($1))";

/** Deletes at most $2 rows that expired by $1. */
const deleteExpired = (table: string, key: string, time: string, latest: string) =>
  `DELETE FROM ${table} WHERE ${key} IN (
    SELECT ${key} FROM ${table} WHERE ${time} <= ${latest} ORDER BY ${time} LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING 1`;

/**
 * The statements that are the same in every store, as PostgreSQL writes them; `inSqlite` translates them. `latest` is the time $1
 * for those that delete what has expired, or an earlier one by the store's own clock.
 */
export const statementsFor = (latest = '$1') => ({
  // An unknown SecretID gives a row, too: the time that a row takes would show which SecretIDs exist.
  findApplication: `SELECT a.secret_id AS "storedId", coalesce(a.key_hash, $2) AS "keyHash",
      coalesce(a.per_second, 1) AS "perSecond", coalesce(a.per_minute, 1) AS "perMinute"
    FROM (SELECT 1) AS one LEFT JOIN applications a ON a.secret_id = $1`,

  addToken: `INSERT INTO tokens (hash, secret_id, key_hash, expires_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (hash) DO NOTHING`,

  findTokenOwner: `SELECT t.secret_id AS "secretId", a.key_hash AS "keyHash", a.per_second AS "perSecond", a.per_minute AS "perMinute"
    FROM tokens t LEFT JOIN applications a ON a.secret_id = t.secret_id AND a.key_hash = t.key_hash
    WHERE t.hash = $1 AND t.expires_at > $2`,

  openLink: `UPDATE links SET opens = opens + 1, opened_on = $3, ${markUsed} WHERE id = $1 AND expires_at > $2 AND removed_at IS NULL
    AND opens < max_opens RETURNING ${linkColumns}`,

  // Locks the rows in the order of their identifiers, as every instance does: none waits for another that waits for it. One
  // link at the largest number, which an import may bring, would else refuse the counts of all.
  addOpens: `WITH o AS MATERIALIZED (
      SELECT links.id, CAST(value ->> 'count' AS bigint) AS count, CAST(value ->> 'day' AS integer) AS day
      FROM json_array_elements($1) JOIN links ON links.id = value ->> 'id' ORDER BY links.id FOR UPDATE OF links)
    UPDATE links SET opens = least(opens + o.count, 2147483647), opened_on = greatest(coalesce(opened_on, 0), o.day), ${markUsed}
    FROM o WHERE links.id = o.id`,

  readLink: `SELECT ${ownedLinkColumns} FROM links WHERE id = $1 AND secret_id = $2 AND expires_at > $3`,

  // Repeated, it changes nothing.
  changeAddress: `UPDATE links SET link = $4, host = $5, ${markUsed}
    WHERE id = $1 AND secret_id = $2 AND expires_at > $3 AND link <> $4 RETURNING id`,

  changeExpiry: `UPDATE links SET expires_at = $4, removed_at = NULL, ${markUsed}
    WHERE id = $1 AND secret_id = $2 AND expires_at > $3 RETURNING ${ownedLinkColumns}`,

  deleteLink: `UPDATE links SET expires_at = least(expires_at, $4), removed_at = coalesce(removed_at, $4)
    WHERE id = $1 AND secret_id = $2 AND expires_at > $3 RETURNING id`,

  listOwnLinks: `SELECT ${ownedLinkColumns} FROM links WHERE secret_id = $1 AND id > $2 AND expires_at > $3 ORDER BY id LIMIT $4`,

  deleteExpiredLinks: deleteExpired('links', 'id', 'expires_at', latest),
  deleteExpiredTokens: deleteExpired('tokens', 'hash', 'expires_at', latest),
  deleteOldAudit: deleteExpired('audit_log', 'id', 'at', latest),

  addApplication: `INSERT INTO applications (secret_id, key_hash, per_second, per_minute, name) VALUES ($1, $2, $3, $4, $5)`,

  addPackage: `INSERT INTO packages (secret_id, total, starts_at, expires_at)
    SELECT secret_id, CAST($2 AS bigint), CAST($3 AS bigint), CAST($4 AS bigint) FROM applications WHERE secret_id = $1
    RETURNING id`,

  markPersonRemoved: `UPDATE people SET state = 'removed', refresh_token = NULL WHERE secret_id = $1`,

  // Packages go with their application by the foreign key.
  removeApplication: 'DELETE FROM applications WHERE secret_id = $1 RETURNING secret_id',

  countApplications: 'SELECT count(*) AS count FROM applications',

  listApplications: `SELECT ${columnsOf(namedApplicationRow)} FROM applications ORDER BY secret_id`,

  listPackages: `SELECT ${packageColumns} FROM packages ORDER BY expires_at, packages.id`,

  listOwnPackages: `SELECT ${packageColumns} FROM packages WHERE secret_id = $1 ORDER BY expires_at, packages.id`,

  listLinks: `SELECT ${ownedLinkColumns} FROM links WHERE id > $1 AND link <> '' ORDER BY id LIMIT $2`,

  listLinksTo: `SELECT ${ownedLinkColumns} FROM links WHERE host = $3 AND id > $1 AND link <> '' ORDER BY id LIMIT $2`,

  findOwnedLink: `SELECT ${ownedLinkColumns} FROM links WHERE id = $1`,

  lockLinks: `SELECT ${ownedLinkColumns} FROM links WHERE id IN ${ids} AND link <> '' ORDER BY id FOR UPDATE`,

  revokeLinks: `UPDATE links SET link = '', host = NULL, secret_id = NULL, expires_at = least(expires_at, $2),
      removed_at = coalesce(removed_at, $2)
    WHERE id IN ${ids} AND link <> ''`,

  // An ending without its link as a revoked link is.
  findTaken: `SELECT ${ownedLinkColumns} FROM links WHERE id IN ${ids}
    UNION ALL SELECT ending, '' AS link, 0 AS expires_at, NULL AS removed_at, NULL AS max_opens, 0 AS opens,
      NULL AS secret_id, 0 AS created_at, NULL AS opened_on FROM endings
    WHERE ending IN ${ids} AND NOT EXISTS (SELECT 1 FROM links WHERE id = ending)`,

  findImport: 'SELECT id FROM audit_log WHERE action = $1 AND secret_id = $2 AND reason = $3',

  addEndings: `INSERT INTO endings (ending) SELECT value ->> 'id' FROM json_array_elements($1) WHERE true
    ON CONFLICT (ending) DO NOTHING RETURNING ending AS id`,

  importLinks: `INSERT INTO links (id, link, expires_at, secret_id, created_at, max_opens, opens, opened_on, host, import_id)
    SELECT value ->> 'id', value ->> 'link', CAST(value ->> 'expiresAt' AS bigint), CAST($2 AS text),
      CAST(value ->> 'createdAt' AS bigint), CAST(value ->> 'maxOpens' AS integer), CAST(value ->> 'opens' AS integer),
      CAST(value ->> 'openedOn' AS integer), value ->> 'host', CAST($3 AS bigint)
    FROM json_array_elements($1) WHERE true ON CONFLICT (id) DO NOTHING RETURNING id`,

  // A link that is opened while this waits for it stays: the database checks the condition again.
  deleteUnused: `DELETE FROM links WHERE id IN (SELECT id FROM links WHERE import_id = $1 ORDER BY id LIMIT $2 FOR UPDATE)
    RETURNING id`,

  removeEndings: `DELETE FROM endings WHERE ending IN ${ids}`,

  listUsedImports: `SELECT ${ownedLinkColumns} FROM links WHERE import_id = -CAST($1 AS bigint) AND id > $2 ORDER BY id LIMIT $3`,

  findPerson: `SELECT ${personColumns} FROM people p WHERE issuer = $1 AND subject = $2`,

  findOwner: `SELECT ${personColumns} FROM people p WHERE secret_id = $1`,

  // The distance, as a clock may have been set back, or be behind that of another instance.
  claimPerson: `UPDATE people SET checked_at = $2 WHERE secret_id = $1 AND abs(checked_at - $2) >= ${checkInterval}
    RETURNING secret_id`,

  addPerson: `INSERT INTO people (issuer, subject, secret_id, state, since, checked_at, sign_outs)
    VALUES ($1, $2, $3, 'disconnected', $4, 0, 0) ON CONFLICT DO NOTHING`,

  updatePerson: `UPDATE people SET refresh_token = $2, since = CASE WHEN state = 'refused' THEN $3 ELSE since END,
      state = CASE WHEN state = 'refused' THEN 'disconnected' ELSE state END
    WHERE secret_id = $1 AND state <> 'removed'`,

  updateApplication:
    'UPDATE applications SET name = $2, per_second = $3, per_minute = $4 WHERE secret_id = $1',

  // If the application has the key $6 already, an answer was lost and the statement is sent again.
  setState: `UPDATE people SET state = $2, since = $3
    WHERE secret_id = $1 AND state IN ('connected', 'disconnected')
      AND ((state = coalesce($4, state) AND since = coalesce($5, since))
        OR EXISTS (SELECT 1 FROM applications WHERE secret_id = $1 AND key_hash = $6))
    RETURNING secret_id`,

  // Repeated, it changes nothing.
  setKey: 'UPDATE applications SET key_hash = $2 WHERE secret_id = $1 AND key_hash <> $2 RETURNING secret_id',

  listPeople: `SELECT ${personColumns}, coalesce(a.name, '') AS name
    FROM people p LEFT JOIN applications a ON a.secret_id = p.secret_id ORDER BY p.secret_id`,

  signOut: 'UPDATE people SET sign_outs = sign_outs + 1 WHERE secret_id = $1',

  renewPerson: 'UPDATE people SET refresh_token = $3 WHERE secret_id = $1 AND refresh_token = $2',

  refusePerson: `UPDATE people SET state = 'refused', since = $3, refresh_token = NULL
    WHERE secret_id = $1 AND refresh_token = $2 RETURNING secret_id`,

  removePerson: 'DELETE FROM people WHERE secret_id = $1 RETURNING secret_id',

  addLine: `INSERT INTO audit_log (via, who, action, link_id, secret_id, link_count, host, reason)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,

  addToLine: 'UPDATE audit_log SET link_count = link_count + $2 WHERE id = $1',

  listAudit: `SELECT ${columnsOf(auditRow)} FROM audit_log WHERE id < $1 ORDER BY id DESC LIMIT $2`,

  // There is an index for this statement.
  verifiedBackupAt: "SELECT max(at) AS at FROM audit_log WHERE action = 'backup-verified'",

  removeOperatorLinks: 'DELETE FROM operator_links WHERE expires_at < $1',

  addOperatorLink: 'INSERT INTO operator_links (hash, expires_at) VALUES ($1, $2)',

  useOperatorLink: `UPDATE operator_links SET used_at = $3, session_hash = $2, expires_at = $4
    WHERE hash = $1 AND used_at IS NULL AND expires_at > $3 RETURNING hash`,

  findOperatorLink: `SELECT ${columnsOf(operatorLinkRow)} FROM operator_links WHERE hash = $1`,

  findOperatorSession: `SELECT ${columnsOf(sessionRow)} FROM operator_links WHERE session_hash = $1 AND expires_at > $2`,

  endOperatorSession: 'UPDATE operator_links SET session_hash = NULL WHERE session_hash = $1',
});

export type SharedStatement = keyof ReturnType<typeof statementsFor>;

/** A statement in the words of SQLite, which has no locks of rows: it carries out one transaction at a time. */
export const inSqlite = (statement: string): string =>
  statement
    .replaceAll('$', '?')
    .replaceAll('json_array_elements(', 'json_each(')
    .replaceAll('least(', 'min(')
    .replaceAll('greatest(', 'max(')
    .replaceAll(/ FOR UPDATE(?: OF links| SKIP LOCKED)?/g, '');
