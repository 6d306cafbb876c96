import { noExpiry } from '../../../lib/validity/contract.ts';
import { linkColumns, ownedLinkColumns } from '../contract.ts';
import type { AuditAction } from '../operator-contract.ts';
import type { Statement } from './pools.ts';

const applicationColumns = `a.key_hash AS "keyHash", a.per_second AS "perSecond", a.per_minute AS "perMinute"`;

/** Adds the packages of a JSON list to the application `a`. */
const insertPackages = (list: string) => `
  INSERT INTO packages (secret_id, total, starts_at, expires_at)
  SELECT a.secret_id, p.total, p."startsAt", p."expiresAt"
  FROM a, json_to_recordset(${list}::json) AS p (total bigint, "startsAt" bigint, "expiresAt" bigint)`;

/**
 * Stores a link and takes a unit of the package that expires first. Pays and inserts in one statement: if the identifier is
 * taken, the error takes the unit back. After a wait for another transaction that has taken the last unit, the database locks the
 * next package instead.
 */
const addLink = (remember = '') => `WITH paid AS (
       UPDATE packages SET used = used + 1 WHERE id = (
         SELECT id FROM packages
         WHERE secret_id = $4 AND starts_at <= $5 AND expires_at > $5 AND used < total
         ORDER BY expires_at, id LIMIT 1 FOR UPDATE)
       RETURNING 1)${remember}
     INSERT INTO links (id, link, expires_at, secret_id, created_at, max_opens, host)
     SELECT $1::text, $2::text, $3::bigint, $4::text, $5::bigint, $6::integer, $7::text FROM paid`;

/** Keeps an imported link from being deleted with its import. */
const used = 'import_id = -abs(import_id)';

/** Adds a number to the line of the audit log that is written for a whole import. */
const addToLine = (line: string, links: string) =>
  `UPDATE audit_log SET detail = (detail::bigint + (SELECT count(*) FROM ${links}))::text WHERE id = ${line}`;

/** The columns of a line of the audit log, as SQL expressions; a missing one is empty. */
interface AuditValues {
  via: string;
  who?: string;
  linkId?: string;
  secretId?: string;
  detail?: string;
}

/** Writes a line into the audit log for each row that `source` names, by the clock of the database. */
export const audit = (
  action: AuditAction,
  source: string,
  { via, who = "''", linkId = "''", secretId = "''", detail = "''" }: AuditValues,
) => `INSERT INTO audit_log (at, via, who, action, link_id, secret_id, detail)
     SELECT extract(epoch FROM now())::bigint, ${via}, ${who}, '${action}', ${linkId}, coalesce(${secretId}, ''), ${detail}
     FROM ${source}`;

/** Gives each statement its key as a name. */
export function named<Name extends string>(texts: Record<Name, string>): Record<Name, Statement> {
  const statements = Object.entries<string>(texts).map(([key, text]) => [
    key,
    { name: `waylark_${key}`, text },
  ]);
  return Object.fromEntries(statements) as Record<Name, Statement>;
}

/**
 * The statements of the store. They keep to what distributed engines with PostgreSQL's protocol have, and to what a
 * PgBouncer in transaction mode passes on: no advisory locks, no LISTEN, no state of a session.
 */
