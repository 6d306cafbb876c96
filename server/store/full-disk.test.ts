import type { DatabaseSync } from 'node:sqlite';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { importFile } from '../admin/import.ts';
import { defaultConfiguration } from '../config/configuration.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import { answerOf, start, temporaryFolder, testApp } from '../../tests/support/service/test-app.ts';

/** The databases that were opened, the newest last. */
const opened = vi.hoisted((): DatabaseSync[] => []);
vi.mock('node:sqlite', async (load) => {
  const module = await load<typeof import('node:sqlite')>();
  class RecordedDatabase extends module.DatabaseSync {
    constructor(...all: ConstructorParameters<typeof module.DatabaseSync>) {
      super(...all);
      opened.push(this);
    }
  }
  return { ...module, DatabaseSync: RecordedDatabase };
});

/** SQLite's own "database or disk is full", which a page limit causes as a full disk does. */
const limitPages = (more: number): void => {
  const database = opened.at(-1);
  const pages = Number(database?.prepare('PRAGMA page_count').get()?.['page_count']);
  database?.exec(`PRAGMA max_page_count = ${String(pages + more)}`);
};

test('a full disk refuses links and tokens, keeps every link that was answered, and works again with space', async () => {
  const packages = [{ total: 1000, startsAt: 0, expiresAt: start + 99_999 }];
  const app = await testApp({ application: { packages, perSecond: 1000, perMinute: 1000 } });
  const bearer = await app.token();
  const linkAt = (at: number) => ({
    link: `https://example.com/${at}/${'x'.repeat(3000)}`,
    validity: start + 99,
  });
  limitPages(12);

  const ids: string[] = [];
  let refused = 0;
  for (let at = 0; refused < 3 && at < 100; at += 1) {
    const { code, data } = await answerOf(await app.add(linkAt(at), bearer));
    if (code === 200) ids.push((data as { linkID: string }).linkID);
    else refused += Number(code === 500);
  }
  expect([refused, ids.length > 3]).toEqual([3, true]);
  expect(app.reported.map(({ message }) => message)).toEqual(Array(3).fill('database or disk is full'));
  const follow = async (id = '') => (await app.call(`/${id}`)).headers.get('location');
  expect(await follow(ids[0])).toBe(linkAt(0).link);
  expect(await follow(ids.at(-1))).toMatch(/^https:\/\/example\.com\/\d+\/x+$/);

  limitPages(1000);
  expect(await answerOf(await app.add(linkAt(0), bearer))).toMatchObject({ code: 200 });
  const used = opened
    .at(-1)
    ?.prepare('SELECT used, (SELECT count(*) FROM links) AS links FROM packages')
    .get();
  expect(used).toEqual({ used: ids.length + 1, links: ids.length + 1 });
});

test('an import into a full disk says how many links are stored, and goes on with space', async () => {
  const folder = temporaryFolder();
  const store = await openSqliteStore(folder);
  onTestFinished(() => store.close());
  const file = join(folder, 'links.csv');
  const rows = Array.from({ length: 1200 }, (_, at) => `a-${at},https://example.com/${at}/${'x'.repeat(99)}`);
  writeFileSync(file, ['ending,link', ...rows, 'not/one,https://example.com/'].join('\n'));
  const report = join(folder, 'report.csv');
  const run = () =>
    importFile(store, {
      argument: file,
      from: 'csv',
      application: 'owner',
      report,
      configuration: defaultConfiguration,
    });
  limitPages(60);
  await expect(run()).rejects.toMatchObject({
    name: 'StartError',
    message:
      'The links cannot be stored (database or disk is full). Links that are stored already: 500. Repeat the command to go on.',
  });
  expect(existsSync(report)).toBe(false);

  limitPages(1000);
  expect(await run()).toMatchObject({
    rows: [{ links: 700 }, { outcome: 'there already', links: 500 }, { outcome: 'refused', links: 1 }],
  });
  expect(readFileSync(report, 'utf8')).toContain('not/one');
});
