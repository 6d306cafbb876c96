import { createHash, timingSafeEqual } from 'node:crypto';
import { tokenLifetime } from '../lib/api/contract.ts';
import { randomBase62 } from './base62.ts';
import { Refusal } from './answers.ts';
import type { Application, Package, Store } from './store.ts';

/** What a person enters in the extension; the key exists in this form only once. */
export interface Credentials {
  secretId: string;
  secretKey: string;
}

export interface ApplicationOptions {
  /** Calls of each operation in any second. */
  perSecond?: number;
  /** Calls of each operation in any minute. */
  perMinute?: number;
  packages?: readonly Package[];
}

/** 43 of 62 letters carry 256 bits. */
const keyLength = 43;
const idLength = 20;

/** Enough for a person, and for every tab of a window at once. */
const usual = {
  perSecond: 20,
  perMinute: 600,
  packages: [{ total: 1_000_000, begin: 0, end: 9_999_999_999 }],
};

/**
 * A fast hash is right here: keys and tokens are 256 random bits, so there is no dictionary to slow down, and a
 * slow hash would let anyone who asks for tokens keep the processor busy.
 */
function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Makes an application and answers its credentials; only the key's hash is kept. */
export async function createApplication(
  store: Store,
  options: ApplicationOptions = {},
): Promise<Credentials> {
  const { packages, perSecond, perMinute } = { ...usual, ...options };
  const secretId = randomBase62(idLength);
  const secretKey = randomBase62(keyLength);
  await store.addApplication({ secretId, keyHash: hash(secretKey), perSecond, perMinute }, packages);
  return { secretId, secretKey };
}

/** Compared with where there is no application; no key is known to hash to it. */
const noKeyHash = Buffer.alloc(32);

/**
 * The application with these credentials. An unknown SecretID and a wrong SecretKey take the same steps to the same
 * refusal, so that SecretIDs cannot be listed. Throws Refusal: Missing Parameter, Application Not Found.
 */
export async function applicationOf(
  store: Store,
  { secretId, secretKey }: Credentials,
): Promise<Application> {
  // The key is never sent back, not even to whoever sent it.
  if (secretId === '' || secretKey === '')
    throw new Refusal('missing-parameter', { data: { SecretID: secretId } });
  const application = await store.application(secretId);
  const isRightKey = timingSafeEqual(application?.keyHash ?? noKeyHash, hash(secretKey));
  if (!application || !isRightKey) throw new Refusal('application-not-found');
  return application;
}

/** Issues a token to the application, valid for an hour. `now` in Unix seconds. */
export async function giveToken(store: Store, secretId: string, now: number): Promise<string> {
  const token = randomBase62(keyLength);
  await store.addToken({ hash: hash(token), secretId, ends: Math.floor(now) + tokenLifetime });
  return token;
}

/** The application a token was given to. Throws Refusal: Permission Denied, Application Not Found. `now` in Unix seconds. */
export async function tokenHolder(store: Store, token: string, now: number): Promise<Application> {
  const secretId = await store.tokenOwner(hash(token), now);
  if (secretId === undefined) throw new Refusal('permission-denied');
  const application = await store.application(secretId);
  if (!application) throw new Refusal('application-not-found');
  return application;
}
