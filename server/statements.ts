import type { DatabaseSync } from 'node:sqlite';

/** The store's statements, compiled once. */
export function prepareStatements(database: DatabaseSync) {
  return {
    // IMMEDIATE: waits for the write lock here and never in the middle, where waiting would be refused.
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    rollback: database.prepare('ROLLBACK'),
    ...prepareApplications(database),
    ...prepareLinks(database),
  };
}

function prepareApplications(database: DatabaseSync) {
  return {
    addApplication: database.prepare(
      'INSERT INTO applications (secret_id, key_hash, per_second, per_minute) VALUES (?, ?, ?, ?)',
    ),
    removeApplication: database.prepare('DELETE FROM applications WHERE secret_id = ?'),
    // Gives one row for an unknown SecretID too, with a null in `known`: reading a row takes longer than reading none,
    // and the difference would show which SecretIDs exist.
    application: database.prepare(
      `SELECT secret_id AS known, coalesce(key_hash, zeroblob(32)) AS keyHash,
         coalesce(per_second, 1) AS perSecond, coalesce(per_minute, 1) AS perMinute
       FROM (SELECT 1) LEFT JOIN applications ON secret_id = ?`,
    ),
    countApplications: database.prepare('SELECT count(*) AS count FROM applications'),
    addPackage: database.prepare('INSERT INTO packages (secret_id, total, begins, ends) VALUES (?, ?, ?, ?)'),
    // The package that ends first is used up first.
    takeFromPackage: database.prepare(
      `UPDATE packages SET used = used + 1 WHERE id = (
         SELECT id FROM packages
         WHERE secret_id = ? AND begins <= ? AND ends > ? AND used < total ORDER BY ends, id LIMIT 1)`,
    ),
    addToken: database.prepare('INSERT INTO tokens (hash, secret_id, ends) VALUES (?, ?, ?)'),
    tokenOwner: database.prepare('SELECT secret_id AS owner FROM tokens WHERE hash = ? AND ends > ?'),
    purgeTokens: database.prepare(
      'DELETE FROM tokens WHERE hash IN (SELECT hash FROM tokens WHERE ends <= ? LIMIT ?)',
    ),
  };
}

function prepareLinks(database: DatabaseSync) {
  return {
    addLink: database.prepare('INSERT INTO links (id, link, ends) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'),
    link: database.prepare('SELECT link FROM links WHERE id = ? AND ends > ?'),
    purgeLinks: database.prepare(
      'DELETE FROM links WHERE id IN (SELECT id FROM links WHERE ends <= ? LIMIT ?)',
    ),
    emptyLog: database.prepare('PRAGMA wal_checkpoint(TRUNCATE)'),
  };
}
