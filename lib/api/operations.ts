import type * as z from 'zod/mini';
import {
  addData,
  type CredentialStyle,
  divisionsData,
  greyData,
  linkIdIn,
  musicListData,
  type Operation,
  timeData,
  tokenData,
} from './contract.ts';
import { type ApiAccount, credentialHeaders, pathOf, secretsOf } from './credentials.ts';
import { ServiceError } from './errors.ts';
import { operate } from './operate.ts';
import type { Transport } from './transport.ts';

/** `linkId` may be the short link's whole address; `end` is the Unix time in seconds that the service was sent. */
export interface Added {
  linkId: string;
  end: number;
}

interface Post {
  link: string;
  end: number;
  token: string;
  deadline: AbortSignal;
}

/** One call for one account. */
interface Get {
  account: ApiAccount;
  deadline: AbortSignal;
}

/** Calls an operation that takes no credential. */
const getOpen = async <Data>(
  transport: Transport,
  { account, deadline }: Get,
  operation: { name: Operation; data: z.ZodMiniType<Data> },
): Promise<Data> => {
  const path = pathOf(account, operation.name);
  const call = { address: account.address, path, secrets: secretsOf(account), deadline, isAdd: false };
  return operate(transport, { ...call, data: operation.data });
};

/** Get token: a new one for these credentials, sent in this style. */
export const getToken = async (
  transport: Transport,
  { account, deadline, style }: Get & { style: CredentialStyle },
): Promise<string> => {
  const data = await operate(transport, {
    address: account.address,
    path: pathOf(account, 'token'),
    headers: credentialHeaders(account, style),
    secrets: secretsOf(account),
    data: tokenData,
    deadline,
    isAdd: false,
  });
  return data.token;
};

/** Current time of the service, in Unix seconds with a fraction. */
export const getTime = async (transport: Transport, call: Get): Promise<number> =>
  (await getOpen(transport, call, { name: 'time', data: timeData })).timestamp;

/** Grayscale filter: the days on which pages lose their colours. */
export const getGrey = (transport: Transport, call: Get) =>
  getOpen(transport, call, { name: 'grey', data: greyData });

/** Get administrative divisions: the tree's first level. */
export const getDivisions = async (transport: Transport, call: Get) =>
  (await getOpen(transport, call, { name: 'divisions', data: divisionsData })).list ?? [];

/** 404 music: the entries of the list, not yet parsed. */
export const getMusic = async (transport: Transport, call: Get): Promise<unknown[]> =>
  (await getOpen(transport, call, { name: 'music', data: musicListData })).list ?? [];

/** Add, exactly once. */
export const postAdd = async (transport: Transport, post: Post & { account: ApiAccount }): Promise<Added> => {
  const data = await operate(transport, {
    address: post.account.address,
    path: pathOf(post.account, 'add'),
    // Present and empty, as in the documented sample: the key goes to the token operation only.
    headers: { authorization: `Bearer ${post.token}`, SecretID: '', SecretKey: '' },
    json: { link: post.link, validity: post.end },
    secrets: secretsOf(post.account),
    data: addData,
    deadline: post.deadline,
    isAdd: true,
  });
  const linkId = linkIdIn(data);
  if ([...secretsOf(post.account), post.token].some((secret) => linkId.includes(secret)))
    throw new ServiceError({ reason: 'unexpected-answer', made: 'unknown', service: post.account.address });
  return { linkId, end: post.end };
};
