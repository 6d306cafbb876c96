import * as z from 'zod/mini';
import type { OpenedDatabase } from './audit.ts';
import {
  namedPersonRow,
  noKeyHash,
  type PeopleStore,
  personColumns,
  personRow,
  watched,
} from '../people-contract.ts';
import { prepareAll } from './database.ts';

const statements = {
  findPerson: `SELECT ${personColumns} FROM people p WHERE issuer = ? AND subject = ?`,
  addPerson: `INSERT INTO people (issuer, subject, secret_id, state, since, checked_at, sign_outs)
    VALUES (?, ?, ?, 'disconnected', ?, 0, 0) ON CONFLICT DO NOTHING`,
  updatePerson: `UPDATE people SET refresh_token = ?2, since = iif(state = 'refused', ?3, since),
      state = iif(state = 'refused', 'disconnected', state)
    WHERE secret_id = ?1 AND state <> 'removed'`,
  updateApplication: 'UPDATE applications SET name = ?, per_second = ?, per_minute = ? WHERE secret_id = ?',
  setState: `UPDATE people SET state = ?2, since = ?3
    WHERE secret_id = ?1 AND state IN ('connected', 'disconnected') AND state = coalesce(?4, state) AND since = coalesce(?5, since)`,
  signOut: 'UPDATE people SET sign_outs = sign_outs + 1 WHERE secret_id = ?',
  setKey: 'UPDATE applications SET key_hash = ? WHERE secret_id = ?',
  // A time later than now is from before the clock was set back.
  claimPeople: `UPDATE people AS p SET checked_at = ?1 WHERE secret_id IN (
      SELECT secret_id FROM people WHERE ${watched('?2')} AND (checked_at <= ?1 - ?3 OR checked_at > ?1)
      ORDER BY checked_at LIMIT max(?5, CAST(?4 * (SELECT count(*) FROM people WHERE ${watched('?2')}) AS INTEGER)))
    RETURNING ${personColumns.replaceAll('p.', '')}`,
  renewPerson: 'UPDATE people SET refresh_token = ?3 WHERE secret_id = ?1 AND refresh_token = ?2',
  refusePerson: `UPDATE people SET state = 'refused', since = ?3, refresh_token = NULL
    WHERE secret_id = ?1 AND refresh_token = ?2`,
  listPeople: `SELECT ${personColumns}, coalesce(a.name, '') AS name
    FROM people p LEFT JOIN applications a ON a.secret_id = p.secret_id ORDER BY p.secret_id`,
  removeApplication: 'DELETE FROM applications WHERE secret_id = ?',
  removePerson: 'DELETE FROM people WHERE secret_id = ?',
} as const;

export function peopleCalls({ database, audit, inTransaction }: OpenedDatabase): PeopleStore {
  const sql = prepareAll(database, statements);

  return {
    findPerson: ({ issuer, subject }) => z.optional(personRow).parse(sql.findPerson.get(issuer, subject)),

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

    signOut: (secretId) => {
      sql.signOut.run(secretId);
    },

    claimPeople: ({ issuer, interval, share, minLimit }, now) =>
      z.array(personRow).parse(sql.claimPeople.all(Math.floor(now), issuer, interval, share, minLimit)),

    renewPerson: ({ secretId, refreshToken }, to) => {
      sql.renewPerson.run(secretId, refreshToken, to);
    },

    refusePerson: ({ secretId, refreshToken }, now) =>
      inTransaction(() => {
        if (sql.refusePerson.run(secretId, refreshToken, Math.floor(now)).changes === 0) return false;
        audit.write({ via: 'provider', action: 'key-revoked', secretId });
        return sql.setKey.run(noKeyHash, secretId).changes === 1;
      }),

    listPeople: () => z.array(namedPersonRow).parse(sql.listPeople.all()),

    removePerson: (secretId) =>
      inTransaction(() => {
        if (sql.removePerson.run(secretId).changes === 0) return false;
        sql.removeApplication.run(secretId);
        audit.write({ via: 'admin', action: 'person-removed', secretId });
        return true;
      }),
  };
}
