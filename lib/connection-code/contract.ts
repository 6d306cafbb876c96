import * as z from 'zod/mini';

/** What a person needs to connect to a service. The address begins with https://, or with http:// on this computer. */
const connectionParts = z.lazy(() =>
  z.object({
    address: z.string().check(z.regex(/^https?:\/\/[^\s/]+/), z.maxLength(2000)),
    secretId: z.string().check(z.regex(/^[\x21-\x7e]+$/), z.maxLength(200)),
    secretKey: z.string().check(z.regex(/^[\x21-\x7e]+$/), z.maxLength(200)),
  }),
);

export type ConnectionParts = z.infer<typeof connectionParts>;

const prefix = 'waylark:1:';

/** Characters of the longest code: its parts, each letter of the address as three bytes, in base64. */
const longestCode = 10_000;

const partList = z.lazy(() => z.tuple([z.string(), z.string(), z.string()]));

/**
 * Address, SecretID and SecretKey in one line: "waylark:1:" and the base64url (RFC 4648, no padding) of a JSON list of the
 * three, in UTF-8. It is as secret as the key.
 */
export function connectionCode({ address, secretId, secretKey }: ConnectionParts): string {
  const bytes = new TextEncoder().encode(JSON.stringify([address, secretId, secretKey]));
  const base64 = btoa(String.fromCodePoint(...bytes));
  return prefix + base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The parts of a connection code, around which there may be white space; undefined for any other text. */
export function readConnectionCode(text: string): ConnectionParts | undefined {
  const code = text.trim();
  if (!code.startsWith(prefix) || code.length > longestCode) return undefined;

  try {
    const base64 = code.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const json = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const [address, secretId, secretKey] = partList.parse(JSON.parse(json));
    return connectionParts.parse({ address, secretId, secretKey });
  } catch {
    // The text was cut, or it never was a code.
    return undefined;
  }
}
