import { holdsSecret } from './answer-text.ts';
import {
  type CredentialStyle,
  type GrayscaleData,
  linkIdOrAddressIn,
  type Operation,
  type RequestOf,
} from './contract.ts';
import { type ApiAccount, credentialHeaders, secretsOf } from './credentials.ts';
import { ServiceError } from './errors.ts';
import { operate } from './operate.ts';
import type { Transport } from './transport.ts';

/** One call for one account. */
interface AccountCall {
  account: ApiAccount;
  deadline: AbortSignal;
}

interface AddCall extends AccountCall {
  link: string;
  /** Unix time in seconds at which the short link expires. */
  expiresAt: number;
  token: string;
}

/** `linkId` may be the short link's whole address; `end` is the Unix time in seconds that was sent to the service. */
export interface Added {
  linkId: string;
  expiresAt: number;
}

/** Whether a header can carry the text. */
const isSendable = (text: string): boolean => /^[ -~\xa0-\xff]*$/.test(text);

/** Calls an operation that takes neither a body nor credentials. */
const get = <Name extends Exclude<Operation, 'add' | 'token'>>(
  transport: Transport,
  name: Name,
  call: AccountCall,
) =>
  // Operations without a body have the request null; TypeScript does not resolve the conditional type of a generic name.
  operate<Name>(transport, { name, request: null as RequestOf<Name>, ...call });

/** Get token: a new one for these credentials, sent in this style. */
export const getToken = async (
  transport: Transport,
  { account, deadline, style }: AccountCall & { style: CredentialStyle },
): Promise<string> => {
  if (!isSendable(account.secretId + account.secretKey))
    throw new ServiceError({ reason: 'credentials-unsendable', linkCreated: 'no', service: account.address });
  const headers = credentialHeaders(account, style);
  const { token } = await operate(transport, { name: 'token', account, request: null, headers, deadline });
  return token;
};

/** Current time of the service, in Unix seconds with a fraction. */
export const getTime = async (transport: Transport, call: AccountCall): Promise<number> =>
  (await get(transport, 'time', call)).timestamp;

/** Grayscale filter: the days on which pages are shown in grayscale. */
export const getGrayscale = (transport: Transport, call: AccountCall): Promise<GrayscaleData> =>
  get(transport, 'grayscale', call);

/** Get administrative divisions: the tree's first level. */
export const getDivisions = async (transport: Transport, call: AccountCall) =>
  (await get(transport, 'divisions', call)).list ?? [];

/** 404 music: the entries of the list, not yet parsed. */
export const getMusic = async (transport: Transport, call: AccountCall): Promise<unknown[]> =>
  (await get(transport, 'music', call)).list ?? [];

/** Add, exactly once. */
export const postAdd = async (
  transport: Transport,
  { account, link, expiresAt, token, deadline }: AddCall,
): Promise<Added> => {
  if (!isSendable(token))
    throw new ServiceError({ reason: 'unexpected-answer', linkCreated: 'no', service: account.address });
  const data = await operate(transport, {
    name: 'add',
    account,
    request: { link, validity: expiresAt },
    // Present and empty, as in the documented sample: the key is sent to the token operation only.
    headers: { authorization: `Bearer ${token}`, SecretID: '', SecretKey: '' },
    deadline,
  });

  const linkId = linkIdOrAddressIn(data);
  if (holdsSecret(linkId, [...secretsOf(account), token]))
    throw new ServiceError({ reason: 'unexpected-answer', linkCreated: 'maybe', service: account.address });
  return { linkId, expiresAt };
};
