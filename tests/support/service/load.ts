import type { Agent } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { envelope, tokenData } from '../../../lib/api/contract.ts';
import { call, type Topology } from './topology.ts';

/** Links that are shortened and followed without a pause, by several at once. */
export interface Load {
  /** What the callers identify themselves with. */
  token: string;
  /** The acknowledged links, by their identifiers. */
  acknowledged: Map<string, string>;
  /** Answers to adds that leave open whether there is a link now, such as "807" or "502". */
  unknown: string[];
  /** Answers to those who follow an acknowledged link, other than its address. */
  unfollowed: string[];
  /** The longest times without an acknowledged add, and without a redirect to an earlier link, in milliseconds. */
  longestGaps: () => { adds: number; redirects: number };
  /** Waits until `count` more links have been shortened and followed. */
  more: (count: number) => Promise<void>;
  stop: () => Promise<void>;
}

export interface Caller {
  address: string;
  secretId: string;
  secretKey: string;
}

/** The longest time between two marks. */
function createGaps() {
  let [lastAt, longest] = [performance.now(), 0];
  return {
    mark: () => {
      const now = performance.now();
      longest = Math.max(longest, now - lastAt);
      lastAt = now;
    },
    longest: () => Math.round(longest),
  };
}

/** A token that is asked for through the proxy. */
export async function tokenThrough(agent: Agent, { address, secretId, secretKey }: Caller): Promise<string> {
  const headers = { SecretID: secretId, SecretKey: secretKey };
  const answer = await call(agent, `${address}/openAPI/token`, { headers });
  return tokenData.parse(envelope.parse(JSON.parse(answer.text)).data).token;
}

export async function startLoad(
  { agent, origin }: Pick<Topology, 'agent' | 'origin'>,
  caller: Caller,
): Promise<Load> {
  const { address } = caller;
  const bearer = await tokenThrough(agent, caller);
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const acknowledged = new Map<string, string>();
  const [unknown, unfollowed]: string[][] = [[], []];
  const state = { isDone: false, followed: 0 };
  const [adds, redirects] = [createGaps(), createGaps()];

  const shorten = async (link: string): Promise<string | undefined> => {
    const body = JSON.stringify({ link, validity: 9_999_999_999 });
    const added = await call(agent, `${address}/shortLink/add`, { method: 'POST', headers, body }).catch(
      (error: unknown) => ({ status: 0, text: String(error) }),
    );
    const [, id] = /"linkID":"(\w+)"/.exec(added.text) ?? [];
    if (id === undefined) unknown?.push(/"code":(\d+)/.exec(added.text)?.[1] ?? String(added.status));
    return id;
  };

  const follow = async (id: string, link: string): Promise<boolean> => {
    const answer = await call(agent, `${origin}/${id}`).catch((error: unknown) => ({
      status: 0,
      text: String(error),
      headers: { location: undefined },
    }));
    if (answer.headers.location === link) return true;
    unfollowed?.push(`${answer.status} ${answer.text}`);
    return false;
  };

  const worker = async (name: number) => {
    for (let n = 0; !state.isDone; n += 1) {
      const link = `https://example.com/${name}/${n}`;
      const id = await shorten(link);
      if (id === undefined) {
        await wait(20);
        continue;
      }
      acknowledged.set(id, link);
      adds.mark();
      if (await follow(id, link)) state.followed += 1;
    }
  };
  const reader = async () => {
    for (let n = 0; !state.isDone; n += 1) {
      await wait(10);
      // Any of them, as few of many are in memory.
      const earlier = [...acknowledged][(n * 7919) % Math.max(1, acknowledged.size)];
      if (earlier && (await follow(...earlier))) redirects.mark();
    }
  };
  const working = Promise.all([...[1, 2, 3, 4].map(worker), reader()]);

  return {
    token: bearer,
    acknowledged,
    unknown: unknown ?? [],
    unfollowed: unfollowed ?? [],
    longestGaps: () => ({ adds: adds.longest(), redirects: redirects.longest() }),
    more: async (count) => {
      const target = state.followed + count;
      await expect.poll(() => state.followed, { timeout: 60_000 }).toBeGreaterThan(target);
    },
    stop: async () => {
      state.isDone = true;
      await working;
    },
  };
}
