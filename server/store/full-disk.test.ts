import type { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { answerOf, start, testApp } from '../../tests/support/service/test-app.ts';

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
  const long = 'x'.repeat(3000);
  const linkAt = (at: number) => ({ link: `https://example.com/${at}/${long}`, validity: start + 99 });
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
  const count = opened.at(-1)?.prepare('SELECT used, (SELECT count(*) FROM links) AS links FROM packages');
  expect(count?.get()).toEqual({ used: ids.length + 1, links: ids.length + 1 });
});
