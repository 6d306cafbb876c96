import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/service/test-app.ts';

const main = join(import.meta.dirname, '..', '..', 'server', 'admin', 'main.ts');
const rows = 1_000_000;

/** Megabytes in which a file of 60 MB with all its links would not fit. */
const memory = 256;

test('an export with a million rows is imported in little memory, and the second of an ending is a clash', async () => {
  const folder = temporaryFolder();
  const admin = async (...args: string[]): Promise<unknown> => {
    const command = [
      `--max-old-space-size=${memory}`,
      main,
      ...args,
      '--json',
      '--data',
      join(folder, 'data'),
    ];
    const { stdout } = await promisify(execFile)(process.execPath, command, { env: {} });
    return JSON.parse(stdout);
  };
  const file = join(folder, 'links.csv');
  const out = createWriteStream(file);
  out.write('keyword,url,title,timestamp,ip,clicks\n');
  for (let n = 0; n < rows; n += 1) {
    const row = `${(n % (rows - 1)).toString(36)}-,https://example.com/a/${n},Title,2023-05-06 07:08:09,192.0.2.1,${n}\n`;
    if (!out.write(row)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');

  const { secretId } = (await admin('applications', 'add')) as { secretId: string };
  const imported = await admin('import', file, '--from', 'yourls', '--application', secretId);
  expect(imported).toMatchObject([
    { outcome: 'imported', links: rows - 1 },
    { outcome: 'clash', links: 1, reason: 'the ending is in the file twice' },
  ]);
  expect(await admin('export', join(folder, 'export.csv'))).toMatchObject({ links: rows - 1 });
});
