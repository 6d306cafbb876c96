import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { postgresPrograms } from '../support/service/postgres-cluster.ts';
import { randomBase62 } from '../../server/base62.ts';
import { temporaryFolder } from '../support/service/test-app.ts';
import { trialSchema } from '../../server/admin/backup.ts';
import {
  admin,
  newDatabase,
  locations,
  prepared,
  refusalOf,
  removeCluster,
  startedCluster,
  withStoreAt,
} from '../support/service/test-commands.ts';

afterAll(removeCluster);

const expiresAt = 9_999_999_999;

describe.for(locations)('a verified backup on $name', ({ isThere, newLocation }) => {
  describe.skipIf(!isThere)('holds:', () => {
    test('it is restored for a trial of which nothing is left, while links are added', async () => {
      const { location, json, add } = await prepared(newLocation);
      const { secretId } = await add();
      const folder = temporaryFolder();
      const file = join(folder, 'links.backup');
      const paths = [
        'public.links',
        'a\u2028b',
        "'; DROP TABLE public.links; --",
        'COPY public.links FROM stdin;',
        '\\.',
      ];
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
      expect(await refusalOf('backup', '/nowhere/file', '--verify', ...location)).toMatch(
        /^The backup cannot/,
      );
      expect(readdirSync(folder)).toEqual(['links.backup']);
      const elsewhere = await newLocation();
      await admin('restore', file, ...elsewhere);
      const restored = await withStoreAt(elsewhere, async (store) =>
        store.listLinks({ after: '', limit: 99_999 }),
      );
      expect(restored.map((each) => each.link)).toEqual(
        expect.arrayContaining(paths.map((path) => `https://example.com/${path}`)),
      );
      expect(await json('check')).toMatchObject({ applications: 1 });
    });
  });
});

describe.skipIf(postgresPrograms === undefined)('in a database,', () => {
  test('of two at a time, one is refused: they would remove the trial of one another', async () => {
    const { location, add } = await prepared(newDatabase);
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

  test('a backup without all rows is refused, and what is left of a trial is removed and in no backup', async () => {
    const { location, add } = await prepared(newDatabase);
    const { secretId } = await add();
    const link = { id: 'aB3dE6gH9k', link: 'https://example.com/', expiresAt, secretId };
    await withStoreAt(location, async (store) => store.addLink(link, Date.now() / 1000));
    const { query } = await startedCluster();
    const [, url = ''] = location;
    await query(url, `CREATE SCHEMA ${trialSchema}; CREATE TABLE ${trialSchema}.links (id text)`);
    const schemas = async (address: string) =>
      (await query(address, `SELECT FROM pg_namespace WHERE nspname = '${trialSchema}'`)).rows.length;
    const file = join(temporaryFolder(), 'plain');
    await admin('backup', file, ...location);
    const elsewhere = await newDatabase();
    await admin('restore', file, ...elsewhere);
    expect([await schemas(url), await schemas(elsewhere[1] ?? '')]).toEqual([1, 0]);

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
    expect(await schemas(url)).toBe(0);
    expect(await withStoreAt(location, async (store) => store.verifiedBackupAt())).toBeUndefined();
  });
});
