import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createApplication } from './credentials.ts';
import { fileName, openDatabase } from './database.ts';
import { openStore } from './store.ts';
import { start, temporaryFolder } from './test-app.ts';

async function testStore() {
  const folder = temporaryFolder();
  const store = openStore(folder);
  const { secretId } = await createApplication(store);
  const add = (id: string, link: string, expiresAt: number) =>
    store.addLink({ id, link, expiresAt, secretId }, start);
  const bytes = () =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('');
  return { folder, store, add, bytes };
}

test('a deleted link leaves no bytes in the files; the others stay', async () => {
  const { store, add, bytes } = await testStore();
  const long = `https://expired.example/${'canary'.repeat(3000)}`;
  await add('expired000', long, start + 10);
  await add('expired001', 'https://expired.example/canary', start + 11);
  await add('valid00000', 'https://valid.example/', start + 12);
  expect(bytes()).toContain('canary');
  expect(await store.deleteExpired({ links: start + 11, tokens: 0 }, 100)).toBe(2);
  expect(bytes()).not.toContain('canary');
  expect(bytes()).not.toContain('expired00');
  expect(await store.findLink('valid00000', start + 11)).toBe('https://valid.example/');
  await store.close();
});

test('a link is stored only together with its unit of a package', async () => {
  const { folder, store, add } = await testStore();
  expect(await add('same000000', 'https://one.example/', start + 10)).toBe('added');
  expect(await add('same000000', 'https://two.example/', start + 10)).toBe('taken');
  expect(await store.findLink('same000000', start)).toBe('https://one.example/');
  const reader = new DatabaseSync(join(folder, fileName), { readOnly: true });
  expect(reader.prepare('SELECT used FROM packages').all()).toEqual([{ used: 1 }]);
  reader.close();
  await store.close();
});

test('links survive a power failure, deleted ones are overwritten', () => {
  const database = openDatabase(temporaryFolder());
  const settings = ['journal_mode', 'synchronous', 'secure_delete'].map((name) => {
    return database.prepare(`PRAGMA ${name}`).get()?.[name];
  });
  const full = 2;
  expect(settings).toEqual(['wal', full, 1]);
  database.close();
});

test('only the owner can read the files', () => {
  const folder = join(temporaryFolder(), 'new', 'data');
  const database = openDatabase(folder);
  database.exec('BEGIN IMMEDIATE; COMMIT');
  expect(statSync(folder).mode & 0o077).toBe(0);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  database.close();
});
