import * as z from 'zod/mini';
import type { Awaitable } from './awaitable.ts';

/** Who a person is: the provider, and its identifier for the person. An e-mail address may pass to somebody else. */
interface Identity {
  issuer: string;
  subject: string;
}

/**
 * The state of a person's application: its connection code works, the person has revoked it, the provider did not renew
 * the sign-in, or the operator has removed it. `since` in Unix seconds.
 */
const personState = z.enum(['connected', 'disconnected', 'refused', 'removed']);

export const personRow = z.object({
  issuer: z.string(),
  subject: z.string(),
  secretId: z.string(),
  state: personState,
  since: z.int(),
  /** Encrypted; null if the provider gave none. */
  refreshToken: z.nullable(z.string()),
  /** How often the person has signed out of /connect, which ends all sessions until then. */
  signOuts: z.int(),
});

export type Person = z.infer<typeof personRow>;

/** A person with the name of the application, which is empty if that has been removed. */
export const namedPersonRow = z.extend(personRow, { name: z.string() });

/** What a sign-in says about a person who has an application. */
interface PersonUpdate {
  secretId: string;
  name: string;
  perSecond: number;
  perMinute: number;
  refreshToken: string | null;
}

/** A person of whom the caller has read the state, which may be another one meanwhile; without it, any will do. */
type KeyOwner = Pick<Person, 'secretId'> & Partial<Pick<Person, 'state' | 'since'>>;

/** The refresh token that the caller has read, and its owner. A sign-in may have stored another one meanwhile. */
type StoredRefreshToken = Pick<Person, 'secretId'> & { refreshToken: string };

/** Seconds in which the provider is asked about a person once at most: a refresh token can be used once. */
export const checkInterval = 60;

/** The people who signed in at the company's provider, each with an application. */
export interface PeopleStore {
  findPerson(identity: Identity): Awaitable<Person | undefined>;
  /** The person of an application. */
  findOwner(secretId: string): Awaitable<Person | undefined>;
  /** Whether the caller may ask the provider about a person: of all callers, one may in `checkInterval`. */
  claimPerson(secretId: string, now: number): Awaitable<boolean>;
  /** Gives an application without a key to a person; one that the person has already stays. */
  addPerson(person: Identity & Pick<Person, 'secretId'>, now: number): Awaitable<void>;
  /** A refused person becomes a disconnected one. */
  updatePerson(update: PersonUpdate, now: number): Awaitable<void>;
  /**
   * Gives the application another key, or none: at once, the one before and its tokens are refused. False for a person who
   * was refused or removed, or has another state than the caller has read.
   */
  setPersonKey(owner: KeyOwner, keyHash: Uint8Array | null, now: number): Awaitable<boolean>;
  /** Ends all sessions of a person at /connect. */
  signOut(secretId: string): Awaitable<void>;
  /** Stores the refresh token that comes after another. */
  renewPerson(from: StoredRefreshToken, to: string): Awaitable<void>;
  /** Takes the key from a person whose refresh token was refused; false if that is not the stored one any more. */
  refusePerson(refused: StoredRefreshToken, now: number): Awaitable<boolean>;
  /** In the order of their SecretIDs. */
  listPeople(): Awaitable<z.infer<typeof namedPersonRow>[]>;
  /** Removes all that is stored about a person, the application too; false if there is no such person. */
  removePerson(secretId: string): Awaitable<boolean>;
}

/** The hash of an application without a key: no known key has this hash. */
export const noKeyHash: Uint8Array = new Uint8Array(32);
