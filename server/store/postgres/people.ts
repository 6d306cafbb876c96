import { noKeyHash, type PeopleStore } from '../people-contract.ts';
import type { PlainCall } from '../plain-calls.ts';
import { idempotent, type Pool } from './pools.ts';
import { named } from './statements.ts';

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

const statements = named({
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

/** The calls for people that are not the same in every store. */
export function peopleCalls(pool: Pool): Omit<PeopleStore, PlainCall> {
  return {
    addPerson: async ({ issuer, subject, secretId }, now) => {
      await pool.query(statements.addPerson, [issuer, subject, secretId, Math.floor(now)], idempotent);
    },
    updatePerson: async ({ secretId, name, perSecond, perMinute, refreshToken }, now) => {
      const values = [secretId, name, perSecond, perMinute, refreshToken, Math.floor(now)];
      await pool.query(statements.updatePerson, values, idempotent);
    },
    setPersonKey: async ({ secretId, state = null, since = null }, keyHash, now) => {
      const statement = keyHash ? statements.createKey : statements.revokeKey;
      const values = [secretId, keyHash ?? noKeyHash, Math.floor(now), state, since];
      return (await pool.query(statement, values, idempotent)).rowCount === 1;
    },
    refusePerson: async ({ secretId, refreshToken }, now) => {
      const values = [secretId, refreshToken, Math.floor(now), noKeyHash];
      return (await pool.query(statements.refusePerson, values, idempotent)).rowCount === 1;
    },
    removePerson: async (secretId) =>
      (await pool.query(statements.removePerson, [secretId], idempotent)).rowCount === 1,
  };
}
