import { type Advanced, type CredentialStyle, defaultPathsOf, type Operation } from './contract.ts';

/** What an operation needs of an account: the address of the service, and the credentials. */
export interface ApiAccount {
  /** Base address with its version segment and no slash at its end; the slash of a base without a path stays. */
  address: string;
  secretId: string;
  secretKey: string;
  /** Missing where nothing is set. */
  advanced?: Pick<Advanced, 'paths'> | undefined;
}

/** The path of an operation below a service address: the one that was set, or that version's default. */
export const pathOf = (service: Pick<ApiAccount, 'address' | 'advanced'>, operation: Operation): string =>
  service.advanced?.paths[operation] || defaultPathsOf(service.address)[operation];

/**
 * The headers that carry the credentials in one style. Never two styles at once: the public service reads the two
 * headers only where there is no Authorization.
 */
export const credentialHeaders = (
  { secretId: SecretID, secretKey: SecretKey }: Pick<ApiAccount, 'secretId' | 'secretKey'>,
  style: CredentialStyle,
): Record<string, string> => {
  const pair = `${SecretID}:${SecretKey}`;
  if (style === 'headers') return { SecretID, SecretKey };
  return { authorization: `Basic ${style === 'basic' ? btoa(pair) : pair}` };
};

/** The secrets of an account, in every form in which a service may repeat them: no text that is shown may hold one. */
export const secretsOf = (account: Pick<ApiAccount, 'secretId' | 'secretKey'>): string[] => {
  const { secretKey, secretId } = account;
  const encoded = credentialHeaders(account, 'basic')['authorization']?.slice('Basic '.length) ?? '';
  // An echo may leave out the padding.
  return [encoded.replace(/=+$/, ''), secretKey, secretId];
};
