import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { startService, type ServiceOptions } from './service.ts';
import { fileName } from './store/sqlite/database.ts';
import { temporaryFolder } from './test-app.ts';

/** Expects that the service does not start, and says why in one sentence, which main.ts prints. */
async function expectRefusal(options: ServiceOptions, sentence: RegExp): Promise<void> {
  const refusal: unknown = await startService(options).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ name: 'StartError', message: expect.stringMatching(sentence) as string });
  expect(refusal).toMatchObject({ message: expect.stringMatching(/^[^\n]*\.$/) as string });
}

test('a folder that cannot be written', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const sentence = /^The data folder cannot be written/;
  await expectRefusal({ data: join(file, 'below') }, sentence);
  await expectRefusal({ data: file }, sentence);
  const folder = temporaryFolder();
  mkdirSync(join(folder, fileName));
  await expectRefusal({ data: folder }, sentence);
});

test('a damaged file and a file of another program are not changed', async () => {
  const intact = readFileSync(join(await usedFolder(), fileName));
  const files = {
    truncated: intact.subarray(0, intact.length / 2),
    overwritten: Buffer.from(intact).fill(0xff, 4096 + 8, 4096 * 2),
    text: Buffer.from('Dear diary'.repeat(500)),
    foreign: foreignFile(),
  };
  for (const bytes of Object.values(files)) {
    const data = temporaryFolder();
    writeFileSync(join(data, fileName), bytes);
    await expectRefusal({ data }, /^The data file .* is damaged or not Waylark's/);
    expect(readFileSync(join(data, fileName)).equals(bytes)).toBe(true);
  }
});

test('a file of another version', async () => {
  const data = await usedFolder();
  const database = new DatabaseSync(join(data, fileName));
  database.exec('PRAGMA user_version = 99');
  database.close();
  await expectRefusal({ data }, /written by another version/);
});

test.each([
  ['/nowhere/days.json', /^The grayscale days in \/nowhere\/days\.json cannot be read \(ENOENT\)\.$/],
  ['/', /^The grayscale days in \/ cannot be read \(EISDIR\)\.$/],
])('a file of grayscale days that cannot be read: %s', async (grayscaleFile, sentence) => {
  await expectRefusal({ data: temporaryFolder(), grayscaleFile }, sentence);
});

test('an address that this machine does not have', async () => {
  await expectRefusal(
    { data: temporaryFolder(), host: '203.0.113.7' },
    /^This machine cannot listen on 203\.0\.113\.7/,
  );
});

/** A folder with the data of a service that was started once, and has an application as after its first start. */
async function usedFolder(): Promise<string> {
  const data = temporaryFolder();
  const service = await startService({ data });
  await service.createApplication();
  await service.close();
  return data;
}

function foreignFile(): Buffer {
  const file = join(temporaryFolder(), 'foreign.db');
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE diary (text)');
  database.close();
  return readFileSync(file);
}
