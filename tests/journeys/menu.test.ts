import { describe, expect, it } from 'vitest';
import { eventually } from '../support/browsers/eventually.ts';
import { spokenOn } from '../support/browsers/menu.ts';
import { lacks } from '../support/browsers/needs.ts';
import { triggerSuite } from '../support/browsers/triggers.ts';

describe.each(['chromium', 'firefox'] as const)('The context menu', (browser) => {
  describe.skipIf(lacks(browser))(`in ${browser}`, () => {
    const suite = triggerSuite({ browser });

    it('shortens the own address of a link, and the short link is in a toast', async () => {
      const { choose, copied, fixture, shortLinkTo, site, visitSite } = suite();
      const address = `${site.origin}/target?b=2&a=1#part`;
      const page = await visitSite('/page');
      await choose(page, '#link', 'link');
      const short = await shortLinkTo(address);
      await eventually(() => spokenOn(page)).toContain(short.replace('http://', ''));
      // Firefox lets a page copy after a real click only: tests/windows/menu.test.ts.
      if (browser === 'chromium') expect(await copied()).toBe(address);
      expect(fixture.proxy.count('add')).toBe(1);
    });
  });
});
