import { type Advanced, type CredentialStyle, defaultPathsOf, type Operation } from './contract.ts';

/** What an operation needs of an account: the address of the service, and the credentials. */
export interface ApiAccount {
  /** Base address with its version segment and no slash at its end; the slash of a base without a path stays. */
  address: string;
  secretId: string;
  secretKey: string;
  /** Missing if nothing is set. */
  advanced?: Pick<Advanced, 'paths'> | undefined;
}

/** The path of an operation below a service address: the one that was set, or that version's default. */
export const pathOf = (service: Pick<ApiAccount, 'address' | 'advanced'>, operation: Operation): string =>
  service.advanced?.paths[operation] || defaultPathsOf(service.address)[operation];

/**
 * The headers that carry the credentials in one style. Never two styles at once: the public service reads the two
 * headers only if there is no Authorization.
 */
export const credentialHeaders = (
  { secretId: SecretID, secretKey: SecretKey }: Pick<ApiAccount, 'secretId' | 'secretKey'>,
  style: CredentialStyle,
): Record<string, string> => {
  const pair = `${SecretID}:${SecretKey}`;
  if (style === 'headers') return { SecretID, SecretKey };
  return { authorization: `Basic ${style === 'basic' ? btoa(pair) : pair}` };
};

/** The text without URL encoding. Key and token are visible ASCII, so that each encoded byte is a character. */
const decoded = (text: string): string =>
  text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/**
 * Whether a text of an answer repeats the key or the token in a form in which they are sent, also URL-encoded: services differ in
 * the characters that they encode, and in the case of the digits.
 */
export const repeatsSecret = (
  text: string,
  { account, token }: { account: Pick<ApiAccount, 'secretId' | 'secretKey'>; token?: string | undefined },
): boolean => {
  const { secretId, secretKey } = account;
  const basic = btoa(`${secretId}:${secretKey}`).replace(/=+$/, '');
  const secrets = token === undefined ? [secretKey, basic] : [secretKey, basic, token];
  return secrets.some((each) => text.includes(each) || decoded(text).includes(each));
};
