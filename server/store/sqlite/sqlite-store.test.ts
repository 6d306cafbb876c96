import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createApplication } from '../../api/credentials.ts';
import { start, temporaryFolder } from '../../../tests/support/service/test-app.ts';
import { createCallCounter } from './call-counter.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { fileName, openDatabase } from './database.ts';

test('a deleted or removed link leaves no bytes in the files; the others stay', async () => {
  const folder = temporaryFolder();
  const store = await openSqliteStore(folder);
  const { secretId } = await createApplication(store);
  const add = (id: string, link: string, expiresAt: number) =>
    store.addLink({ id, link, expiresAt, secretId }, start);
  const bytes = () =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('');

  const long = `https://expired.example/${'canary'.repeat(3000)}`;
  await add('expired000', long, start + 10);
  await add('expired001', 'https://expired.example/canary', start + 11);
  await add('valid00000', 'https://valid.example/', start + 12);
  await add('removed000', 'https://removed.example/canary', start + 12);
  expect(bytes()).toContain('canary');
  expect(await store.deleteExpired({ links: start + 11, tokens: 0 }, 100)).toBe(2);
  expect(bytes()).toContain('removed.example');
  await store.revokeLinks(['removed000'], start);
  expect(bytes()).not.toContain('canary');
  expect(bytes()).not.toContain('expired00');
  expect(await store.findLink('valid00000', start + 11)).toMatchObject({ link: 'https://valid.example/' });
  await store.close();
});

test('deleted rows that another program still read are removed from the write-ahead log by the next purge', async () => {
  const folder = temporaryFolder();
  const store = await openSqliteStore(folder);
  const { secretId } = await createApplication(store);
  const link = 'https://expired.example/canary';
  await store.addLink({ id: 'expired000', link, expiresAt: start + 10, secretId }, start);
  const reader = await openDatabase(folder);
  reader.exec('BEGIN; SELECT count(*) FROM links');
  const purge = () => store.deleteExpired({ links: start + 10, tokens: 0 }, 100);
  expect(await purge()).toBe(1);
  const log = () => readFileSync(join(folder, `${fileName}-wal`), 'latin1');
  expect(log()).toContain('canary');
  reader.close();
  expect(await purge()).toBe(0);
  expect(log()).not.toContain('canary');
  await store.close();
});

test('links survive a power failure, deleted ones are overwritten', async () => {
  const database = await openDatabase(temporaryFolder());
  const read = (name: string) => database.prepare(`PRAGMA ${name}`).get()?.[name];
  const settings = ['journal_mode', 'synchronous', 'secure_delete'].map(read);
  const full = 2;
  expect(settings).toEqual(['wal', full, 1]);
  database.close();
});

test('only the owner can read the files', async () => {
  const folder = join(temporaryFolder(), 'new', 'data');
  const database = await openDatabase(folder);
  database.exec('BEGIN IMMEDIATE; COMMIT');
  expect(statSync(folder).mode & 0o077).toBe(0);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  database.close();
});

test('a data file of an older version is brought up to date, unless only a command opens it; a newer one is refused', async () => {
  const folder = temporaryFolder();
  const open = async (steps: readonly string[], migrates = true) => {
    const database = await openDatabase(folder, { migrates, steps });
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE name <> 'links'").all();
    database.close();
    return tables.map(({ name }) => name);
  };
  const steps = ['CREATE TABLE links (n)', 'CREATE TABLE a (n)', 'CREATE TABLE b (n)'];
  expect(await open(steps.slice(0, 1), false)).toEqual([]);
  await expect(open(steps, false)).rejects.toThrow(
    /has schema 1 and this version needs 3: start the service/,
  );
  await expect(open([...steps, 'CREATE TABLE c (nonsense'])).rejects.toThrow();
  expect(await open(steps)).toEqual(['a', 'b']);
  expect(await open(steps, false)).toEqual(['a', 'b']);
  await expect(open(steps.slice(0, 2))).rejects.toThrow(
    /was set up by a newer version .*: update this instance\.$/,
  );
});

test('calls are counted in the seconds and minutes of the clock, and one that is set back blocks none', () => {
  const countCall = createCallCounter();
  const take = (now: number, secretId = 'a') =>
    countCall({ secretId, operation: 'add', limits: { perSecond: 1, perMinute: 2 } }, start + now);
  expect([take(0.9), take(0.95), take(1), take(30.5), take(60)]).toEqual([0, 50, 0, 29_500, 0]);
  expect([take(0, 'b'), take(-5000, 'b')]).toEqual([0, 0]);
  expect(take(-5000 + 0.001, 'b')).toBeGreaterThan(0);
});
