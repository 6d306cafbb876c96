import { noExpiry } from '../../../lib/validity/contract.ts';
import { week } from '../operator-contract.ts';
import { linkColumns, ownedLinkColumns, plainStatements, used } from '../plain-statements.ts';
import type { Statement } from './pools.ts';

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

/** Gives each statement its key as a name. */
function named<Name extends string>(texts: Record<Name, string>): Record<Name, Statement> {
  const statements = Object.entries<string>(texts).map(([key, text]) => [
    key,
    { name: `waylark_${key}`, text },
  ]);
  return Object.fromEntries(statements) as Record<Name, Statement>;
}

/** Those that are the same in every store. */
export const plain = named(plainStatements);

/** The second and the minute of the database's clock, in which a call is counted. */
const second = 'floor(extract(epoch FROM clock_timestamp()))::bigint';
const minute = 'floor(extract(epoch FROM clock_timestamp()) / 60)::bigint';

/**
 * The statements of requests. All statements keep to what distributed engines with PostgreSQL's protocol have, and to what a
 * PgBouncer in transaction mode passes on: no advisory locks, no LISTEN, no state of a session.
 */
export const statements = named({
  // An unknown SecretID gives a row, too, as in SQLite: the time that a row takes would show which SecretIDs exist.
  findApplication: `SELECT a.secret_id AS "storedId", coalesce(a.key_hash, decode(repeat('00', 32), 'hex')) AS "keyHash",
       coalesce(a.per_second, 1) AS "perSecond", coalesce(a.per_minute, 1) AS "perMinute"
     FROM (SELECT 1) AS one LEFT JOIN applications a ON a.secret_id = $1`,

  addLink: addLink(),

  addEnding: addLink(
    `, remembered AS (INSERT INTO endings (ending) SELECT $1::text FROM paid),
     compared AS (INSERT INTO lower_case_endings (ending) SELECT lower($1::text COLLATE "C") FROM paid)`,
  ),

  findLinks: `SELECT ${linkColumns} FROM links WHERE id = ANY($1)`,

  findEndings: `SELECT min(ending) AS ending, lower(ending) AS "lowerCase" FROM endings
     WHERE lower(ending) = ANY($1) GROUP BY lower(ending) HAVING count(*) = 1`,

  // Locks the rows in the order of their identifiers, as every instance does: none waits for another that waits for it. One
  // link at the largest number, which an import may bring, would else refuse the counts of all.
  addOpens: `WITH o AS MATERIALIZED (
       SELECT links.id, o.count, o.day FROM json_to_recordset($1::json) AS o (id text, count integer, day integer)
       JOIN links ON links.id = o.id ORDER BY links.id FOR UPDATE OF links)
     UPDATE links SET opens = least(opens::bigint + o.count, 2147483647), opened_on = greatest(opened_on, o.day),
       ${used} FROM o WHERE links.id = o.id`,

  changeLink: `WITH changed AS (
       UPDATE links SET link = coalesce($4::text, link), host = coalesce($6::text, host),
         expires_at = coalesce($5::bigint, expires_at), removed_at = CASE WHEN $5::bigint IS NULL THEN removed_at END, ${used}
       WHERE id = $1 AND secret_id = $2 AND expires_at > $3 RETURNING ${ownedLinkColumns}),
     audited AS (
       INSERT INTO audit_log (via, action, link_id, secret_id)
       SELECT 'api', 'link-changed', id, "secretId" FROM changed WHERE $4::text IS NOT NULL)
     SELECT * FROM changed`,

  deleteLink: `UPDATE links SET expires_at = least(expires_at, $4::bigint), removed_at = coalesce(removed_at, $4::bigint)
     WHERE id = $1 AND secret_id = $2 AND expires_at > $3`,

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

  // Counts a call in the second and then in the minute. The clock is read after a wait for another call, so no call is counted in
  // a period before the stored one, unless the clock was set back: that begins a new count. A call that only its minute refuses
  // counts in a second of a minute that is full. Losing the last counts with the database is harmless, so the commit waits neither
  // for the disk nor for a standby.
  countCall: `WITH unsynchronized AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
     in_second AS (
       INSERT INTO limits AS l (caller, seconds, period, calls) SELECT $1, 1, ${second}, 1 FROM unsynchronized
       ON CONFLICT (caller, seconds) DO UPDATE
         SET period = ${second}, calls = CASE l.period WHEN ${second} THEN l.calls + 1 ELSE 1 END
         WHERE l.period <> ${second} OR l.calls < $2
       RETURNING 1),
     in_minute AS (
       INSERT INTO limits AS l (caller, seconds, period, calls) SELECT $1, 60, ${minute}, 1 FROM in_second
       ON CONFLICT (caller, seconds) DO UPDATE
         SET period = ${minute}, calls = CASE l.period WHEN ${minute} THEN l.calls + 1 ELSE 1 END
         WHERE l.period <> ${minute} OR l.calls < $3
       RETURNING 1)
     SELECT EXISTS (SELECT FROM in_second) AS "inSecond", EXISTS (SELECT FROM in_minute) AS "inMinute",
       extract(epoch FROM clock_timestamp())::float8 AS at`,
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
     audited AS (
       INSERT INTO audit_log (via, action, secret_id) SELECT $7::text, 'application-added', secret_id FROM a)
     ${insertPackages('$6')}`,

  // Packages go with their application by the foreign key.
  removeApplication: `WITH counts AS (DELETE FROM limits WHERE caller IN ($1 || ' add', $1 || ' token', $1 || ' manage')),
     person AS (UPDATE people SET state = 'removed', refresh_token = NULL WHERE secret_id = $1),
     removed AS (DELETE FROM applications WHERE secret_id = $1 RETURNING secret_id)
     INSERT INTO audit_log (via, action, secret_id, reason)
     SELECT 'admin', 'application-revoked', secret_id, $2::text FROM removed`,

  addPackages: `WITH a AS (SELECT secret_id FROM applications WHERE secret_id = $1),
     audited AS (
       INSERT INTO audit_log (via, action, secret_id, link_count)
       SELECT 'admin', 'package-added', secret_id, $3::bigint FROM a)
     ${insertPackages('$2')}`,

  // The rows as they were, so that the audit log says whose link it was.
  revokeLinks: `WITH found AS (SELECT id, secret_id FROM links WHERE id = ANY($1) AND link <> '' ORDER BY id FOR UPDATE),
     revoked AS (
       UPDATE links SET link = '', host = NULL, secret_id = NULL, expires_at = least(expires_at, $2::bigint),
         removed_at = coalesce(removed_at, $2::bigint)
       FROM found WHERE links.id = found.id RETURNING found.id, found.secret_id),
     audited AS (
       INSERT INTO audit_log (via, who, action, link_id, secret_id, reason)
       SELECT $3::text, $4::text, 'link-revoked', id, coalesce(secret_id, ''), $5::text FROM revoked WHERE $3 <> '')
     SELECT FROM revoked`,

  // An ending without its link as a revoked link is.
  findTaken: `SELECT ${ownedLinkColumns} FROM links WHERE id = ANY($1)
     UNION ALL SELECT ending, '', 0, NULL, NULL, 0, NULL, 0, NULL FROM endings
     WHERE ending = ANY($1) AND NOT EXISTS (SELECT 1 FROM links WHERE id = ending)`,

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
     audited AS (
       UPDATE audit_log SET link_count = link_count + (SELECT count(*) FROM added) WHERE id = $3::bigint)
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
     audited AS (
       UPDATE audit_log SET link_count = link_count + (SELECT count(*) FROM deleted) WHERE id = $2::bigint)
     SELECT id FROM deleted`,
});

