import { listData } from '../music/contract.ts';
import type { Account } from './account.ts';
import type { Clock } from './clock.ts';
import { addData, linkIdIn, paths, timeData, tokenData } from './contract.ts';
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

const credentials = ({ secretId, secretKey }: Account): Record<string, string> => ({
  authorization: `Basic ${btoa(`${secretId}:${secretKey}`)}`,
  SecretID: secretId,
  SecretKey: secretKey,
});

/** Get token: a new one for these credentials. */
export const getToken = async (transport: Transport, call: { account: Account; deadline: AbortSignal }) => {
  const { account, deadline } = call;
  const data = await operate(transport, {
    address: account.address,
    path: paths.token,
    headers: credentials(account),
    data: tokenData,
    deadline,
    isAdd: false,
  });
  return data.token;
};

/** Current time, told to the clock. */
export const syncClock = async (
  transport: Transport,
  { account, clock, deadline }: { account: Account; clock: Clock; deadline: AbortSignal },
): Promise<void> => {
  const call = { address: account.address, path: paths.time, deadline, isAdd: false };
  const { timestamp } = await operate(transport, { ...call, data: timeData });
  await clock.set(account.address, timestamp);
};

/** 404 music: the entries of the list, as yet unread. Sent without any credential. */
export const getMusic = async (
  transport: Transport,
  { account, deadline }: { account: Account; deadline: AbortSignal },
): Promise<unknown[]> => {
  const call = { address: account.address, path: paths.music, deadline, isAdd: false };
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
    data: addData,
    deadline: post.deadline,
    isAdd: true,
  });
  return { linkId: linkIdIn(data), end: post.end };
};
