/** The words in which databases differ. */
interface Dialect {
  /** An identifier or another text that is compared byte by byte. */
  name: string;
  bigint: string;
  bytes: string;
  /** The key of a table whose rows are numbered; no number is given out twice. */
  serial: string;
  /** The Unix time of the database. */
  now: string;
  /** What follows the columns of a table whose key is a name, and of one whose rows are numbered. */
  keyed?: string;
  numbered?: string;
}

/**
 * The first schema. All times are Unix seconds, but `opened_on` is in days since 1970; `expires_at` is the second from
 * which a row is no longer valid. `endings` has every identifier that a person chose, here or at the service that it was imported
 * from. Those that were chosen here, `is_own`, differ in more than case. `host` is where a link leads, see `targetHost`, and a
 * token has the hash of the key that it was issued for. `import_id` is the line of the audit log of the import that a link came
 * with, negative once the link was opened or changed.
 */
export const schema = ({ name, bigint, bytes, serial, now, keyed = '', numbered = '' }: Dialect): string => `
  CREATE TABLE applications (
    secret_id ${name} PRIMARY KEY,
    key_hash ${bytes} NOT NULL,
    per_second integer NOT NULL CHECK (per_second > 0),
    per_minute integer NOT NULL CHECK (per_minute > 0),
    name text NOT NULL
  )${keyed};
  CREATE TABLE packages (
    id ${serial},
    secret_id ${name} NOT NULL REFERENCES applications ON DELETE CASCADE,
    total ${bigint} NOT NULL,
    used ${bigint} NOT NULL DEFAULT 0 CHECK (used <= total),
    starts_at ${bigint} NOT NULL,
    expires_at ${bigint} NOT NULL
  )${numbered};
  CREATE INDEX packages_by_application ON packages (secret_id, expires_at);
  CREATE TABLE tokens (
    hash ${bytes} PRIMARY KEY,
    secret_id ${name} NOT NULL,
    key_hash ${bytes} NOT NULL,
    expires_at ${bigint} NOT NULL
  )${keyed};
  CREATE INDEX tokens_by_expiry ON tokens (expires_at);
  CREATE TABLE people (
    issuer ${name} NOT NULL,
    subject ${name} NOT NULL,
    secret_id ${name} NOT NULL UNIQUE,
    state text NOT NULL,
    since ${bigint} NOT NULL,
    refresh_token text,
    checked_at ${bigint} NOT NULL,
    sign_outs integer NOT NULL,
    PRIMARY KEY (issuer, subject)
  )${keyed};
  CREATE TABLE links (
    id ${name} PRIMARY KEY,
    link text NOT NULL,
    expires_at ${bigint} NOT NULL,
    secret_id ${name},
    created_at ${bigint} NOT NULL,
    removed_at ${bigint},
    max_opens integer,
    opens integer NOT NULL DEFAULT 0,
    opened_on integer,
    host ${name},
    import_id ${bigint}
  )${keyed};
  CREATE INDEX links_by_expiry ON links (expires_at);
  CREATE INDEX links_by_owner ON links (secret_id, id);
  CREATE INDEX links_by_host ON links (host, id);
  CREATE INDEX links_by_import ON links (import_id, id) WHERE import_id IS NOT NULL;
  CREATE TABLE endings (ending ${name} PRIMARY KEY, is_own integer NOT NULL DEFAULT 0)${keyed};
  CREATE INDEX endings_by_lower_case ON endings (lower(ending));
  CREATE UNIQUE INDEX own_endings_by_lower_case ON endings (lower(ending)) WHERE is_own = 1;
  CREATE TABLE audit_log (
    id ${serial},
    at ${bigint} NOT NULL DEFAULT (${now}),
    via text NOT NULL,
    who text NOT NULL,
    action text NOT NULL,
    link_id ${name} NOT NULL,
    secret_id ${name} NOT NULL,
    link_count ${bigint},
    host ${name} NOT NULL,
    reason text NOT NULL
  )${numbered};
  CREATE INDEX audit_log_by_time ON audit_log (at);
  CREATE INDEX audit_log_of_backups ON audit_log (at) WHERE action = 'backup-verified';
  CREATE TABLE operator_links (
    hash ${bytes} PRIMARY KEY,
    expires_at ${bigint} NOT NULL,
    used_at ${bigint},
    session_hash ${bytes} UNIQUE
  )${keyed};
`;
