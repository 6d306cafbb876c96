import type * as z from 'zod/mini';
import { listData } from '../music/contract.ts';
import type { Account } from './account.ts';
import { usual } from './advanced.ts';
import type { Clock } from './clock.ts';
import {
  addData,
  type Advanced,
  divisionsData,
  greyData,
  linkIdIn,
  paths,
  timeData,
  tokenData,
} from './contract.ts';
import { operate } from './operate.ts';
import type { Transport } from './transport.ts';

/** The end is the one that the service was sent, in Unix seconds. */
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
  account: Account;
  deadline: AbortSignal;
}

/** What nobody may repeat: whoever was sent it once knows it, whatever this call was sent. */
const secretsOf = ({ secretKey, secretId }: Account): string[] => [secretKey, secretId];

const advancedOf = ({ advanced = usual }: Account): Advanced => advanced;

const credentials = (account: Account): Record<string, string> => {
  const { secretId: SecretID, secretKey: SecretKey } = account;
  const style = advancedOf(account).credentials;
  return {
    ...(style !== 'headers' && { authorization: `Basic ${btoa(`${SecretID}:${SecretKey}`)}` }),
    ...(style !== 'basic' && { SecretID, SecretKey }),
  };
};

/** Calls one of the operations whose path can be set, without any credential. */
const getOpen = async <Data>(
  transport: Transport,
  { account, deadline }: Get,
  operation: { path: keyof Advanced['paths']; data: z.ZodMiniType<Data> },
): Promise<Data> => {
  const { address } = account;
  const path = advancedOf(account).paths[operation.path];
  const call = { address, path, secrets: secretsOf(account), deadline, isAdd: false };
  return operate(transport, { ...call, data: operation.data });
};

/** Get token: a new one for these credentials. */
export const getToken = async (transport: Transport, { account, deadline }: Get) => {
  const data = await operate(transport, {
    address: account.address,
    path: advancedOf(account).paths.token,
    headers: credentials(account),
    secrets: secretsOf(account),
    data: tokenData,
    deadline,
    isAdd: false,
  });
  return data.token;
};

/** Current time, told to the clock. */
export const syncClock = async (
  transport: Transport,
  { clock, ...call }: Get & { clock: Clock },
): Promise<void> => {
  const { timestamp } = await getOpen(transport, call, { path: 'time', data: timeData });
  await clock.set(call.account.address, timestamp);
};

/** Grayscale filter: the days on which pages are to be grey. */
export const getGrey = (transport: Transport, call: Get) =>
  getOpen(transport, call, { path: 'grey', data: greyData });

/** Get administrative divisions: the tree's first level. */
export const getDivisions = async (transport: Transport, call: Get) =>
  (await getOpen(transport, call, { path: 'divisions', data: divisionsData })).list;

/** 404 music: the entries of the list, as yet unread. Sent without any credential. */
export const getMusic = async (transport: Transport, { account, deadline }: Get): Promise<unknown[]> => {
  const { address } = account;
  const call = { address, path: paths.music, secrets: secretsOf(account), deadline, isAdd: false };
  return (await operate(transport, { ...call, data: listData })).list;
};

/** Add, exactly once. */
export const postAdd = async (transport: Transport, post: Post & { account: Account }): Promise<Added> => {
  const data = await operate(transport, {
    address: post.account.address,
    path: paths.add,
    // Present and empty, as in the documented sample: the key goes to the token operation only.
    headers: { authorization: `Bearer ${post.token}`, SecretID: '', SecretKey: '' },
    json: { link: post.link, validity: post.end },
    secrets: secretsOf(post.account),
    data: addData,
    deadline: post.deadline,
    isAdd: true,
  });
  return { linkId: linkIdIn(data), end: post.end };
};
