import { describe, expect, it } from 'vitest';
import { sendFrom } from '../support/browsers/connect.ts';
import { killWorker } from '../support/browsers/chromium-extension.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { hang, lost } from '../support/service/faults.ts';
import { endBackground } from '../support/browsers/firefox-addons.ts';
import { historyOf } from '../support/pages/history.ts';
import { lacks } from '../support/browsers/needs.ts';
import { focusOf, textOf } from '../support/pages/page-texts.ts';
import { addConnection } from '../support/browsers/second-connection.ts';
import { suiteFixture } from '../support/browsers/suite-fixture.ts';

for (const kind of ['chromium', 'firefox'] as const)
  describe.skipIf(lacks(kind))(`Moving links in ${kind}`, () => {
    const fixtureOf = suiteFixture({ browser: kind });

    // Why a move stops, and that its rest continues: lib/jobs/job-runner.test.ts.
    it('continues after the background was killed, creates each link once, and shows both short links', async () => {
      const fixture = fixtureOf();
      const { browser, proxy, open } = fixture;
      const options = await open('options.html');
      for (const title of ['a', 'b', 'c', 'd', 'e'])
        await sendFrom(options, 'shorten', {
          id: crypto.randomUUID(),
          link: `https://example.com/move/${title}`,
          title,
          validity: { kind: 'duration', seconds: 86_400 },
          private: false,
        });
      const second = await addConnection(fixture, options, 'Private');
      const settings = await open('options.html');
      const press = async (name: string): Promise<void> => {
        await (await settings.waitForSelector(`::-p-aria([name="${name}"][role="button"])`))?.click();
      };
      proxy.mark();
      const kill = () => (kind === 'firefox' ? endBackground(browser) : killWorker(browser));
      // The background is killed while one link was created without an answer, which the service's list has, and two are pending.
      proxy.next('add', lost, hang, hang);
      await press('Move…');
      await eventually(() => focusOf(settings)).toBe('Move 5 links');
      await press('Move 5 links');
      await eventually(() => proxy.count('add')).toBe(3);
      await eventually(second.links).toHaveLength(1);
      await kill();
      await eventually(() => textOf(settings)).toContain('3 links moved to Private, 2 may have been moved');
      expect(proxy.count('add')).toBe(5);
      expect(new Set(second.links()).size).toBe(3);
      expect(second.links()).toHaveLength(3);

      const attempts = await historyOf(options);
      const moved = attempts.filter(({ movedTo }) => movedTo?.shortLink !== undefined);
      expect(moved).toHaveLength(3);
      for (const { movedTo, expiresAt } of moved)
        expect(attempts.find(({ id }) => id === movedTo?.id)).toMatchObject({
          shortLink: movedTo?.shortLink,
          expiresAt,
        });
      await press('Dismiss');
      const history = await open('history.html');
      await history.waitForSelector('.row .mark[aria-label^="Moved to "]');
      await second.remove();
    });
  });
