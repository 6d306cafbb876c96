import * as z from 'zod/mini';
import { OutsideError } from '../config/errors.ts';
import type { AuditLine, OperatorStore, Revocation } from './operator-contract.ts';
import type { Awaitable } from './awaitable.ts';
import type { PeopleStore } from './people-contract.ts';

/** How many calls a caller may make in each second and in each minute of the clock. */
export interface CallLimits {
  perSecond: number;
  perMinute: number;
}

/** A caller of the service. Only the SHA-256 hash of its SecretKey is stored. The limits apply to each operation. */
export type Application = z.infer<typeof applicationRow>;

const applicationRow = z.object({
  secretId: z.string(),
  keyHash: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  perSecond: z.int(),
  perMinute: z.int(),
});

/** An application with its name for the operator, which may be empty. */
export const namedApplicationRow = z.extend(applicationRow, { name: z.string() });

type NamedApplication = z.infer<typeof namedApplicationRow>;

/** An application that may not exist: then `storedId` is null and the other columns have placeholders. */
export const applicationOrNone = z.extend(z.omit(applicationRow, { secretId: true }), {
  storedId: z.nullable(z.string()),
});

/** The application of a token; its columns are null if it was removed or has another key now. */
const tokenOwnerRow = z.optional(
  z.union([
    applicationRow,
    z.object({ secretId: z.string(), keyHash: z.null(), perSecond: z.null(), perMinute: z.null() }),
  ]),
);

/** Reads the row that was found for a token; undefined if there was none. */
export function tokenOwnerOf(row: unknown): TokenOwner | undefined {
  const owner = tokenOwnerRow.parse(row);
  return owner && { application: owner.keyHash === null ? undefined : owner };
}

/** A package as it is stored, with the units that have been used. */
export const packageRow = z.object({
  id: z.string(),
  secretId: z.string(),
  total: z.int(),
  used: z.int(),
  startsAt: z.int(),
  expiresAt: z.int(),
});

export type StoredPackage = z.infer<typeof packageRow>;

/** The units of packages together, and how many of them are used. */
export function unitsOf(packages: readonly StoredPackage[]) {
  const units = { total: 0, used: 0 };
  for (const { total, used } of packages) {
    units.total += total;
    units.used += used;
  }
  return units;
}

/** Prepaid short links: `total` of them, which can be created from `startsAt` until before `expiresAt` (Unix seconds). */
export type Package = Pick<StoredPackage, 'total' | 'startsAt' | 'expiresAt'>;

/**
 * Seconds for which an expired or removed link stays: its application can revive it, and people who follow it learn what
 * became of it. A clock that was ahead may be set right within them.
 */
export const linkGrace = 7 * 24 * 60 * 60;

/**
 * A short link as it is followed. It stops working at `expiresAt` (Unix seconds), which is not after `removedAt`, and after
 * `maxOpens` opens if that is not null.
 */
export type StoredLink = z.infer<typeof linkRow>;

export const linkRow = z.object({
  id: z.string(),
  link: z.string(),
  expiresAt: z.int(),
  removedAt: z.nullable(z.int()),
  maxOpens: z.nullable(z.int()),
  opens: z.int(),
});

/** The day of a time in Unix seconds, in days since 1970. */
export const dayOf = (now: number): number => Math.floor(now / 86_400);

/** How often a link was opened since the last write, and the last day of it, in days since 1970. */
export interface LinkOpens {
  id: string;
  count: number;
  day: number;
}

/** A short link with what its application and the operator read: `openedOn` in days since 1970. */
export type OwnedLink = z.infer<typeof ownedLinkRow>;

export const ownedLinkRow = z.extend(linkRow, {
  secretId: z.nullable(z.string()),
  createdAt: z.int(),
  openedOn: z.nullable(z.int()),
});

export const countRow = z.object({ count: z.int() });

/** A short link to store, and the application that pays for it and owns it. */
export interface NewLink extends Pick<StoredLink, 'id' | 'link' | 'expiresAt'> {
  secretId: string;
  /** How often it can be opened; missing without a limit. */
  maxOpens?: number | undefined;
  /** Whether a person chose the identifier. Then it is never free again, nor is one that differs in case only. */
  isEnding?: boolean;
}

