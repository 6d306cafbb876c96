import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { noExpiry } from '../../lib/validity/contract.ts';
import { type Cluster, postgresPrograms, startCluster } from '../support/service/postgres-cluster.ts';
import { startProxy } from '../support/service/tcp-proxy.ts';
import { admin } from '../support/service/test-commands.ts';
import { createOpenCounter } from '../../server/redirect/opens.ts';
import { linkGrace, StoreUnavailableError } from '../../server/store/contract.ts';
import { createFindLink } from '../../server/store/postgres/links.ts';
import { migrateDatabase, migrations } from '../../server/store/postgres/migrations.ts';
import { createPool } from '../../server/store/postgres/pools.ts';
import {
  divideConnections,
  openPostgresStore,
  type PostgresOptions,
} from '../../server/store/postgres/postgres-store.ts';

const now = Math.floor(Date.now() / 1000);
const always = { total: 1000, startsAt: 0, expiresAt: noExpiry };
const one = { id: 'aB3dE6gH9k', link: 'https://one.example/', expiresAt: now + 600, secretId: 'owner' };

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test('all pools together have the connections that are allowed, and each has one', () => {
  for (let connections = 4; connections <= 1000; connections += 1) {
    const counts = Object.values(divideConnections(connections));
    expect(counts.reduce((sum, count) => sum + count)).toBe(connections);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  }
});

