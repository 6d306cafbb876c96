import type { DatabaseSync } from 'node:sqlite';

/** The SQL statements of the store, compiled once. */
export function prepareStatements(database: DatabaseSync) {
  return {
    // IMMEDIATE takes the write lock at the start: SQLite refuses to wait for it in the middle of a transaction.
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    rollback: database.prepare('ROLLBACK'),
    ...prepareApplicationStatements(database),
    ...prepareLinkStatements(database),
    ...prepareAdminStatements(database),
  };
}

function prepareApplicationStatements(database: DatabaseSync) {
  return {
    addApplication: database.prepare(
      'INSERT INTO applications (secret_id, key_hash, per_second, per_minute) VALUES (?, ?, ?, ?)',
    ),
    removeApplication: database.prepare('DELETE FROM applications WHERE secret_id = ?'),
    // An unknown SecretID gives a row, too, with a null in `storedId`: reading a row takes longer than reading none, and
    // the difference would show which SecretIDs exist.
    findApplication: database.prepare(
      `SELECT secret_id AS storedId, coalesce(key_hash, zeroblob(32)) AS keyHash,
         coalesce(per_second, 1) AS perSecond, coalesce(per_minute, 1) AS perMinute
       FROM (SELECT 1) LEFT JOIN applications ON secret_id = ?`,
    ),
    countApplications: database.prepare('SELECT count(*) AS count FROM applications'),
    addPackage: database.prepare(
      'INSERT INTO packages (secret_id, total, starts_at, expires_at) VALUES (?, ?, ?, ?)',
    ),
    // Uses the package that expires first.
    takeFromPackage: database.prepare(
      `UPDATE packages SET used = used + 1 WHERE id = (
         SELECT id FROM packages
         WHERE secret_id = ? AND starts_at <= ? AND expires_at > ? AND used < total ORDER BY expires_at, id LIMIT 1)`,
    ),
    addToken: database.prepare('INSERT INTO tokens (hash, secret_id, expires_at) VALUES (?, ?, ?)'),
    findTokenOwner: database.prepare(
      `SELECT t.secret_id AS secretId, a.key_hash AS keyHash, a.per_second AS perSecond, a.per_minute AS perMinute
       FROM tokens t LEFT JOIN applications a ON a.secret_id = t.secret_id WHERE t.hash = ? AND t.expires_at > ?`,
    ),
    deleteExpiredTokens: database.prepare(
      'DELETE FROM tokens WHERE hash IN (SELECT hash FROM tokens WHERE expires_at <= ? LIMIT ?)',
    ),
  };
}

function prepareLinkStatements(database: DatabaseSync) {
  return {
    addLink: database.prepare(
      'INSERT INTO links (id, link, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    findLink: database.prepare(
      'SELECT link, expires_at AS "expiresAt" FROM links WHERE id = ? AND expires_at > ?',
    ),
    deleteExpiredLinks: database.prepare(
      'DELETE FROM links WHERE id IN (SELECT id FROM links WHERE expires_at <= ? LIMIT ?)',
    ),
    truncateLog: database.prepare('PRAGMA wal_checkpoint(TRUNCATE)'),
  };
}

function prepareAdminStatements(database: DatabaseSync) {
  return {
    listApplications: database.prepare(
      `SELECT secret_id AS secretId, key_hash AS keyHash, per_second AS perSecond, per_minute AS perMinute
       FROM applications ORDER BY secret_id`,
    ),
    addPackageIfApplication: database.prepare(
      `INSERT INTO packages (secret_id, total, starts_at, expires_at)
       SELECT secret_id, ?, ?, ? FROM applications WHERE secret_id = ?`,
    ),
    listPackages: database.prepare(
      `SELECT CAST(id AS TEXT) AS id, secret_id AS secretId, total, used, starts_at AS "startsAt", expires_at AS "expiresAt"
       FROM packages WHERE secret_id = ?1 OR ?1 IS NULL ORDER BY expires_at, packages.id`,
    ),
    listLinks: database.prepare(
      'SELECT id, link, expires_at AS "expiresAt" FROM links WHERE id > ? ORDER BY id LIMIT ?',
    ),
    removeLink: database.prepare('DELETE FROM links WHERE id = ?'),
  };
}
