import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/service/test-app.ts';
import { fileName } from './database.ts';
import { openSqliteStore } from './sqlite-store.ts';

/** A program that shortens links through its own service without a pause and prints each answered identifier. */
const writer = (data: string) => `
  import { startService } from ${JSON.stringify(join(import.meta.dirname, '..', '..', 'service.ts'))};
  const service = await startService({ data: ${JSON.stringify(data)} });
  const limits = { perSecond: 1e6, perMinute: 1e6 };
  const { secretId, secretKey } = await service.createApplication(limits);
  const post = async (path, headers, init) =>
    (await (await fetch(service.address + path, { ...init, headers })).json()).data;
  const { token } = await post('/openAPI/token', { SecretID: secretId, SecretKey: secretKey });
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
  const shorten = async (worker) => {
    for (let n = 0; ; n += 1) {
      const link = 'https://example.com/' + worker + '/' + n + '/' + 'x'.repeat(n % 3000);
      const body = JSON.stringify({ link, validity: 9999999999 });
      const { linkID } = await post('/shortLink/add', headers, { method: 'POST', body });
      process.stdout.write(linkID + ' ' + link + '\\n');
    }
  };
  for (const worker of [1, 2, 3, 4]) void shorten(worker);
`;

async function writeUntilKilled(data: string, links: number): Promise<Map<string, string>> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer(data)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const answered = new Map<string, string>();
  // The kill may have cut off the last line, so it does not count.
  let last: string | undefined;
  for await (const line of createInterface(child.stdout)) {
    if (last !== undefined) {
      const [id = '', link = ''] = last.split(' ');
      answered.set(id, link);
    }
    last = line;
    if (answered.size === links) child.kill('SIGKILL');
  }
  if (child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  return answered;
}

test('every answered link is stored after kill -9 during writes, and the file is intact', async () => {
  const data = temporaryFolder();
  const answered = new Map<string, string>();
  for (const links of [20, 100]) {
    for (const [id, link] of await writeUntilKilled(data, links)) answered.set(id, link);
    const store = await openSqliteStore(data);
    for (const [id, link] of answered)
      expect(await store.findLink(id, Date.now() / 1000)).toMatchObject({ link });
    await store.close();
    const database = new DatabaseSync(join(data, fileName));
    expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    const stored = database.prepare('SELECT count(*) AS count FROM links').get()?.['count'];
    const used = database.prepare('SELECT sum(used) AS count FROM packages').get()?.['count'];
    expect(used).toBe(stored);
    database.close();
  }
  expect(answered.size).toBeGreaterThanOrEqual(120);
});
