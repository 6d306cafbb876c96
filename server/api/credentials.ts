import { createHash, timingSafeEqual } from 'node:crypto';
import { tokenLifetimeSeconds } from '../../lib/api/contract.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { randomBase62 } from '../store/identifiers.ts';
import { type Configuration, defaultConfiguration } from '../config/configuration.ts';
import { ApiError } from './envelopes.ts';
import type { AdminStore, Application, CallLimits, Package, RequestStore } from '../store/contract.ts';
import { noKeyHash } from '../store/people-contract.ts';

/** What a person enters in the extension. The key is not stored, only its hash. */
export interface Credentials {
  secretId: string;
  secretKey: string;
}

export interface ApplicationOptions extends Partial<CallLimits> {
  /** For the operator, such as "Anna, marketing". */
  name?: string;
  packages?: readonly Package[];
}

/** Letters of a key or token: 43 of 62 possible letters carry 256 bits. */
const secretLength = 43;
const secretIdLength = 20;

/**
 * A fast hash is right here: keys and tokens are 256 random bits, so no dictionary attack is possible, and a slow hash
 * would let anyone who requests tokens keep the processor busy.
 */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

export const createSecretId = () => randomBase62(secretIdLength);

/** A new key or token, and its hash, which alone is stored. */
export function createSecret() {
  const secret = randomBase62(secretLength);
  return { secret, hash: hashOf(secret) };
}

/** Creates an application and returns its credentials. Missing options are as configured. */
export async function createApplication(
  store: AdminStore,
  options: ApplicationOptions = {},
  configuration: Pick<Configuration, 'callsPerSecond' | 'callsPerMinute' | 'units'> = defaultConfiguration,
): Promise<Credentials> {
  const {
    name = '',
    perSecond = configuration.callsPerSecond,
    perMinute = configuration.callsPerMinute,
    packages = [{ total: configuration.units, startsAt: 0, expiresAt: noExpiry }],
  } = options;
  const secretId = createSecretId();
  const { secret: secretKey, hash: keyHash } = createSecret();

  await store.addApplication({ secretId, name, keyHash, perSecond, perMinute }, packages);
  return { secretId, secretKey };
}

/**
 * The application with these credentials. An unknown SecretID and a wrong SecretKey get the same answer after the same
 * work, so that a caller cannot find out which SecretIDs exist.
 *
 * @throws ApiError Missing Parameter, Application Not Found
 */
export async function authenticate(
  store: RequestStore,
  { secretId, secretKey }: Credentials,
): Promise<Application> {
  // The answer does not echo the SecretKey.
  if (secretId === '' || secretKey === '') {
    throw new ApiError('missing-parameter', { data: { SecretID: secretId } });
  }

  const application = await store.findApplication(secretId);
  const isRightKey = timingSafeEqual(application?.keyHash ?? noKeyHash, hashOf(secretKey));
  if (!application || !isRightKey) throw new ApiError('application-not-found');
  return application;
}

/** Issues a token to the application, valid for `lifetime` seconds. `now` in Unix seconds. */
export async function issueToken(
  store: RequestStore,
  { secretId, keyHash }: Application,
  { now, lifetime = tokenLifetimeSeconds }: { now: number; lifetime?: number | undefined },
): Promise<string> {
  const { secret: token, hash } = createSecret();
  await store.addToken({ hash, secretId, keyHash, expiresAt: Math.floor(now) + lifetime });
  return token;
}

/**
 * The application that a token was issued to. `now` in Unix seconds.
 *
 * @throws ApiError Permission Denied, Application Not Found
 */
export async function applicationOfToken(
  store: RequestStore,
  token: string,
  now: number,
): Promise<Application> {
  const owner = await store.findTokenOwner(hashOf(token), now);
  if (!owner) throw new ApiError('permission-denied');
  if (!owner.application) throw new ApiError('application-not-found');
  return owner.application;
}

/**
 * SecretID and SecretKey of a Get token request, empty if they are missing. There are four styles: `Basic base64(id:key)`,
 * `Basic id:key` or `id:key` in Authorization, and the headers SecretID and SecretKey, which are ignored if Authorization has both.
 * hono/basic-auth knows only the first, and its middleware answers HTTP 401.
 */
export function readCredentials(headers: Headers): Credentials {
  const credentials = credentialsIn(authorizationOf(headers));
  if (credentials) return credentials;

  return {
    secretId: headers.get('secretid')?.trim() ?? '',
    secretKey: headers.get('secretkey')?.trim() ?? '',
  };
}

/** The token in `Authorization: Bearer`, empty if there is none. */
export function readBearerToken(headers: Headers): string {
  return /^Bearer +(\S+) *$/i.exec(authorizationOf(headers))?.[1] ?? '';
}

/** The SDK for v3 repeats its Authorization line with every attempt: equal lines count as one. */
function authorizationOf(headers: Headers): string {
  const value = headers.get('authorization') ?? '';
  const [first = '', ...others] = value.split(', ');
  return others.every((line) => line === first) ? first : value;
}

/** Reads the three styles of Authorization. Text with a colon is never base64. */
function credentialsIn(authorization: string): Credentials | undefined {
  const scheme = /^Basic\s+/i.exec(authorization)?.[0] ?? '';
  const text = authorization.slice(scheme.length);
  const isEncoded = scheme !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
  return splitPair(isEncoded ? Buffer.from(text, 'base64').toString() : text);
}

/** Splits at the first colon. A SecretID with white space would be another scheme, such as `Bearer` or `Digest`. */
function splitPair(text: string): Credentials | undefined {
  const [, secretId, secretKey] = /^([^\s:]+):(.+)$/s.exec(text) ?? [];
  return secretId && secretKey ? { secretId, secretKey } : undefined;
}
