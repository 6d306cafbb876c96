import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  add,
  call,
  contents,
  readiness,
  startInstance,
  startProcess,
  tokenFrom,
  unlimited,
} from '../support/service/instances.ts';
import { type Cluster, postgresPrograms, startCluster } from '../support/service/postgres-cluster.ts';

describe.skipIf(postgresPrograms === undefined)('several instances on one PostgreSQL database', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.remove());

  /** Four instances, and an application of which they count together. */
  async function startFour(limits: { perSecond: number; perMinute: number }) {
    const url = await cluster.createDatabase();
    const instances = await Promise.all([1, 2, 3, 4].map(() => startInstance(url)));
    const [one, two] = instances;
    if (!one || !two) throw new Error('No instances.');
    const newToken = async () => tokenFrom(two, await one.createApplication(limits));
    /** Adds a link by the instance whose turn it is; its identifier, or 429. */
    const addBy = async (turn: number, token: string) => {
      const outcome = await add(instances[turn % 4] ?? one, token, 'https://example.com/');
      if (typeof outcome === 'number') expect(outcome).toBe(429);
      return outcome;
    };
    return { instances, newToken, addBy };
  }

  test('tokens and links of one are those of all; of 200 calls in a minute, as many are accepted as may be', async () => {
    const { instances, newToken, addBy } = await startFour({ perSecond: 1_000_000, perMinute: 50 });
    const minute = () => Math.floor(Date.now() / 60_000);
    let [before, accepted]: [number, string[]] = [0, []];
    const worker = async (at: number, token: string) => {
      for (let n = 0; n < 25; n += 1) {
        const outcome = await addBy(at + n, token);
        if (typeof outcome === 'string') accepted.push(outcome);
      }
    };
    // Opens the connections, for which calls have to wait on a busy machine, perhaps longer than an answer may take.
    const first = await newToken();
    await Promise.all([...instances, ...instances].map((each) => add(each, first, 'https://example.com/')));
    do {
      const token = await newToken();
      [before, accepted] = [minute(), []];
      await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((at) => worker(at, token)));
      // On the turn of a minute, a new count begins.
    } while (minute() !== before);

    expect(accepted).toHaveLength(50);
    for (const { origin } of instances)
      expect((await call(`${origin}/${accepted.at(-1) ?? ''}`)).status).toBe(302);
  });

  test('a link that is changed, deleted or revived by one instance, or revoked, is so at the others within two seconds', async () => {
    const { instances, newToken, addBy } = await startFour(unlimited);
    const [one] = instances;
    const token = await newToken();
    const id = await addBy(0, token);
    const seen = async () =>
      Promise.all(
        instances.map(async ({ origin }) => {
          const { status, headers } = await fetch(`${origin}/${id}`, { redirect: 'manual' });
          return status === 302 ? headers.get('location') : null;
        }),
      );
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const manage = async (method: string, body?: object) => {
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      expect((await call(`${one?.address ?? ''}/shortLink/${id}`, init)).answer?.code).toBe(200);
    };
    const times: number[] = [];
    const changes: [string | null, () => Promise<unknown>][] = [
      ['https://two.example/', () => manage('PATCH', { link: 'https://two.example/' })],
      [null, () => manage('DELETE')],
      ['https://two.example/', () => manage('PATCH', { validity: 9_999_999_999 })],
      [null, async () => one?.store.revokeLinks([String(id)], Date.now() / 1000)],
    ];
    expect(new Set(await seen())).toEqual(new Set(['https://example.com/']));
    for (const [target, change] of changes) {
      await change();
      const began = performance.now();
      expect((await seen())[0]).toBe(target);
      // Three times the promise, on a busy machine.
      await expect.poll(async () => [...new Set(await seen())], { timeout: 6000 }).toEqual([target]);
      times.push(performance.now() - began);
    }
    expect(Math.min(...times)).toBeLessThan(2000);
  });

  test('kill -9 of an instance under load: no acknowledged link is lost, each is paid once', async () => {
    const url = await cluster.createDatabase();
    const [other, victim] = await Promise.all([
      startInstance(url),
      startProcess({ WAYLARK_DATABASE_URL: url }),
    ]);
    expect(victim.out).not.toMatch(/SecretKey|waylark:1:/);
    expect(victim.out).toMatch(/for no standby/);
    const token = await tokenFrom(other, await other.createApplication(unlimited));
    const acknowledged = new Map<string, string>();
    let failures = 0;
    let isDone = false;

    const worker = async (name: number) => {
      for (let n = 0; !isDone; n += 1) {
        const link = `https://example.com/${name}/${n}`;
        const isAlive = victim.child.exitCode === null && victim.child.signalCode === null;
        const outcome = await add(isAlive && n % 2 === 0 ? victim : other, token, link).catch(() => 0);
        if (typeof outcome === 'string') acknowledged.set(outcome, link);
        else failures += 1;
      }
    };
    const working = Promise.all([1, 2, 3, 4, 5, 6].map(worker));
    await expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(100);
    victim.child.kill('SIGKILL');
    await once(victim.child, 'exit');
    const before = acknowledged.size;
    await expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(before + 50);
    isDone = true;
    await working;

    const { links } = await contents((text) => cluster.query(url, text));
    for (const [id, link] of acknowledged) expect(links.get(id)).toBe(link);
    expect(new Set(links.values()).size).toBe(links.size);
    expect(links.size - acknowledged.size).toBeLessThanOrEqual(failures);
    await expect
      .poll(async () => (await other.store.listPackages()).reduce((sum, { used }) => sum + used, 0))
      .toBe(links.size);
  });

  test.each([2, -2])('an instance whose clock is wrong by %i hours is not ready', async (hours) => {
    const now = () => Date.now() + hours * 3600_000;
    const service = await startInstance(await cluster.createDatabase(), { now });
    const { status, text } = await readiness(service);
    // The answer of the database may arrive late.
    expect([status, text]).toEqual([
      503,
      expect.stringMatching(/differs from the database's by 7[12]\d\d s\.$/m),
    ]);
  });
});
