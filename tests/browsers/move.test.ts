import { describe, expect, it } from 'vitest';
import { sendFrom } from '../support/browsers/connect.ts';
import { takeAccess } from '../support/browsers/access.ts';
import { killWorker } from '../support/browsers/chromium-extension.ts';
import { createControl } from '../support/browsers/control.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { answerOnRelease, hang, lost } from '../support/service/faults.ts';
import { endBackground } from '../support/browsers/firefox-addons.ts';
import { historyOf } from '../support/pages/history.ts';
import { lacks } from '../support/browsers/needs.ts';
import { focusOf, textOf } from '../support/pages/page-texts.ts';
import { addConnection } from '../support/browsers/second-connection.ts';
import { suiteFixture } from '../support/browsers/suite-fixture.ts';

for (const kind of ['chromium', 'firefox'] as const)
  describe.skipIf(lacks(kind))(`Moving links in ${kind}`, () => {
    const fixtureOf = suiteFixture({ browser: kind, control: true });

    /** Creates links with these titles, connects a second application, and opens the settings. */
    const prepare = async (names: string[]) => {
      const fixture = fixtureOf();
      const options = await fixture.open('options.html');
      for (const name of names)
        await sendFrom(options, 'shorten', {
          id: crypto.randomUUID(),
          link: `https://example.com/move/${name}`,
          title: name,
          validity: { kind: 'duration', seconds: 86_400 },
          private: false,
        });
      const second = await addConnection(fixture, options, 'Private');
      const settings = await fixture.open('options.html');
      const press = async (name: string): Promise<void> => {
        await (await settings.waitForSelector(`::-p-aria([name="${name}"][role="button"])`))?.click();
      };
      fixture.proxy.mark();
      return { fixture, options, second, settings, press };
    };

    it('continues after the background was killed, creates each link once, and shows both short links', async () => {
      const { fixture, options, second, settings, press } = await prepare(['a', 'b', 'c', 'd', 'e']);
      const { browser, proxy, open } = fixture;
      const kill = () => (kind === 'firefox' ? endBackground(browser) : killWorker(browser));
      // The background is killed while one link was created without an answer, and two are pending.
      proxy.next('add', lost, hang, hang);
      await press('Move…');
      await eventually(() => focusOf(settings)).toBe('Move 5 links');
      await press('Move 5 links');
      await eventually(() => proxy.count('add')).toBe(3);
      await eventually(second.links).toHaveLength(1);
      await kill();
      await eventually(() => textOf(settings)).toContain('2 links moved');
      expect(await textOf(settings)).toContain('May have been created');
      expect(proxy.count('add')).toBe(5);
      expect(new Set(second.links()).size).toBe(3);
      expect(second.links()).toHaveLength(3);

      const attempts = await historyOf(options);
      const moved = attempts.filter(({ movedTo }) => movedTo?.shortLink !== undefined);
      expect(moved).toHaveLength(2);
      for (const { movedTo, expiresAt } of moved)
        expect(attempts.find(({ id }) => id === movedTo?.id)).toMatchObject({
          shortLink: movedTo?.shortLink,
          expiresAt,
        });
      await press('Done');
      const history = await open('history.html');
      await eventually(() => textOf(history)).toContain('Moved to ');
      await second.remove();
    });

    it('stops when the browser takes the access away, and continues with the rest once it is back', async () => {
      const { fixture, second, settings, press } = await prepare(['f', 'g', 'h', 'i', 'j']);
      const { browser, origin, proxy } = fixture;
      const { fault, release } = answerOnRelease();
      proxy.always('add', fault);
      await press('Move…');
      await press('Move 5 links');
      await eventually(() => proxy.count('add')).toBe(3);
      const giveBack = await takeAccess(kind, { browser, control: createControl(browser, origin) });
      release();
      await eventually(() => textOf(settings)).toContain('3 links moved');
      expect(await textOf(settings)).toContain('2 links were not moved.');
      expect(proxy.count('add')).toBe(3);

      await giveBack();
      await settings.bringToFront();
      // The page knows it some time later, and its buttons move up then.
      await eventually(() => textOf(settings)).not.toContain('Allow access');
      await press('Move 2 links');
      await eventually(() => textOf(settings)).toContain('5 links moved');
      expect(new Set(second.links()).size).toBe(5);
      expect(second.links()).toHaveLength(5);
      await press('Done');
      await second.remove();
    });
  });
