import { linkColumns, type SharedStatement, statementsFor } from '../statements.ts';
import type { Statement } from './pools.ts';

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

/**
 * Those that are the same in every store. The database's clock has a say in what has expired: one instance whose clock is ahead
 * deletes nothing that is valid.
 */
export const shared: Record<SharedStatement, Statement> = named(
  statementsFor('least($1, extract(epoch FROM now())::bigint)'),
);

/** The second and the minute of the database's clock, in which a call is counted. */
const second = 'floor(extract(epoch FROM clock_timestamp()))::bigint';
const minute = 'floor(extract(epoch FROM clock_timestamp()) / 60)::bigint';

/**
 * The statements that are not the same in every store. All statements keep to what distributed engines with PostgreSQL's protocol
 * have, and to what a PgBouncer in transaction mode passes on: no advisory locks, no LISTEN, no state of a session.
 */
export const statements = named({
  addLink: addLink(),

  addEnding: addLink(', remembered AS (INSERT INTO endings (ending, is_own) SELECT $1::text, 1 FROM paid)'),

  hasEnding: 'SELECT FROM endings WHERE lower(ending) = $1 LIMIT 1',

  findLinks: `SELECT ${linkColumns} FROM links WHERE id = ANY($1)`,

  findEndings: `SELECT min(ending) AS ending, lower(ending) AS "lowerCase" FROM endings
     WHERE lower(ending) = ANY($1) GROUP BY lower(ending) HAVING count(*) = 1`,

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

  // Of callers that have not called for an hour.
  deleteOldCounts: `DELETE FROM limits WHERE seconds * period < extract(epoch FROM now()) - 3600`,
});