/** A short link from another service. */
export interface ImportedLink extends Omit<OwnedLink, 'removedAt' | 'secretId'> {
  /** As in NewLink. Other services have endings that differ in case only: each of them is imported. */
  isEnding: boolean;
}

/** A short link of an application; for all others it does not exist. */
export interface LinkKey {
  id: string;
  secretId: string;
}

/** A change of a link: a missing field stays as it is. A new time also revives a link that was removed. */
interface LinkChange extends LinkKey {
  link?: string | undefined;
  expiresAt?: number | undefined;
}

/**
 * A token to store, as its SHA-256 hash. It is refused from `expiresAt` on (Unix seconds), and as soon as its application has
 * another key than the one that it was issued for.
 */
interface NewToken {
  hash: Uint8Array;
  secretId: string;
  keyHash: Uint8Array;
  expiresAt: number;
}

/** An operation of an application, whose calls are counted together. */
export interface CountedCall {
  secretId: string;
  operation: 'token' | 'add' | 'manage';
  limits: CallLimits;
}

/** Part of a list that is in the order of the identifiers. */
interface Page {
  /** The list continues after this identifier; an empty one is its beginning. */
  after: string;
  pageSize: number;
}

/** The owner of a token. `application` is undefined if it was removed or has another key now. */
export interface TokenOwner {
  application: Application | undefined;
}

/** The calls of the service while it answers requests. */
export interface RequestStore {
  findApplication(secretId: string): Awaitable<Application | undefined>;
  addToken(token: NewToken): Awaitable<void>;
  /** The owner of a token; undefined for an unknown or expired token. */
  findTokenOwner(hash: Uint8Array, now: number): Awaitable<TokenOwner | undefined>;
  /**
   * Fixed-window rate limit: counts a call if it is within the limits of its aligned second and minute. Returns 0 if it is,
   * otherwise the milliseconds until the window ends that is full. A refused call is not counted, unless it is its minute that is
   * full: then it may be counted in its second. A store that several instances share counts by the database's clock instead of
   * `now`.
   */
  countCall(call: CountedCall, now: number): Awaitable<number>;
  /** Stores the link and takes one unit from the application's packages, or does neither. */
  addLink(link: NewLink, now: number): Awaitable<'added' | 'taken' | 'no-package'>;
  /** A short link, for `linkGrace` also one that has expired or was removed; undefined for an unknown one. */
  findLink(id: string, now: number): Awaitable<StoredLink | undefined>;
  /** The ending that is this one in lower case; undefined if there is none, or if there are several, which imports may bring. */
  findEnding(lowerCase: string): Awaitable<string | undefined>;
  /** Takes one of the opens of a link with a limit; undefined if none is left, or if there is no such link. */
  openLink(id: string, now: number): Awaitable<StoredLink | undefined>;
  /** Adds opens of links, in one statement. */
  addOpens(opens: readonly LinkOpens[]): Awaitable<void>;
  /** These find a link for `linkGrace` after its expiry, too. Repeated, they have the same result. */
  readLink(key: LinkKey, now: number): Awaitable<OwnedLink | undefined>;
  changeLink(change: LinkChange, now: number): Awaitable<OwnedLink | undefined>;
  /** Lets the link expire now; false if it does not exist. */
  deleteLink(key: LinkKey, now: number): Awaitable<boolean>;
  /** The links of an application, in the order of their identifiers. */
  listOwnLinks(secretId: string, page: Page, now: number): Awaitable<OwnedLink[]>;
  /**
   * Deletes at most `maxRows` links and as many tokens that expired by these times, and lines of the audit log that were old
   * then; returns how many rows it deleted.
   */
  deleteExpired(by: { links: number; tokens: number }, maxRows: number): Awaitable<number>;
}

