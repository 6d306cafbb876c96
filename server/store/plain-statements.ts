import { noExpiry } from '../../lib/validity/contract.ts';
import { countLimit, instanceLifetime, week } from './operator-contract.ts';
import { checkInterval } from './people-contract.ts';

/** The columns of `linkRow`. */
export const linkColumns =
  'id, link, expires_at AS "expiresAt", removed_at AS "removedAt", max_opens AS "maxOpens", opens';

/** The columns of `ownedLinkRow`. */
export const ownedLinkColumns = `${linkColumns}, secret_id AS "secretId", created_at AS "createdAt", opened_on AS "openedOn"`;

/** Keeps an imported link from being deleted with its import. */
export const used = 'import_id = -abs(import_id)';

/** The columns of `personRow`. */
const personColumns =
  'p.issuer, p.subject, p.secret_id AS "secretId", p.state, p.since, p.refresh_token AS "refreshToken", p.sign_outs AS "signOuts"';

const packageColumns =
  'CAST(id AS text) AS id, secret_id AS "secretId", total, used, starts_at AS "startsAt", expires_at AS "expiresAt"';

const auditColumns =
  'id, at, via, who, action, link_id AS "linkId", secret_id AS "secretId", link_count AS "linkCount", host, reason';

/**
 * The statements that are the same in every store. Their parameters are $1, $2 and so on. A statement that writes may be sent twice
 * after a lost connection.
 */
export const plainStatements = {
  addToken: `INSERT INTO tokens (hash, secret_id, key_hash, expires_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (hash) DO NOTHING`,

  findTokenOwner: `SELECT t.secret_id AS "secretId", a.key_hash AS "keyHash", a.per_second AS "perSecond", a.per_minute AS "perMinute"
    FROM tokens t LEFT JOIN applications a ON a.secret_id = t.secret_id AND a.key_hash = t.key_hash
    WHERE t.hash = $1 AND t.expires_at > $2`,

  openLink: `UPDATE links SET opens = opens + 1, opened_on = $3, ${used} WHERE id = $1 AND expires_at > $2 AND removed_at IS NULL
    AND opens < max_opens RETURNING ${linkColumns}`,

  readLink: `SELECT ${ownedLinkColumns} FROM links WHERE id = $1 AND secret_id = $2 AND expires_at > $3`,

  listOwnLinks: `SELECT ${ownedLinkColumns} FROM links WHERE secret_id = $1 AND id > $2 AND expires_at > $3 ORDER BY id LIMIT $4`,

  listLinks: `SELECT ${ownedLinkColumns} FROM links WHERE id > $1 AND link <> '' ORDER BY id LIMIT $2`,

  listLinksTo: `SELECT ${ownedLinkColumns} FROM links WHERE host = $3 AND id > $1 AND link <> '' ORDER BY id LIMIT $2`,

  findOwnedLink: `SELECT ${ownedLinkColumns} FROM links WHERE id = $1`,

  listUsedImports: `SELECT ${ownedLinkColumns} FROM links WHERE import_id = -CAST($1 AS bigint) AND id > $2 ORDER BY id LIMIT $3`,

  countApplications: 'SELECT count(*) AS count FROM applications',

  listApplications: `SELECT secret_id AS "secretId", name, key_hash AS "keyHash", per_second AS "perSecond", per_minute AS "perMinute"
    FROM applications ORDER BY secret_id`,

  listPackages: `SELECT ${packageColumns} FROM packages ORDER BY expires_at, packages.id`,

  listOwnPackages: `SELECT ${packageColumns} FROM packages WHERE secret_id = $1 ORDER BY expires_at, packages.id`,

  findPerson: `SELECT ${personColumns} FROM people p WHERE issuer = $1 AND subject = $2`,

  findOwner: `SELECT ${personColumns} FROM people p WHERE secret_id = $1`,

  // The distance, as a clock may have been set back, or be behind that of another instance.
  claimPerson: `UPDATE people SET checked_at = $2 WHERE secret_id = $1 AND abs(checked_at - $2) >= ${checkInterval}
    RETURNING secret_id`,

  listPeople: `SELECT ${personColumns}, coalesce(a.name, '') AS name
    FROM people p LEFT JOIN applications a ON a.secret_id = p.secret_id ORDER BY p.secret_id`,

  signOut: 'UPDATE people SET sign_outs = sign_outs + 1 WHERE secret_id = $1',

  renewPerson: 'UPDATE people SET refresh_token = $3 WHERE secret_id = $1 AND refresh_token = $2',

  listAudit: `SELECT ${auditColumns} FROM audit_log WHERE id < $1 ORDER BY id DESC LIMIT $2`,

  addRevocation: `INSERT INTO audit_log (via, action, secret_id, link_count, host, reason)
    VALUES ('admin', 'links-revoked', $1, $2, $3, $4)`,

  addVerifiedBackup: "INSERT INTO audit_log (via, action) VALUES ('admin', 'backup-verified')",

  // There is an index for this statement.
  verifiedBackupAt: "SELECT max(at) AS at FROM audit_log WHERE action = 'backup-verified'",

  findImport: 'SELECT id FROM audit_log WHERE action = $1 AND secret_id = $2 AND reason = $3',

  beginImport: `INSERT INTO audit_log (via, action, secret_id, reason, link_count) VALUES ('admin', $1, $2, $3, 0) RETURNING id`,

  listDayCounts: 'SELECT day, name, count FROM day_counts WHERE day >= $1 ORDER BY day, name',

  removeSilentInstances: `DELETE FROM instances WHERE seen_at < CAST($1 AS bigint) - ${instanceLifetime}`,

  reportInstance: `INSERT INTO instances (name, version, problem, seen_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (name) DO UPDATE SET version = excluded.version, problem = excluded.problem, seen_at = excluded.seen_at`,

  removeInstance: 'DELETE FROM instances WHERE name = $1',

  listInstances: 'SELECT name, version, problem, seen_at AS "seenAt" FROM instances ORDER BY name',

  // At most one more than `countLimit`. The conditions on the largest time let the index be used that leaves out links which
  // never expire.
  countLinks: `SELECT
    (SELECT count(*) FROM (SELECT 1 FROM links LIMIT ${countLimit + 1}) AS counted) AS "all",
    (SELECT count(*) FROM (
      SELECT 1 FROM links WHERE expires_at <= $1 AND expires_at < ${noExpiry} LIMIT ${countLimit + 1}) AS counted) AS expired,
    (SELECT count(*) FROM (
      SELECT 1 FROM links WHERE expires_at > $1 AND expires_at <= $1 + ${week} AND expires_at < ${noExpiry}
      LIMIT ${countLimit + 1}) AS counted) AS expiring`,

  findOperatorLink:
    'SELECT used_at AS "usedAt", expires_at AS "expiresAt" FROM operator_links WHERE hash = $1',

  findOperatorSession:
    'SELECT expires_at AS "expiresAt" FROM operator_links WHERE session_hash = $1 AND expires_at > $2',

  endOperatorSession: 'UPDATE operator_links SET session_hash = NULL WHERE session_hash = $1',
} as const;

export type PlainStatement = keyof typeof plainStatements;
