/**
 * The schema, as the steps that lead to it: each is carried out once, and never changed afterwards. All times are Unix seconds, but `opened_on` and `day` are in days since 1970; `expires_at` is the second from which a row is
 * no longer valid. `endings` has every identifier that a person chose, here or at the service that it was imported from, and
 * `lower_case_endings` the same in lower case, with how many there are that differ in case only. `host` is where a link leads,
 * see `targetHost`, and a token has the hash of the key that it was issued for. `import_id` is the line of the audit log of the
 * import that a link came with, negative once the link was opened or changed. AUTOINCREMENT never gives out a number of a
 * deleted line again.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE applications (
    secret_id TEXT PRIMARY KEY,
    key_hash BLOB NOT NULL,
    per_second INTEGER NOT NULL CHECK (per_second > 0),
    per_minute INTEGER NOT NULL CHECK (per_minute > 0),
    name TEXT NOT NULL
  ) STRICT;
  CREATE TABLE packages (
    id INTEGER PRIMARY KEY,
    secret_id TEXT NOT NULL REFERENCES applications ON DELETE CASCADE,
    total INTEGER NOT NULL,
    used INTEGER NOT NULL DEFAULT 0,
    starts_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX packages_by_application ON packages (secret_id, expires_at);
  CREATE TABLE tokens (
    hash BLOB PRIMARY KEY,
    secret_id TEXT NOT NULL,
    key_hash BLOB NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE people (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    secret_id TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL,
    since INTEGER NOT NULL,
    refresh_token TEXT,
    checked_at INTEGER NOT NULL,
    sign_outs INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE links (
    id TEXT PRIMARY KEY,
    link TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    secret_id TEXT,
    created_at INTEGER NOT NULL,
    removed_at INTEGER,
    max_opens INTEGER,
    opens INTEGER NOT NULL DEFAULT 0,
    opened_on INTEGER,
    host TEXT,
    import_id INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX links_by_expiry ON links (expires_at);
  CREATE INDEX links_by_owner ON links (secret_id, id);
  CREATE INDEX links_by_host ON links (host, id);
  CREATE INDEX links_by_import ON links (import_id, id) WHERE import_id IS NOT NULL;
  CREATE TABLE endings (ending TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE INDEX endings_by_lower_case ON endings (lower(ending));
  CREATE TABLE lower_case_endings (
    ending TEXT PRIMARY KEY,
    count INTEGER NOT NULL DEFAULT 1
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE audit_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL DEFAULT (unixepoch()),
    via TEXT NOT NULL,
    who TEXT NOT NULL DEFAULT '',
    action TEXT NOT NULL,
    link_id TEXT NOT NULL DEFAULT '',
    secret_id TEXT NOT NULL DEFAULT '',
    link_count INTEGER,
    host TEXT NOT NULL DEFAULT '',
    reason TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE INDEX audit_log_by_time ON audit_log (at);
  CREATE INDEX audit_log_of_backups ON audit_log (at) WHERE action = 'backup-verified';
  CREATE TABLE operator_links (
    hash BLOB PRIMARY KEY,
    expires_at INTEGER NOT NULL,
    used_at INTEGER,
    session_hash BLOB UNIQUE
  ) STRICT, WITHOUT ROWID;
`,
];
