import type { Credentials } from './credentials.ts';

// This does not use hono/basic-auth: it knows one of the four styles, and its middleware answers HTTP 401.

/**
 * SecretID and SecretKey of a Get token request, empty if they are missing. If Authorization carries both, the two
 * headers are ignored.
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

/** Reads `Basic base64(id:key)`, `Basic id:key` and `id:key`. Text with a colon is never base64. */
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
