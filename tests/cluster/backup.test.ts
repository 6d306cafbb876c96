import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
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

const expiresAt = 9_999_999_999;

test.for([
  { name: 'SQLite', isThere: true, newLocation: newFolder },
  { name: 'PostgreSQL', isThere: postgresPrograms !== undefined, newLocation: newDatabaseWithTrial },
])(
  'a verified backup on $name is restored for a trial of which nothing is left, while links are added',
  async ({ isThere, newLocation }, { skip }) => {
    skip(!isThere);
    const { location, json, add } = await prepared(newLocation);
    const { secretId } = await add();
    const folder = temporaryFolder();
    const file = join(folder, 'links.backup');
    const paths = ['a\u2028b', "'; DROP TABLE public.links; --", '\\.'];
    const now = Date.now() / 1000;
    const link = (path: string) => ({
      id: randomBase62(10),
      link: `https://example.com/${path}`,
      expiresAt,
      secretId,
    });

    await withStoreAt(location, async (store) => {
      expect(await store.verifiedBackupAt()).toBeUndefined();
      for (const path of paths) await store.addLink(link(path), now);
      const args = [
        join(import.meta.dirname, '..', '..', 'server', 'admin', 'main.ts'),
        'backup',
        file,
        '--verify',
        ...location,
      ];
      const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'] } });
      const output = Promise.all([text(child.stderr), once(child, 'exit')]);
      for (let n = 0; child.exitCode === null; n += 1) {
        await store.addLink(link(String(n)), now);
        await wait(10);
      }
      expect(await output).toEqual(['', [0, null]]);
      expect(Math.abs(((await store.verifiedBackupAt()) ?? 0) - now)).toBeLessThan(60);
    });

    expect(readdirSync(folder)).toEqual(['links.backup']);
    expect(await refusalOf('backup', file, '--verify', ...location)).toMatch(/exists already/);
    expect(await refusalOf('backup', '/nowhere/file', '--verify', ...location)).toMatch(/^The backup cannot/);
    expect(readdirSync(folder)).toEqual(['links.backup']);
    const elsewhere = await newLocation();
    await admin('restore', file, ...elsewhere);
    const restored = await withStoreAt(elsewhere, async (store) =>
      store.listLinks({ after: '', pageSize: 99_999 }),
    );
    expect(restored.map((each) => each.link)).toEqual(
      expect.arrayContaining(paths.map((path) => `https://example.com/${path}`)),
    );
    expect(await json('check')).toMatchObject({ applications: 1 });
  },
);

describe.skipIf(postgresPrograms === undefined)('in a database,', () => {
  test('of two at a time, one is refused: they would remove the trial of one another', async () => {
    const { location, add } = await prepared(newDatabaseWithTrial);
    await add();
    const folder = temporaryFolder();
    const both = await Promise.allSettled(
      ['one', 'two'].map((name) => admin('backup', join(folder, name), '--verify', ...location)),
    );
    const refusals = both.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    expect(refusals).toEqual([expect.stringMatching(/Another backup is being verified/)]);
    expect(readdirSync(folder)).toHaveLength(1);
    await admin('backup', join(folder, 'three'), '--verify', ...location);
  });

  test('the database for the trial is one that the operator creates', async () => {
    const { location } = await prepared(newDatabase);
    const folder = temporaryFolder();
    expect(await refusalOf('backup', join(folder, 'backup'), '--verify', ...location)).toMatch(
      /^The backup would be restored for a trial into the database \w+_trial, which cannot be used: create it once/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a backup without all rows is refused, and what is left of a trial is removed', async () => {
    const { location, add } = await prepared(newDatabaseWithTrial);
    const { secretId } = await add();
    const link = { id: 'aB3dE6gH9k', link: 'https://example.com/', expiresAt, secretId };
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
    expect(await leftovers()).toBe(2);
    await admin('backup', join(temporaryFolder(), 'whole'), '--verify', ...location);
    expect(await leftovers()).toBe(0);

    const bin = temporaryFolder();
    const path = process.env['PATH'] ?? '';
    writeFileSync(
      join(bin, 'pg_dump'),
      `#!/bin/sh\nPATH='${path}' exec pg_dump --exclude-table-data=links "$@"\n`,
    );
    chmodSync(join(bin, 'pg_dump'), 0o700);
    process.env['PATH'] = bin + delimiter + path;
    onTestFinished(() => {
      process.env['PATH'] = path;
    });
    const broken = join(temporaryFolder(), 'broken');
    expect(await refusalOf('backup', broken, '--verify', ...location)).toMatch(
      /cannot be trusted: restored, the table links has 0 rows in place of 1\.$/,
    );
    expect(existsSync(broken)).toBe(true);
    expect(await leftovers()).toBe(0);
    const lines = await withStoreAt(location, async (store) =>
      store.listAudit({ before: undefined, pageSize: 9 }),
    );
    expect(lines.filter(({ action }) => action === 'backup-verified')).toHaveLength(1);
  });

  test('a backup is restored only into an empty one, and other files are none', async () => {
    const { location, add } = await prepared(newDatabase);
    const { secretId } = await add();
    const [file, diary] = [join(temporaryFolder(), 'backup'), join(temporaryFolder(), 'diary')];
    await admin('backup', file, ...location);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(await refusalOf('restore', file, ...location)).toMatch(/ already; restore into an empty one\.$/);
    const elsewhere = await newDatabase();
    writeFileSync(diary, 'Dear diary');
    expect(await refusalOf('restore', diary, ...elsewhere)).toMatch(/^pg_restore failed/);
    await admin('restore', file, ...elsewhere);
    expect(await admin('applications', 'list', ...elsewhere)).toContain(secretId);
  });

  test('what is in a backup is not carried out as a superuser', async () => {
    const { query, urlOf } = await startedCluster();
    const file = join(temporaryFolder(), 'backup');
    const { location } = await prepared(newDatabase);
    await admin('backup', file, ...location);
    const empty = new URL((await newDatabase())[1] ?? '').pathname.slice(1);
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
  });
});