/** The calls of the operator's commands. Their changes are in the audit log. */
export interface AdminStore {
  addApplication(
    application: Application & { name?: string; via?: 'admin' | 'person' },
    packages: readonly Package[],
  ): Awaitable<void>;
  /**
   * Removes an application with its packages; false if it does not exist. Its tokens stay until they expire, so that a
   * caller with such a token gets Application Not Found. If it was a person's, that person cannot get another one. The reason
   * is for the audit log.
   */
  removeApplication(secretId: string, reason?: string): Awaitable<boolean>;
  countApplications(): Awaitable<number>;
  /** All applications, in the order of their SecretIDs. */
  listApplications(): Awaitable<NamedApplication[]>;
  /** Adds a package to an application; false if that does not exist. */
  addPackage(secretId: string, added: Package): Awaitable<boolean>;
  /** The packages of an application, or of all of them; the one that expires first comes first. */
  listPackages(secretId?: string): Awaitable<StoredPackage[]>;
  /** Stored links, expired ones included, in the order of their identifiers; those to `host` if it is given. */
  listLinks(page: Page & { host?: string }): Awaitable<OwnedLink[]>;
  /** A link whatever its state, also one that was revoked. */
  findOwnedLink(id: string): Awaitable<OwnedLink | undefined>;
  /**
   * Removes short links permanently: erases their addresses and their owners. `now` in Unix seconds; without `by`, the audit log
   * has no lines of it, see `addRevocation`.
   */
  revokeLinks(ids: readonly string[], now: number, by?: Revocation): Awaitable<void>;
  /**
   * Writes one line into the audit log for many links that an admin command revokes, with the application or the host if they are
   * those of one. It comes before them, so that none is revoked without a line.
   */
  addRevocation(line: Pick<AuditLine, 'secretId' | 'linkCount' | 'host' | 'reason'>): Awaitable<void>;
  /**
   * The links with these identifiers, whatever their state. An ending whose link is no longer stored comes without an address,
   * as a revoked link does.
   */
  findTaken(ids: readonly string[]): Awaitable<OwnedLink[]>;
  /**
   * Writes a line of the audit log for an import or its undoing, to which each batch adds its links, unless there is one with
   * these values, which goes on; returns the line's number, which is also that of the import. `file` names what is imported.
   */
  beginImport(action: 'links-imported' | 'import-undone', secretId: string, file: string): Awaitable<number>;
  /**
   * Stores the links whose identifiers are free, all of them or none, and takes no units for them. Returns these identifiers.
   * Each identifier is there once.
   */
  importLinks(
    links: readonly ImportedLink[],
    owner: { secretId: string; importId: number },
  ): Awaitable<string[]>;
  /**
   * Deletes at most `maxRows` links of an import that were not opened or changed since, and forgets their endings; returns how
   * many. `line` is that of the audit log.
   */
  undoImport(importId: number, line: number, maxRows: number): Awaitable<number>;
  /** The links of an import that were opened or changed since, in the order of their identifiers. */
  listUsedImports(importId: number, page: Page): Awaitable<OwnedLink[]>;
}

export interface StoreHealth {
  /** A sentence that says why the store cannot be used although it answers. */
  problem: string | undefined;
  /** The clock that instances share, in milliseconds since 1970; undefined if the store has none of its own. */
  clock: number | undefined;
}

/**
 * All persistent data of the service. Times are Unix seconds, `now` included. When a call has returned, its changes are
 * on the disk. A call throws StoreUnavailableError if a retry may succeed, and any other error if it may not.
 */
export interface Store extends RequestStore, AdminStore, OperatorStore, PeopleStore {
  /** Whether the store can be used now. Throws StoreUnavailableError if it is out of reach. */
  health(): Awaitable<StoreHealth>;
  close(): Awaitable<void>;
}

/** The database cannot be used now: it is locked or out of reach. The same call may succeed a moment later. */
export class StoreUnavailableError extends OutsideError {
  override name = 'StoreUnavailableError';
  /** Whether the call may have been carried out, or may be yet. */
  readonly isUncertain: boolean;

  constructor(
    message: string,
    { isUncertain = false, ...options }: ErrorOptions & { isUncertain?: boolean } = {},
  ) {
    super(message, options);
    this.isUncertain = isUncertain;
  }
}