export const statements = named({
  // An unknown SecretID gives a row, too, as in SQLite: the time that a row takes would show which SecretIDs exist.
  findApplication: `SELECT a.secret_id AS "storedId", coalesce(a.key_hash, decode(repeat('00', 32), 'hex')) AS "keyHash",
       coalesce(a.per_second, 1) AS "perSecond", coalesce(a.per_minute, 1) AS "perMinute"
     FROM (SELECT 1) AS one LEFT JOIN applications a ON a.secret_id = $1`,

  addToken:
    'INSERT INTO tokens (hash, secret_id, key_hash, expires_at) VALUES ($1, $2, $3, $4) ON CONFLICT (hash) DO NOTHING',

  findTokenOwner: `SELECT t.secret_id AS "secretId", ${applicationColumns}
     FROM tokens t LEFT JOIN applications a ON a.secret_id = t.secret_id AND a.key_hash = t.key_hash
     WHERE t.hash = $1 AND t.expires_at > $2`,

  addLink: addLink(),

  addEnding: addLink(
    `, remembered AS (INSERT INTO endings (ending) SELECT $1::text FROM paid),
     compared AS (INSERT INTO lower_case_endings (ending) SELECT lower($1::text COLLATE "C") FROM paid)`,
  ),

  findLinks: `SELECT ${linkColumns} FROM links WHERE id = ANY($1)`,

  findEndings: `SELECT min(ending) AS ending, lower(ending) AS "lowerCase" FROM endings
     WHERE lower(ending) = ANY($1) GROUP BY lower(ending) HAVING count(*) = 1`,

  openLink: `UPDATE links SET opens = opens + 1, opened_on = $3, ${used} WHERE id = $1 AND expires_at > $2 AND removed_at IS NULL
       AND opens < max_opens RETURNING ${linkColumns}`,

  // Locks the rows in the order of their identifiers, as every instance does: none waits for another that waits for it. One
  // link at the largest number, which an import may bring, would else refuse the counts of all.
  addOpens: `WITH o AS MATERIALIZED (
       SELECT links.id, o.count, o.day FROM json_to_recordset($1::json) AS o (id text, count integer, day integer)
       JOIN links ON links.id = o.id ORDER BY links.id FOR UPDATE OF links)
     UPDATE links SET opens = least(opens::bigint + o.count, 2147483647), opened_on = greatest(opened_on, o.day),
       ${used} FROM o WHERE links.id = o.id`,

  readLink: `SELECT ${ownedLinkColumns} FROM links WHERE id = $1 AND secret_id = $2 AND expires_at > $3`,

  changeLink: `WITH changed AS (
       UPDATE links SET link = coalesce($4::text, link), host = coalesce($6::text, host),
         expires_at = coalesce($5::bigint, expires_at), removed_at = CASE WHEN $5::bigint IS NULL THEN removed_at END, ${used}
       WHERE id = $1 AND secret_id = $2 AND expires_at > $3 RETURNING ${ownedLinkColumns}),
     audited AS (
       ${audit('link-changed', 'changed WHERE $4::text IS NOT NULL', { via: "'api'", linkId: 'id', secretId: '"secretId"' })})
     SELECT * FROM changed`,

  deleteLink: `UPDATE links SET expires_at = least(expires_at, $4::bigint), removed_at = coalesce(removed_at, $4::bigint)
     WHERE id = $1 AND secret_id = $2 AND expires_at > $3`,

  listOwnLinks: `SELECT ${ownedLinkColumns} FROM links WHERE secret_id = $1 AND id > $2 AND expires_at > $3 ORDER BY id LIMIT $4`,

  // The condition on the largest time lets the index be used, which leaves out links that never expire. The database's
  // clock has a say: one instance whose clock is ahead deletes nothing that is valid.
  deleteExpiredLinks: `DELETE FROM links WHERE id IN (
       SELECT id FROM links WHERE expires_at <= least($1::bigint, extract(epoch FROM now())::bigint) AND expires_at < ${noExpiry}
       ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,

  deleteExpiredTokens: `DELETE FROM tokens WHERE hash IN (
       SELECT hash FROM tokens WHERE expires_at <= least($1::bigint, extract(epoch FROM now())::bigint)
       ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,

  deleteOldAudit: `DELETE FROM audit_log WHERE id IN (
       SELECT id FROM audit_log WHERE at <= least($1::bigint, extract(epoch FROM now())::bigint)
       ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED)`,

  // Counts by the database's clock. A call that has waited for another has an earlier time than the stored one and counts
  // in the stored second: time only goes forward, unless a failover sets it back by more than a minute. Losing the last
  // counts with the database is harmless, so the commit waits neither for the disk nor for a standby.
  countCall: `WITH unsynchronized AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
     moment AS MATERIALIZED (SELECT extract(epoch FROM clock_timestamp())::float8 AS at FROM unsynchronized),
     taken AS (
       INSERT INTO limits AS l (caller, second, in_second, minute, in_minute)
       SELECT $1, floor(at)::bigint, 1, floor(at / 60)::bigint, 1 FROM moment
       ON CONFLICT (caller) DO UPDATE SET
         second = CASE WHEN l.second > excluded.second + 60 THEN excluded.second ELSE greatest(l.second, excluded.second) END,
         in_second = CASE WHEN l.second BETWEEN excluded.second AND excluded.second + 60 THEN l.in_second + 1 ELSE 1 END,
         minute = CASE WHEN l.minute > excluded.minute + 1 THEN excluded.minute ELSE greatest(l.minute, excluded.minute) END,
         in_minute = CASE WHEN l.minute BETWEEN excluded.minute AND excluded.minute + 1 THEN l.in_minute + 1 ELSE 1 END
       WHERE (l.second NOT BETWEEN excluded.second AND excluded.second + 60 OR l.in_second < $2)
         AND (l.minute NOT BETWEEN excluded.minute AND excluded.minute + 1 OR l.in_minute < $3)
       RETURNING 1)
     SELECT EXISTS (SELECT 1 FROM taken) AS accepted FROM moment`,

  // Which window a refused call has to wait for. The statement that refused it sees the counts as they were at its start.
  limitState: `SELECT at, minute >= floor(at / 60) AND in_minute >= $2 AS "isMinuteFull"
     FROM limits, (SELECT extract(epoch FROM clock_timestamp())::float8 AS at) AS moment WHERE caller = $1`,
});

/** The links of a JSON list, as rows. */
const importedRows = `json_to_recordset($1::json) AS o (id text, link text, "expiresAt" bigint, "createdAt" bigint,
  "maxOpens" integer, opens integer, "openedOn" integer, "isEnding" boolean, host text)`;

/** The statements of the operator's calls. */
export const adminStatements = named({
  // $6 is a list of packages.
  addApplication: `WITH a AS (
       INSERT INTO applications (secret_id, key_hash, per_second, per_minute, name) VALUES ($1, $2, $3, $4, $5)
       RETURNING secret_id),
     audited AS (${audit('application-added', 'a', { via: '$7', secretId: 'secret_id' })})
     ${insertPackages('$6')}`,

  // Packages go with their application by the foreign key.
  removeApplication: `WITH counts AS (DELETE FROM limits WHERE caller IN ($1 || ' add', $1 || ' token', $1 || ' manage')),
     person AS (UPDATE people SET state = 'removed', refresh_token = NULL WHERE secret_id = $1),
     removed AS (DELETE FROM applications WHERE secret_id = $1 RETURNING secret_id)
     ${audit('application-revoked', 'removed', { via: "'admin'", secretId: 'secret_id', detail: '$2::text' })}`,

  countApplications: 'SELECT count(*) AS count FROM applications',

  listApplications: `SELECT a.secret_id AS "secretId", a.name, ${applicationColumns} FROM applications a ORDER BY a.secret_id`,

  addPackages: `WITH a AS (SELECT secret_id FROM applications WHERE secret_id = $1),
     audited AS (${audit('package-added', 'a', { via: "'admin'", secretId: 'secret_id', detail: '$3::text' })})
     ${insertPackages('$2')}`,

  listPackages: `SELECT CAST(id AS text) AS id, secret_id AS "secretId", total, used, starts_at AS "startsAt", expires_at AS "expiresAt"
     FROM packages WHERE secret_id = $1 OR $1 IS NULL ORDER BY expires_at, packages.id`,

  listLinks: `SELECT ${ownedLinkColumns} FROM links WHERE id > $1 AND link <> '' ORDER BY id LIMIT $2`,

  listLinksTo: `SELECT ${ownedLinkColumns} FROM links WHERE host = $3 AND id > $1 AND link <> '' ORDER BY id LIMIT $2`,

  findOwnedLink: `SELECT ${ownedLinkColumns} FROM links WHERE id = $1`,

  // The rows as they were, so that the audit log says whose link it was.
  revokeLinks: `WITH found AS (SELECT id, secret_id FROM links WHERE id = ANY($1) AND link <> '' ORDER BY id FOR UPDATE),
     revoked AS (
       UPDATE links SET link = '', host = NULL, secret_id = NULL, expires_at = least(expires_at, $2::bigint),
         removed_at = coalesce(removed_at, $2::bigint)
       FROM found WHERE links.id = found.id RETURNING found.id, found.secret_id),
     audited AS (${audit('link-revoked', "revoked WHERE $3 <> ''", { via: '$3::text', who: '$4::text', linkId: 'id', secretId: 'secret_id', detail: '$5::text' })})
     SELECT FROM revoked`,

  addRevocation: audit('links-revoked', '(SELECT 1) AS one', {
    via: "'admin'",
    secretId: '$1::text',
    detail: '$2::text',
  }),

  // An ending without its link as a revoked link is.
  findTaken: `SELECT ${ownedLinkColumns} FROM links WHERE id = ANY($1)
     UNION ALL SELECT ending, '', 0, NULL, NULL, 0, NULL, 0, NULL FROM endings
     WHERE ending = ANY($1) AND NOT EXISTS (SELECT 1 FROM links WHERE id = ending)`,

  beginImport: `INSERT INTO audit_log (at, via, who, action, link_id, secret_id, detail)
     VALUES (extract(epoch FROM now())::bigint, 'admin', '', $1, '', $2, '0') RETURNING id`,

  importLinks: `WITH o AS MATERIALIZED (SELECT * FROM ${importedRows}),
     remembered AS (
       INSERT INTO endings (ending) SELECT id FROM o WHERE "isEnding" ON CONFLICT (ending) DO NOTHING RETURNING ending),
     compared AS (
       INSERT INTO lower_case_endings AS l (ending, count) SELECT lower(ending), count(*) FROM remembered GROUP BY 1
       ON CONFLICT (ending) DO UPDATE SET count = l.count + excluded.count),
     added AS (
       INSERT INTO links (id, link, expires_at, secret_id, created_at, max_opens, opens, opened_on, host, import_id)
       SELECT id, link, "expiresAt", $2::text, "createdAt", "maxOpens", opens, "openedOn", host, $3::bigint FROM o
       WHERE NOT "isEnding" OR id IN (SELECT ending FROM remembered)
       ON CONFLICT (id) DO NOTHING RETURNING id),
     audited AS (${addToLine('$3::bigint', 'added')})
     SELECT id FROM added`,

  // A link that is opened while this waits for it stays: the database checks the condition again.
  undoImport: `WITH unused AS (SELECT id FROM links WHERE import_id = $1::bigint ORDER BY id LIMIT $3 FOR UPDATE),
     deleted AS (DELETE FROM links WHERE id IN (SELECT id FROM unused) RETURNING id),
     forgotten AS (DELETE FROM endings WHERE ending IN (SELECT id FROM deleted) RETURNING ending),
     compared AS (SELECT lower(ending) AS ending, count(*) AS count FROM forgotten GROUP BY 1),
     freed AS (DELETE FROM lower_case_endings l USING compared c WHERE l.ending = c.ending AND l.count <= c.count),
     reduced AS (
       UPDATE lower_case_endings l SET count = l.count - c.count FROM compared c
       WHERE l.ending = c.ending AND l.count > c.count),
     audited AS (${addToLine('$2::bigint', 'deleted')})
     SELECT id FROM deleted`,

  listUsedImports: `SELECT ${ownedLinkColumns} FROM links WHERE import_id = -($1::bigint) AND id > $2 ORDER BY id LIMIT $3`,
});
