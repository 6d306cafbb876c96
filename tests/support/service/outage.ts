import { expect } from 'vitest';
import * as z from 'zod/mini';
import { type Caller, tokenThrough } from './load.ts';
import { call, type Topology } from './topology.ts';

interface Database {
  stop: () => Promise<unknown>;
  start: () => Promise<unknown>;
}

/** Seconds of an outage: longer than a link counts as fresh in memory, and than the proxy needs to take an instance out. */
const duration = 20;

/** Requests at the same time that a proxy spreads over all instances. */
const many = 40;

const browser = { accept: 'text/html', 'accept-language': 'en' };

/**
 * Stops the database behind the proxy for `duration`, and expects that what the instances have seen redirects, that all else is
 * said to be unavailable, and that all goes on when the database is back.
 */
export async function expectLinksInOutage(
  { agent, origin }: Pick<Topology, 'agent' | 'origin'>,
  caller: Caller,
  database: Database,
): Promise<void> {
  const bearer = `Bearer ${await tokenThrough(agent, caller)}`;
  const add = async (fields: object) => {
    const body = JSON.stringify({ link: 'https://example.com/', validity: 9_999_999_999, ...fields });
    const headers = { authorization: bearer, 'content-type': 'application/json' };
    return call(agent, `${caller.address}/shortLink/add`, { method: 'POST', headers, body });
  };
  const added = async (fields: object = {}) => {
    const { text } = await add(fields);
    return z.object({ data: z.object({ linkID: z.string() }) }).parse(JSON.parse(text)).data.linkID;
  };
  const follow = (path: string, options: Parameters<typeof call>[2] = {}) =>
    call(agent, `${origin}/${path}`, options);
  const statusesOf = async (id: string) => {
    const answers = await Promise.all(Array.from({ length: many }, () => follow(id)));
    return new Set(answers.map(({ status }) => status));
  };

  const [seen, unseen, limited] = [await added(), await added(), await added({ limit: 1 })];
  const expiring = await added({ validity: Math.floor(Date.now() / 1000) + duration });
  for (const id of [seen, expiring]) expect(await statusesOf(id)).toEqual(new Set([302]));

  await database.stop();
  // An expired link redirects no more, outage or not; until it has expired, both redirect.
  const answers: number[] = [];
  const isOver = async () => {
    answers.push((await follow(seen)).status);
    return (await follow(expiring, { headers: browser })).status;
  };
  await expect.poll(isOver, { timeout: 2 * duration * 1000, interval: 250 }).toBe(410);
  expect(new Set(answers)).toEqual(new Set([302]));
  expect(await statusesOf(seen)).toEqual(new Set([302]));

  for (const [path, method] of [
    [unseen, 'GET'],
    [`${unseen}+`, 'GET'],
    [limited, 'GET'],
    [limited, 'POST'],
  ] as const) {
    const page = await follow(path, { method, headers: { ...browser, origin } });
    expect([page.status, page.headers['retry-after']]).toEqual([503, '60']);
    expect(page.text).toMatch(/This link cannot be looked up now<\/h1>\s*<p>Try again in a minute\./);
    const envelope = await follow(path, { method, headers: { origin } });
    expect([envelope.status, envelope.headers['retry-after']]).toEqual([503, '60']);
    expect(JSON.parse(envelope.text)).toMatchObject({ code: 807 });
  }
  const refused = await add({});
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    200,
    { code: 807, data: null, msg: 'upstream not available' },
  ]);

  await database.start();
  await expect.poll(async () => (await follow(unseen)).status, { timeout: 60_000 }).toBe(302);
  await expect.poll(async () => (await add({})).text, { timeout: 60_000 }).toContain('"code":200');
  expect(await statusesOf(seen)).toEqual(new Set([302]));
}
