import { noExpiry } from '../../../lib/validity/contract.ts';

/**
 * The schema, as the steps that lead to it: each is carried out once, in a transaction, and never changed afterwards. All
 * times are Unix seconds; `expires_at` is the second from which a row is no longer valid. Low fill factors leave room for new
 * versions of rows that change often, so that their indexes stay as they are.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE applications (
    secret_id text COLLATE "C" PRIMARY KEY,
    key_hash bytea NOT NULL,
    per_second integer NOT NULL CHECK (per_second > 0),
    per_minute integer NOT NULL CHECK (per_minute > 0)
  );
  CREATE TABLE packages (
    id text COLLATE "C" NOT NULL,
    slot smallint NOT NULL,
    secret_id text COLLATE "C" NOT NULL REFERENCES applications ON DELETE CASCADE,
    total bigint NOT NULL,
    used bigint NOT NULL CHECK (used <= total),
    starts_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    PRIMARY KEY (id, slot)
  ) WITH (fillfactor = 25);
  CREATE INDEX packages_by_application ON packages (secret_id, expires_at);
  CREATE TABLE tokens (
    hash bytea PRIMARY KEY,
    secret_id text COLLATE "C" NOT NULL,
    expires_at bigint NOT NULL
  );
  CREATE INDEX tokens_by_expiry ON tokens (expires_at);
  CREATE TABLE links (
    id text COLLATE "C" PRIMARY KEY,
    link text NOT NULL,
    expires_at bigint NOT NULL
  );
  CREATE INDEX links_by_expiry ON links (expires_at) WHERE expires_at < ${noExpiry};
  CREATE TABLE limits (
    caller text COLLATE "C" PRIMARY KEY,
    second bigint NOT NULL,
    in_second integer NOT NULL,
    minute bigint NOT NULL,
    in_minute integer NOT NULL
  ) WITH (fillfactor = 25);
  `,
];