/**
 * Gives an application a key. The row of the person is locked first, as in refusePerson: a refusal meanwhile wins. If the
 * application has the key already, an answer was lost and the statement is sent again.
 */
const setKey = (state: 'connected' | 'disconnected', action: 'key-created' | 'key-revoked') => `WITH p AS (
       UPDATE people SET state = '${state}', since = $3 WHERE secret_id = $1 AND state IN ('connected', 'disconnected')
         AND (state = coalesce($4::text, state) AND since = coalesce($5::bigint, since)
           OR EXISTS (SELECT FROM applications WHERE secret_id = $1 AND key_hash = $2))
       RETURNING secret_id),
     a AS (UPDATE applications a SET key_hash = $2 FROM p WHERE a.secret_id = p.secret_id RETURNING a.secret_id)
     INSERT INTO audit_log (via, action, secret_id) SELECT 'person', '${action}', secret_id FROM a`;

export const peopleStatements = named({
  addPerson: `INSERT INTO people (issuer, subject, secret_id, state, since, checked_at, sign_outs)
     VALUES ($1, $2, $3, 'disconnected', $4, 0, 0) ON CONFLICT DO NOTHING`,

  updatePerson: `WITH p AS (
       UPDATE people SET refresh_token = $5,
         since = CASE WHEN state = 'refused' THEN $6::bigint ELSE since END,
         state = CASE WHEN state = 'refused' THEN 'disconnected' ELSE state END
       WHERE secret_id = $1 AND state <> 'removed' RETURNING secret_id)
     UPDATE applications a SET name = $2, per_second = $3, per_minute = $4 FROM p WHERE a.secret_id = p.secret_id`,

  createKey: setKey('connected', 'key-created'),
  revokeKey: setKey('disconnected', 'key-revoked'),

  refusePerson: `WITH p AS (
       UPDATE people SET state = 'refused', since = $3, refresh_token = NULL WHERE secret_id = $1 AND refresh_token = $2
       RETURNING secret_id),
     a AS (UPDATE applications a SET key_hash = $4 FROM p WHERE a.secret_id = p.secret_id RETURNING a.secret_id)
     INSERT INTO audit_log (via, action, secret_id) SELECT 'provider', 'key-revoked', secret_id FROM a`,

  removePerson: `WITH p AS (DELETE FROM people WHERE secret_id = $1 RETURNING secret_id),
     a AS (DELETE FROM applications a USING p WHERE a.secret_id = p.secret_id)
     INSERT INTO audit_log (via, action, secret_id) SELECT 'admin', 'person-removed', secret_id FROM p`,
});

/** The statements of the operator's page that are not the same in every store. */
export const operatorStatements = named({
  // Deletes links whose sessions ended a week ago.
  addOperatorLink: `WITH old AS (DELETE FROM operator_links WHERE expires_at < $2::bigint - ${week}),
     added AS (INSERT INTO operator_links (hash, expires_at) VALUES ($1, $2))
     INSERT INTO audit_log (via, action) VALUES ('admin', 'operator-link-created')`,

  // After a wait for another transaction, the database checks the condition again.
  useOperatorLink: `WITH used AS (
       UPDATE operator_links SET used_at = $3, session_hash = $2, expires_at = $4
       WHERE hash = $1 AND used_at IS NULL AND expires_at > $3 RETURNING 1)
     INSERT INTO audit_log (via, action) SELECT 'page', 'page-opened' FROM used`,
});
