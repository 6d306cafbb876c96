import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { add, startProcess, tokenFrom, unlimited } from '../../../tests/support/service/instances.ts';
import { temporaryFolder } from '../../../tests/support/service/test-app.ts';
import { createApplication } from '../../api/credentials.ts';
import { fileName } from './database.ts';
import { openSqliteStore } from './sqlite-store.ts';

test('every answered link is stored after kill -9 during writes, and the file is intact', async () => {
  const data = temporaryFolder();
  const created = await openSqliteStore(data);
  const credentials = await createApplication(created, unlimited);
  await created.close();

  const answered = new Map<string, string>();
  for (const links of [20, 120]) {
    const { child, ...service } = await startProcess({ WAYLARK_DATA: data });
    const token = await tokenFrom(service, credentials);
    /** Shortens links without a pause until the service is killed. */
    const work = async (name: number) => {
      for (let n = 0; child.exitCode === null && child.signalCode === null; n += 1) {
        const link = `https://example.com/${name}/${links}/${n}/${'x'.repeat(n % 3000)}`;
        const id = await add(service, token, link).catch(() => 0);
        if (typeof id === 'string') answered.set(id, link);
        if (answered.size >= links) child.kill('SIGKILL');
      }
    };
    await Promise.all([once(child, 'exit'), ...[1, 2, 3, 4].map(work)]);
    expect(child.signalCode).toBe('SIGKILL');

    const store = await openSqliteStore(data);
    for (const [id, link] of answered)
      expect(await store.findLink(id, Date.now() / 1000)).toMatchObject({ link });
    await store.close();
    const database = new DatabaseSync(join(data, fileName));
    expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    const count = (statement: string) => database.prepare(statement).get()?.['count'];
    expect(count('SELECT sum(used) AS count FROM packages')).toBe(
      count('SELECT count(*) AS count FROM links'),
    );
    database.close();
  }
});
