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

/** The shortest piece of base64 that is looked for: a shorter one may be a part of another word. */
const minPieceLength = 6;

/** The letters that stand for this text alone in the base64 of a longer text, with that number of bytes (0 to 2) before it. */
const base64Piece = (text: string, bytesBefore: number): string => {
  const encoded = base64('0'.repeat(bytesBefore) + text);
  // The first and the last letter may also contain bits of what is before and after the text.
  const start = bytesBefore === 0 ? 0 : bytesBefore + 1;
  const endsWithText = (bytesBefore + text.length) % 3 === 0;
  return encoded.slice(start, endsWithText ? undefined : -1);
};

/** The pieces of a text in base64 and in base64url. Three bytes become four letters, so there are three alignments. */
const piecesOfBase64 = (text: string): string[] =>
  [0, 1, 2]
    .map((bytesBefore) => base64Piece(text, bytesBefore))
    .filter(({ length }) => length >= minPieceLength)
    .flatMap((piece) => [piece, piece.replaceAll('+', '-').replaceAll('/', '_')]);

/** The secrets of an account, in every form in which a service may repeat them: no text that is shown may hold one. */
export const secretsOf = ({ secretId, secretKey }: Pick<ApiAccount, 'secretId' | 'secretKey'>): string[] => {
  const pair = `${secretId}:${secretKey}`;
  return [base64(pair), ...[pair, secretKey, secretId].flatMap(piecesOfBase64), secretKey, secretId];
};
