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

/** Base64 of a text in UTF-8, without padding. */
const base64 = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text))).replace(/=+$/, '');

/** The shortest piece of base64 that is looked for: shorter ones are parts of other words. */
const shortestPiece = 6;

/** The letters that base64 of any longer text has for this one, which depend on the number of bytes before it, modulo 3. */
const piecesOfBase64 = (text: string): string[] =>
  [0, 1, 2]
    .map((before) => base64('0'.repeat(before) + text).slice(before && before + 1))
    .map((piece, before) => ((before + text.length) % 3 === 0 ? piece : piece.slice(0, -1)))
    .filter(({ length }) => length >= shortestPiece)
    .flatMap((piece) => [piece, piece.replaceAll('+', '-').replaceAll('/', '_')]);

/** The secrets of an account, in every form in which a service may repeat them: no text that is shown may hold one. */
export const secretsOf = ({ secretId, secretKey }: Pick<ApiAccount, 'secretId' | 'secretKey'>): string[] => {
  const pair = `${secretId}:${secretKey}`;
  return [base64(pair), ...[pair, secretKey, secretId].flatMap(piecesOfBase64), secretKey, secretId];
};
