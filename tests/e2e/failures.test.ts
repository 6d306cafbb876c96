import { describe, expect, it } from 'vitest';
import { fillIn, press } from '../../scripts/browsers/controls.ts';
import { drip, hang } from './support/faults.ts';
import { suiteFixture } from './support/suite-fixture.ts';
import { historyOf } from './support/history.ts';
import { lacks } from './support/needs.ts';
import { alertOf } from './support/texts.ts';

// The other faults: tests/service/faults.test.ts, with shorter limits, and interruptions.test.ts.
describe.for(['chromium', 'firefox'] as const)('A service that fails, in %s', (browser) => {
  const fixture = suiteFixture({ browser });

  it.skipIf(lacks(browser))(
    'is given up within 25 s if it never answers, and if its answer never ends',
    async () => {
      const { proxy, pages } = fixture();
      const started = Date.now();
      proxy.next('add', hang, drip);
      const popups = [];
      for (const path of ['/hangs', '/drips']) {
        const popup = await fixture().open('popup.html');
        await fillIn(popup, 'Link', pages.origin + path);
        await press(popup, 'Shorten');
        popups.push(popup);
      }
      for (const popup of popups) {
        const sentence = await alertOf(popup);
        expect(sentence).toContain('Your link may exist');
        expect(sentence).toContain(new URL(proxy.address).host);
        expect((await historyOf(popup)).map(({ state }) => state)).toContain('unknown');
      }
      expect(Date.now() - started).toBeLessThan(25_000);
      expect(proxy.count('add')).toBe(2);
    },
  );
});
