import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { historyOf, putEntries } from '../support/pages/history.ts';
import { giveFile, noticeOf } from '../support/pages/history-page.ts';
import { lacks } from '../support/browsers/needs.ts';
import { alertOf } from '../support/pages/page-texts.ts';
import { createFixture } from '../support/browsers/fixture.ts';

/** Milliseconds for which Chromium caches the size of the disk. */
const cachedFor = 31_000;

/** Bytes; the file is twice as large. */
const quotaSize = 8_000_000;

const existing = [{ title: 'One' }, { title: 'Another' }];

describe.skipIf(lacks('chromium'))('The history in Chromium on a full disk', () => {
  it('imports the part of a file for which there is space, and says so', async () => {
    const fixture = await createFixture();
    try {
      const options = await fixture.open('options.html');
      const session = await options.createCDPSession();
      await session.send('Storage.overrideQuotaForOrigin', { origin: fixture.origin, quotaSize });
      await setTimeout(cachedFor);
      await putEntries(options, existing);
      const page = await fixture.open('history.html');
      const links = Array.from({ length: 16_000 }, (_, at) => ({
        id: crypto.randomUUID(),
        link: `https://a.example/${at}`,
        title: randomBytes(660).toString('base64'),
        account: 'a',
        createdAt: 1,
        validity: { kind: 'never' },
        state: 'unknown',
        shown: true,
      }));
      await giveFile(page, JSON.stringify({ waylark: 'history', version: 1, links }));
      expect(await alertOf(page, 60_000)).toContain('The disk is full');
      const announced = Number(/([\d,]+) imported/.exec(await noticeOf(page))?.[1]?.replaceAll(',', ''));
      expect(announced).toBeGreaterThan(0);
      expect(await historyOf(page)).toHaveLength(announced + existing.length);
    } finally {
      await fixture.close();
    }
  });
});
