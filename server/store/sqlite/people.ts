import type { OpenedDatabase } from './audit.ts';
import { noKeyHash, type PeopleStore } from '../people-contract.ts';
import type { PlainCall } from '../plain-calls.ts';
import { prepareAll } from './database.ts';

const statements = {
  addPerson: `INSERT INTO people (issuer, subject, secret_id, state, since, checked_at, sign_outs)
    VALUES (?, ?, ?, 'disconnected', ?, 0, 0) ON CONFLICT DO NOTHING`,
  updatePerson: `UPDATE people SET refresh_token = ?2, since = iif(state = 'refused', ?3, since),
      state = iif(state = 'refused', 'disconnected', state)
    WHERE secret_id = ?1 AND state <> 'removed'`,
  updateApplication: 'UPDATE applications SET name = ?, per_second = ?, per_minute = ? WHERE secret_id = ?',
  setState: `UPDATE people SET state = ?2, since = ?3
    WHERE secret_id = ?1 AND state IN ('connected', 'disconnected') AND state = coalesce(?4, state) AND since = coalesce(?5, since)`,
  setKey: 'UPDATE applications SET key_hash = ? WHERE secret_id = ?',
  refusePerson: `UPDATE people SET state = 'refused', since = ?3, refresh_token = NULL
    WHERE secret_id = ?1 AND refresh_token = ?2`,
  removeApplication: 'DELETE FROM applications WHERE secret_id = ?',
  removePerson: 'DELETE FROM people WHERE secret_id = ?',
} as const;

/** The calls for people that are not the same in every store. */
export function peopleCalls({
  database,
  audit,
  inTransaction,
}: OpenedDatabase): Omit<PeopleStore, PlainCall> {
  const sql = prepareAll(database, statements);

  return {
    addPerson: ({ issuer, subject, secretId }, now) => {
      sql.addPerson.run(issuer, subject, secretId, Math.floor(now));
    },

    updatePerson: ({ secretId, name, perSecond, perMinute, refreshToken }, now) => {
      inTransaction(() => {
        sql.updateApplication.run(name, perSecond, perMinute, secretId);
        sql.updatePerson.run(secretId, refreshToken, Math.floor(now));
      });
    },

    setPersonKey: ({ secretId, state = null, since = null }, keyHash, now) =>
      inTransaction(() => {
        const next = keyHash ? 'connected' : 'disconnected';
        if (sql.setState.run(secretId, next, Math.floor(now), state, since).changes === 0) return false;
        audit.write({ via: 'person', action: keyHash ? 'key-created' : 'key-revoked', secretId });
        return sql.setKey.run(keyHash ?? noKeyHash, secretId).changes === 1;
      }),

    refusePerson: ({ secretId, refreshToken }, now) =>
      inTransaction(() => {
        if (sql.refusePerson.run(secretId, refreshToken, Math.floor(now)).changes === 0) return false;
        audit.write({ via: 'provider', action: 'key-revoked', secretId });
        return sql.setKey.run(noKeyHash, secretId).changes === 1;
      }),

    removePerson: (secretId) =>
      inTransaction(() => {
        if (sql.removePerson.run(secretId).changes === 0) return false;
        sql.removeApplication.run(secretId);
        audit.write({ via: 'admin', action: 'person-removed', secretId });
        return true;
      }),
  };
}
