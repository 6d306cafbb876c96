import { type Advanced, type CredentialStyle, defaultPathsOf, type Operation } from './contract.ts';

/** What an operation needs to know of an account: where the service is, and what proves who is calling. */
export interface ApiAccount {
  /** Base address with its version segment and no slash at its end; the slash of a base without a path stays. */
  address: string;
  secretId: string;
  secretKey: string;
  /** Missing where nothing of it was set. */
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

/** What no text of the service may repeat, in whichever form it was sent and by whichever call. */
export const secretsOf = (account: Pick<ApiAccount, 'secretId' | 'secretKey'>): string[] => {
  const { secretKey, secretId } = account;
  const encoded = credentialHeaders(account, 'basic')['authorization']?.slice('Basic '.length) ?? '';
  // An echo may leave out the padding.
  return [encoded.replace(/=+$/, ''), secretKey, secretId];
};
