import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { postgresPrograms } from '../support/service/postgres-cluster.ts';
import { randomBase62 } from '../../server/store/identifiers.ts';
import { temporaryFolder } from '../support/service/test-app.ts';
import {
  admin,
  newDatabase,
  newDatabaseWithTrial,
  newFolder,
  prepared,
  refusalOf,
  removeCluster,
  startedCluster,
  withStoreAt,
} from '../support/service/test-commands.ts';

afterAll(removeCluster);

test.for([
  { name: 'SQLite', isThere: true, newLocation: newFolder },
  { name: 'PostgreSQL', isThere: postgresPrograms !== undefined, newLocation: newDatabaseWithTrial },
])(
  'a verified backup on $name is restored for a trial of which nothing is left, while links are added',
  async ({ isThere, newLocation }, { skip }) => {
    skip(!isThere);
    const { location, add } = await prepared(newLocation);
    const { secretId } = await add();
    const folder = temporaryFolder();
    const file = join(folder, 'links.backup');
    const now = Date.now() / 1000;
    const links = ['a\u2028b', "'; DROP TABLE public.links; --", '\\.'].map(
      (path) => `https://example.com/${path}`,
    );

    await withStoreAt(location, async (store) => {
      const addLink = async (link: string) =>
        store.addLink({ id: randomBase62(10), link, expiresAt: 9_999_999_999, secretId }, now);
      for (const link of links) await addLink(link);
      const stop = new AbortController();
      const done = admin('backup', file, '--verify', ...location).finally(() => {
        stop.abort();
      });
      while (!stop.signal.aborted) {
        await addLink('https://example.com/later');
        await wait(10);
      }
      await done;
      expect(Math.abs(((await store.verifiedBackupAt()) ?? 0) - now)).toBeLessThan(60);
    });

    expect(readdirSync(folder)).toEqual(['links.backup']);
    const elsewhere = await newLocation();
    await admin('restore', file, ...elsewhere);
    const restored = await withStoreAt(elsewhere, async (store) =>
      store.listLinks({ after: '', pageSize: 99_999 }),
    );
    expect(restored.map(({ link }) => link)).toEqual(expect.arrayContaining(links));
  },
);

describe.skipIf(postgresPrograms === undefined)('in a database,', () => {
  test('a verified backup needs a database for the trial, and of two at a time one is refused', async () => {
    const { location } = await prepared(newDatabase);
    const folder = temporaryFolder();
    const backUp = (name: string, to = location) => admin('backup', join(folder, name), '--verify', ...to);
    await expect(backUp('none')).rejects.toThrow(
      /^The backup would be restored for a trial into the database \w+_trial, which cannot be used: create it once/,
    );
    const withTrial = await prepared(newDatabaseWithTrial);
    const both = await Promise.allSettled(['one', 'two'].map((name) => backUp(name, withTrial.location)));
    const refusals = both.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    expect(refusals).toEqual([expect.stringMatching(/Another backup is being verified/)]);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test('a backup without all rows is refused, and what is left of a trial is removed', async () => {
    const { location, add } = await prepared(newDatabaseWithTrial);
    const { secretId } = await add();
    const link = { id: 'aB3dE6gH9k', link: 'https://example.com/', expiresAt: 9_999_999_999, secretId };
    await withStoreAt(location, async (store) => store.addLink(link, Date.now() / 1000));
    const { query } = await startedCluster();
    const trial = `${location[1] ?? ''}_trial`;
    const leftovers = async () =>
      (
        await query(
          trial,
          "SELECT nspname FROM pg_namespace WHERE nspname = 'own' UNION ALL SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
        )
      ).rows.length;
    await query(trial, 'CREATE TABLE links (id text); CREATE SCHEMA own; CREATE TABLE own.links (id text)');
    await admin('backup', join(temporaryFolder(), 'whole'), '--verify', ...location);
    expect(await leftovers()).toBe(0);

    const bin = temporaryFolder();
    const path = process.env['PATH'] ?? '';
    const dump = `#!/bin/sh\nPATH='${path}' exec pg_dump --exclude-table-data=links "$@"\n`;
    writeFileSync(join(bin, 'pg_dump'), dump);
    chmodSync(join(bin, 'pg_dump'), 0o700);
    vi.stubEnv('PATH', bin + delimiter + path);
    const broken = join(temporaryFolder(), 'broken');
    const refusal = await refusalOf('backup', broken, '--verify', ...location).finally(() => {
      vi.unstubAllEnvs();
    });
    expect(refusal).toMatch(/cannot be trusted: restored, the table links has 0 rows in place of 1\.$/);
    expect(existsSync(broken)).toBe(true);
    expect(await leftovers()).toBe(0);
    const lines = await withStoreAt(location, async (store) =>
      store.listAudit({ before: undefined, pageSize: 9 }),
    );
    expect(lines.filter(({ action }) => action === 'backup-verified')).toHaveLength(1);
  });

  test('a backup is restored only into an empty one, not as a superuser, and other files are none', async () => {
    const { query, urlOf } = await startedCluster();
    const { location } = await prepared(newDatabase);
    const [file, half] = [join(temporaryFolder(), 'backup'), join(temporaryFolder(), 'half')];
    await admin('backup', file, ...location);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(await refusalOf('restore', file, ...location)).toMatch(/ already; restore into an empty one\.$/);
    const elsewhere = await newDatabase();
    writeFileSync(half, 'PGDMP and no more');
    expect(await refusalOf('restore', half, ...elsewhere)).toMatch(/^pg_restore failed/);

    const empty = new URL(elsewhere[1] ?? '').pathname.slice(1);
    const roles = [
      'CREATE ROLE member LOGIN NOINHERIT IN ROLE owner',
      'CREATE ROLE writer LOGIN IN ROLE pg_execute_server_program',
    ];
    for (const statement of roles) await query(urlOf('postgres'), statement);
    for (const role of ['owner', 'member', 'writer'])
      expect(await refusalOf('restore', file, '--database', urlOf(empty, role))).toMatch(
        /^The database user may run programs/,
      );
    const tables = "SELECT 1 FROM pg_tables WHERE schemaname = 'public'";
    expect((await query(urlOf(empty), tables)).rows).toEqual([]);
    await admin('restore', file, ...elsewhere);
    expect((await query(urlOf(empty), tables)).rows).not.toEqual([]);
  });
});