describe.skipIf(postgresPrograms === undefined)('the store on PostgreSQL', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.remove());

  async function open(options: Partial<PostgresOptions> = {}) {
    const url = options.url ?? (await cluster.createDatabase());
    const defaults = { connections: 20, preparedStatements: true, migrates: true };
    const store = await openPostgresStore({ ...defaults, ...options, url });
    onTestFinished(() => store.close());
    return { store, url };
  }

  async function openWithOwner(options: Partial<PostgresOptions> = {}) {
    const opened = await open(options);
    const limits = { perSecond: 1000, perMinute: 10_000 };
    await opened.store.addApplication({ secretId: 'owner', keyHash: new Uint8Array(32), ...limits }, [
      always,
    ]);
    const paid = async () => (await opened.store.listPackages('owner'))[0]?.used;
    return { ...opened, paid };
  }

  /** A store behind a proxy, and the same database without it. */
  async function openThroughProxy(options: Partial<PostgresOptions> = {}) {
    const { store: direct, url, paid } = await openWithOwner();
    const proxy = await startProxy(cluster.port);
    onTestFinished(() => proxy.close());
    const { store } = await open({ ...options, url: proxy.through(url) });
    return { store, direct, proxy, paid, url };
  }

  /** Waits until a statement waits for a lock. */
  const untilLocked = (url: string) => {
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    return expect
      .poll(async () => (await cluster.query(url, waiting)).rows.length, { timeout: 10_000 })
      .toBe(1);
  };
  const nameIn = (url: string) => new URL(url).pathname.slice(1);

  /** All tables with their rows. */
  async function contentsOf(url: string): Promise<unknown[]> {
    const { rows } = await cluster.query(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
    const tables = z.array(z.object({ tablename: z.string() })).parse(rows);
    const contents = tables.map(async ({ tablename }) => [
      tablename,
      (await cluster.query(url, `SELECT * FROM ${tablename}`)).rows,
    ]);
    return Promise.all(contents);
  }

  /** The database at `url` is refused at `address`. */
  async function expectRefusal(
    url: string,
    sentence: RegExp,
    { address = url, migrates = true }: { address?: string; migrates?: boolean } = {},
  ): Promise<void> {
    const before = await contentsOf(url);
    const error: unknown = await open({ url: address, migrates }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'StartError', message: expect.stringMatching(sentence) as string });
    expect(error).toMatchObject({ message: expect.stringMatching(/^[^\n]+\.$/) as string });
    expect(await contentsOf(url)).toEqual(before);
  }

  test('an add that has waited for the last unit of a package takes one of the next', async () => {
    const { store, url } = await openWithOwner();
    await store.addPackage('owner', { ...always, expiresAt: now + 60, total: 1 });
    const other = await connectTo(url);
    await other.query('BEGIN; UPDATE packages SET used = total WHERE total = 1');
    const adding = store.addLink(one, now);
    await untilLocked(url);
    await other.query('COMMIT');
    expect(await adding).toBe('added');
    expect(await store.listPackages('owner')).toMatchObject([
      { total: 1, used: 1 },
      { total: 1000, used: 1 },
    ]);
  });

  test.each(['before', 'after'] as const)(
    'a connection that is lost %s the database has stored the link: it is there once, and paid once',
    async (when) => {
      const { store, direct, proxy, paid } = await openThroughProxy();
      proxy.breakNext('INSERT INTO links', when);
      expect(await store.addLink(one, now)).toBe('added');
      expect(await direct.findLink(one.id, now)).toMatchObject({ link: one.link });
      expect(await paid()).toBe(1);
    },
  );

  test.each([
    ['UPDATE people', 'before'],
    ['COMMIT', 'before'],
    ['COMMIT', 'after'],
  ] as const)(
    'a connection that is lost at %s, %s the database has answered, while the key of a person is stored: the person gets that key',
    async (text, when) => {
      const { store, direct, proxy } = await openThroughProxy();
      const anna = { issuer: 'https://sign-in.example', subject: 'anna' };
      await direct.addPerson({ ...anna, secretId: 'owner' }, now);
      const person = await direct.findPerson(anna);
      if (!person) throw new Error('The person is not there.');
      proxy.breakNext(text, when);
      expect(await store.setPersonKey(person, new Uint8Array(32).fill(9), now + 1)).toBe(true);
      expect(await direct.findPerson(anna)).toMatchObject({ state: 'connected', since: now + 1 });
      const lines = await direct.listAudit({ before: undefined, pageSize: 9 });
      expect(lines.filter(({ action }) => action === 'key-created')).toHaveLength(1);
    },
  );

  test('a lost connection does not make the link of another ours', async () => {
    const { store, direct, proxy, paid } = await openThroughProxy();
    await direct.addLink({ ...one, link: 'https://other.example/' }, now);
    proxy.breakNext('INSERT INTO links', 'after');
    expect(await store.addLink(one, now)).toBe('taken');
    expect(await paid()).toBe(1);
  });

  test('closing gives up a statement that waits in the database', async () => {
    const url = await cluster.createDatabase();
    const store = await openPostgresStore({ url, connections: 4, preparedStatements: true, migrates: true });
    const other = await connectTo(url);
    await other.query('BEGIN; LOCK TABLE links');
    const deleting = Promise.allSettled([store.deleteExpired({ links: now, tokens: now }, 10)]);
    await untilLocked(url);
    const began = performance.now();
    await store.close();
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await deleting).toMatchObject([{ reason: expect.any(StoreUnavailableError) as Error }]);
  });

  test('a transaction whose client no longer sends keeps no lock', async () => {
    const { url } = await openWithOwner();
    const pool = createPool({ url, connections: 2, preparedStatements: true });
    onTestFinished(() => pool.close());
    const rename = (name: string) => ({ name: 'rename', text: `UPDATE applications SET name = '${name}'` });
    const options = { timeout: 20_000, mayRetry: false };
    const { promise: sleep, resolve: wake } = Promise.withResolvers<undefined>();
    const asleep = pool.transaction(async (send) => {
      await send(rename('first'), []);
      await sleep;
    }, options);
    await expect
      .poll(
        async () =>
          (await cluster.query(url, "SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction'"))
            .rows,
      )
      .toHaveLength(1);
    expect(await pool.query(rename('second'), [], options)).toMatchObject({ rowCount: 1 });
    wake(undefined);
    await expect(asleep).rejects.toThrow(StoreUnavailableError);
  });

  test('without its standby: adds are answered as unavailable and not canceled, the rest goes on', async () => {
    const { store, url, paid } = await openWithOwner();
    const setStandby = async (name: string) => {
      await cluster.query(url, `ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
      await cluster.query(url, 'SELECT pg_reload_conf()');
    };
    const probe = await connectTo(url);
    onTestFinished(() => setStandby(''));
    await setStandby('absent');
    // Sessions show the setting before the checkpointer has published it, and only then does a commit wait.
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    await expect
      .poll(async () => {
        void probe.query("SELECT pg_logical_emit_message(true, 'probe', '')");
        return (await cluster.query(url, waiting)).rows.length;
      })
      .toBe(1);

    const adds = Array.from({ length: 20 }, async (_, n) => store.addLink({ ...one, id: `link${n}` }, now));
    const settled = Promise.allSettled(adds);
    const limits = { perSecond: 1000, perMinute: 10_000 };
    for (let n = 0; n < 3; n += 1) {
      expect(await store.countCall({ secretId: 'owner', operation: 'add', limits }, now)).toBe(0);
      expect(await store.findLink('missing', now)).toBeUndefined();
    }
    for (const result of await settled) expect(result.status).toBe('rejected');
    expect(await store.findLink('link0', now)).toBeUndefined();

    await setStandby('');
    await expect.poll(() => store.findLink('link0', now)).toMatchObject({ id: 'link0' });
    // What was not canceled arrives bit by bit, each link with its unit.
    const counts = async () => [await paid(), (await store.listLinks({ after: '', pageSize: 100 })).length];
    await expect.poll(async () => new Set(await counts()).size).toBe(1);
    expect((await open({ url })).store.durability).toMatch(/for no standby/);
  });

  test('a server that has become read-only: its connections are dropped, new ones find the primary', async () => {
    const { url } = await openWithOwner();
    const setReadOnly = (mode: string) => {
      const setting = `SET default_transaction_read_only = ${mode}`;
      return cluster.query(cluster.urlOf('postgres'), `ALTER DATABASE ${nameIn(url)} ${setting}`);
    };
    await setReadOnly('on');
    const { store } = await open({ url });
    const adding = store.addLink(one, now);
    await setReadOnly('off');
    expect(await adding).toBe('added');
    expect(await store.findLink(one.id, now)).toBeDefined();
  });

  test.each([true, false])(
    'statements have names if prepared statements are allowed (%s)',
    async (preparedStatements) => {
      const { store, proxy } = await openThroughProxy({ preparedStatements });
      await store.findLink('x', now);
      expect(proxy.hasSeen('FROM links WHERE id')).toBe(true);
      expect(proxy.hasSeen('waylark_findLinks')).toBe(preparedStatements);
    },
  );

  test.each([
    ['40001', 'repeated until it succeeds', { fails: 3, calls: 4, outcome: [{ n: 7 }] }],
    ['40P01', 'repeated until it succeeds', { fails: 3, calls: 4, outcome: [{ n: 7 }] }],
    ['40001', 'given up after eight repetitions', { fails: 1000, calls: 9, outcome: 'unavailable' }],
    ['25006', 'sent to the primary', { fails: 3, calls: 4, outcome: [{ n: 7 }] }],
    ['22012', 'not repeated', { fails: 1, calls: 1, outcome: 'failed' }],
    ['28P01', 'an outage, as the database refuses the user', { fails: 9, calls: 1, outcome: 'unavailable' }],
    ['3D000', 'an outage, as the database is not there', { fails: 9, calls: 1, outcome: 'unavailable' }],
  ])('a statement that fails with %s is %s', async (code, _, { fails, calls, outcome }) => {
    const url = await cluster.createDatabase();
    // A sequence counts calls that are rolled back as well.
    await cluster.query(url, 'CREATE SEQUENCE calls');
    await cluster.query(
      url,
      `CREATE FUNCTION conflict() RETURNS int LANGUAGE plpgsql AS $$
       BEGIN IF nextval('calls') <= ${fails} THEN RAISE EXCEPTION USING ERRCODE = '${code}'; END IF; RETURN 7; END $$`,
    );
    const pool = createPool({ url, connections: 1, preparedStatements: true });
    onTestFinished(() => pool.close());
    const statement = { name: 'conflict', text: 'SELECT conflict() AS n' };
    const found = await pool.query(statement, [], { timeout: 10_000, mayRetry: false }).then(
      ({ rows }) => rows,
      (error: unknown) => (error instanceof StoreUnavailableError ? 'unavailable' : 'failed'),
    );
    expect(found).toEqual(outcome);
    expect((await cluster.query(url, 'SELECT last_value::int AS n FROM calls')).rows).toEqual([{ n: calls }]);
  });

  test('an instance whose clock is ahead deletes only what has expired by the clock of the database, and idle counts', async () => {
    const { store, url } = await openWithOwner();
    await store.addLink(one, now);
    await store.addLink({ ...one, id: 'gone', expiresAt: now - 10 }, now);
    expect(await store.deleteExpired({ links: now + 1e6, tokens: now + 1e6 }, 10)).toBe(1);
    expect(await store.findLink(one.id, now)).toBeDefined();
    const limits = { perSecond: 9, perMinute: 9 };
    await store.countCall({ secretId: 'owner', operation: 'add', limits }, now);
    await cluster.query(url, "INSERT INTO limits VALUES ('idle add', 60, 1, 1)");
    await store.deleteExpired({ links: now, tokens: now }, 10);
    const { rows } = await cluster.query(url, 'SELECT DISTINCT caller FROM limits');
    expect(rows).toEqual([{ caller: 'owner add' }]);
  });

  test('a replica is asked while the primary does not answer; what it lacks is unavailable then', async () => {
    const { store: replica, url: replicaUrl } = await openWithOwner();
    const { store, direct: primary, proxy } = await openThroughProxy({ replicaUrl });
    await replica.addLink({ ...one, link: 'https://behind.example/' }, now);
    for (const id of [one.id, 'new']) await primary.addLink({ ...one, id }, now);

    expect(await store.findLink(one.id, now)).toMatchObject({ link: one.link });
    expect(await store.findLink('missing', now)).toBeUndefined();
    proxy.partition(true);
    const [found, lacking] = [store.findLink(one.id, now), store.findLink('new', now)];
    const refused = expect(lacking).rejects.toThrow(StoreUnavailableError);
    expect(await found).toMatchObject({ link: 'https://behind.example/' });
    await refused;
    // From then on, the primary is left out for a moment, and one look-up at a time asks it again.
    const began = performance.now();
    for (let n = 0; n < 100; n += 1) expect(await store.findLink(one.id, now)).toBeDefined();
    expect(performance.now() - began).toBeLessThan(5000);
    await expect(async () => store.health()).rejects.toThrow(StoreUnavailableError);
    proxy.partition(false);
    await expect
      .poll(async () => (await store.findLink(one.id, now))?.link, { timeout: 10_000 })
      .toBe(one.link);
  });

  test('a replica that does not answer is reported by the check of the health', async () => {
    const report = vi.fn();
    const { store } = await open({ replicaUrl: 'postgres://nobody@127.0.0.1:1/none', report });
    expect(await store.health()).toMatchObject({ problem: undefined });
    expect(report.mock.calls.map(String)).toEqual([expect.stringMatching(/: The replica cannot be used/)]);
  });

  test('a read-only replica in the place of the primary is refused at the start, and an outage later, in which links are found', async () => {
    const { store, direct, proxy, url } = await openThroughProxy();
    await direct.addLink(one, now);
    const standby = await startCluster(['hot_standby=on'], { standbyOf: cluster.port });
    onTestFinished(() => standby.remove());
    await expectRefusal(url, /^The database is a read-only replica: give the address of/, {
      address: standby.urlOf(nameIn(url)),
    });
    proxy.retarget(standby.port);
    await expect(async () => store.health()).rejects.toThrow(StoreUnavailableError);
    await expect(async () => store.health()).rejects.toThrow(/^The database is a read-only replica/);
    expect(await store.findLink(one.id, now)).toMatchObject({ link: one.link });
  });

  test('opens are written once: not again if they may have been written, and later if they were not sent', async () => {
    const { store, direct, proxy } = await openThroughProxy();
    await direct.addLink(one, now);
    const counter = createOpenCounter({ store, now: () => now * 1000, report: () => undefined });
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101';
    const writeOne = async () => {
      counter.count(one.id, { agent, purpose: undefined });
      await counter.close();
    };
    const opens = async () => (await direct.readLink(one, now))?.opens;

    proxy.breakNext('UPDATE links SET opens', 'after');
    await writeOne();
    await writeOne();
    expect(await opens()).toBe(2);

    proxy.retarget(1);
    await expect(Promise.resolve(store.readLink(one, now))).rejects.toThrow();
    await writeOne();
    expect(await opens()).toBe(2);
    proxy.retarget(cluster.port);
    await writeOne();
    expect(await opens()).toBe(4);
  });

  test('an ending is compared without case, whatever the language of the database', async () => {
    const name = 'turkish';
    const locale = "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'tr-TR'";
    await cluster.query(cluster.urlOf('postgres'), `CREATE DATABASE ${name} ${locale}`);
    const { store } = await openWithOwner({ url: cluster.urlOf(name) });
    const addEnding = async (id: string) => store.addLink({ ...one, id, isEnding: true }, now);
    expect(await addEnding('SIGN')).toBe('added');
    expect(await addEnding('sign')).toBe('taken');
  });

  test('look-ups that begin at once are one statement, and each gets its own link', async () => {
    const { store, url } = await openWithOwner();
    const ids = Array.from({ length: 120 }, (_, n) => `link${n}`);
    const linkOf = (id: string) => `https://${id}.example/`;
    await Promise.all(ids.map(async (id) => store.addLink({ ...one, id, link: linkOf(id) }, now)));
    await store.addLink({ ...one, id: 'expired', expiresAt: now - linkGrace }, now);

    const pool = createPool({ url, connections: 2, preparedStatements: true });
    onTestFinished(() => pool.close());
    const query = vi.spyOn(pool, 'query');
    const findLink = createFindLink(pool);
    const asked = ['missing', ...ids, 'expired', 'link7'];
    const found = await Promise.all(asked.map(async (id) => findLink(id, now)));
    expect(found.map((link) => link?.link)).toEqual([
      undefined,
      ...ids.map(linkOf),
      undefined,
      linkOf('link7'),
    ]);
    expect(query).toHaveBeenCalledTimes(2);
  });

  test('what has waited for a connection until it was refused is not sent', async () => {
    const url = await cluster.createDatabase();
    await cluster.query(url, 'CREATE SEQUENCE calls');
    const pool = createPool({ url, connections: 1, preparedStatements: true });
    onTestFinished(() => pool.close());
    const unblocked = Promise.withResolvers<undefined>();
    const holding = pool.transaction(() => unblocked.promise, { timeout: 10_000, mayRetry: false });
    const call = { name: 'call', text: "SELECT nextval('calls')" };
    await expect(pool.query(call, [], { timeout: 50, mayRetry: true })).rejects.toMatchObject({
      name: 'StoreUnavailableError',
      isUncertain: false,
    });
    unblocked.resolve(undefined);
    await holding;
    const calls = { name: 'calls', text: 'SELECT is_called FROM calls' };
    const { rows } = await pool.query(calls, [], { timeout: 10_000, mayRetry: true });
    expect(rows).toEqual([{ is_called: false }]);
  });

  test('a removal whose answer is lost does not say that there was nobody', async () => {
    const { store, direct, proxy } = await openThroughProxy();
    await direct.addPerson({ issuer: 'https://sign-in.example', subject: 'anna', secretId: 'owner' }, now);
    proxy.breakNext('COMMIT', 'after');
    await expect(store.removePerson('owner')).rejects.toThrow(StoreUnavailableError);
    expect(await direct.findOwner('owner')).toBeUndefined();
  });

  test('a revocation that is sent again after a lost connection says how many links are revoked', async () => {
    const { direct, proxy, url } = await openThroughProxy();
    for (const id of ['one', 'two']) await direct.addLink({ ...one, id }, now);
    proxy.breakNext('COMMIT', 'after');
    const flags = ['--application', 'owner', '--yes', '--database', proxy.through(url)];
    expect(await admin('links', 'revoke', ...flags)).toMatch(/^2 links are revoked/);
    expect(await direct.listLinks({ after: '', pageSize: 9 })).toEqual([]);
  });

  test('a fault of the program within a transaction is no outage, and happens once', async () => {
    const pool = createPool({
      url: await cluster.createDatabase(),
      connections: 1,
      preparedStatements: true,
    });
    onTestFinished(() => pool.close());
    const steps = vi.fn(() => Promise.reject(new TypeError('fault')));
    const transaction = pool.transaction(steps, { timeout: 1000, mayRetry: true });
    await expect(transaction).rejects.toThrow(new TypeError('fault'));
    expect(steps).toHaveBeenCalledTimes(1);
  });

  describe('the schema', () => {
    test('is created once by instances that start at the same time', async () => {
      const url = await cluster.createDatabase();
      const opened = await Promise.all([1, 2, 3, 4].map(() => open({ url, connections: 4 })));
      for (const { store } of opened) expect(await store.health()).toMatchObject({ problem: undefined });
    });

    test('steps are carried out once each, all or none', async () => {
      const client = await connectTo(await cluster.createDatabase());
      const steps = ['CREATE TABLE a (n int)', 'CREATE TABLE b (n int)'];
      expect(await migrateDatabase(client, steps.slice(0, 1))).toBe(1);
      await expect(migrateDatabase(client, [...steps, 'CREATE TABLE c (n nonsense)'])).rejects.toThrow(
        'nonsense',
      );
      expect(await migrateDatabase(client, steps)).toBe(1);
      expect(await migrateDatabase(client, steps)).toBe(0);
      expect(await migrateDatabase(client, steps.slice(0, 1))).toBe(0);
    });
  });

  describe('a database that cannot be used is refused with one sentence, and not changed:', () => {
    test('a schema that is two versions ahead, but not one, and an older one without migration', async () => {
      const { url } = await openWithOwner();
      const setVersion = (version: number) =>
        cluster.query(url, 'UPDATE waylark_schema SET version = $1', [version]);
      await setVersion(migrations.length + 1);
      expect(await (await open({ url })).store.health()).toMatchObject({ problem: undefined });
      await setVersion(migrations.length + 2);
      await expectRefusal(url, /newer version of Waylark .* update this instance\.$/);
      await setVersion(migrations.length - 1);
      await expectRefusal(url, /run npm run admin -- migrate\.$/, { migrates: false });
    });

    test('no schema, without migration, and tables of another program', async () => {
      const url = await cluster.createDatabase();
      await expectRefusal(url, /^The database has schema none/, { migrates: false });
      await cluster.query(url, 'CREATE TABLE links (diary text)');
      await expectRefusal(url, /^The database has tables of another program/);
    });

    test('a user without rights, or with some, on tables that are there and on none', async () => {
      const { url } = await openWithOwner();
      await cluster.query(url, 'CREATE ROLE guest LOGIN');
      const asGuest = (own: string) => ({ address: cluster.urlOf(nameIn(own), 'guest') });
      await expectRefusal(url, /^The database user may not use the tables/, asGuest(url));
      await cluster.query(url, 'GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest');
      await expectRefusal(url, /^The database user may not use the tables/, asGuest(url));
      await cluster.query(url, 'GRANT ALL ON ALL TABLES IN SCHEMA public TO guest');
      await cluster.query(url, 'REVOKE INSERT ON audit_log FROM guest');
      await expectRefusal(url, /^The database user may not use the tables/, asGuest(url));
      const empty = await cluster.createDatabase();
      await expectRefusal(empty, /^The database user may not create tables/, asGuest(empty));
    });

    test('an unknown database or user, and no server', async () => {
      const { url } = await openWithOwner();
      const [nowhere, nobody] = [cluster.urlOf('nowhere'), cluster.urlOf(nameIn(url), 'nobody')];
      await expectRefusal(url, /does not exist: create it first\.$/, { address: nowhere });
      await expectRefusal(url, /^The database refused the user/, { address: nobody });
      const address = 'postgres://owner@127.0.0.1:1/x';
      await expectRefusal(url, /^The database cannot be reached \(ECONNREFUSED\)/, { address });
    });
  });
});
