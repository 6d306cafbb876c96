import { describe, expect, it } from 'vitest';
import { fillIn, press } from '../support/browsers/controls.ts';
import { drip, hang } from '../support/service/faults.ts';
import { createFixture } from '../support/browsers/fixture.ts';
import { historyOf } from '../support/pages/history.ts';
import { lacks } from '../support/browsers/needs.ts';
import { alertOf } from '../support/pages/page-texts.ts';

/** Runs in the popup: stores the milliseconds from the request to the sentence, without those that a busy driver takes. */
function measureWait(): void {
  let began = 0;
  addEventListener('submit', () => (began = Date.now()), { capture: true });
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[role=alert]')?.textContent) return;
    Object.assign(globalThis, { waited: Date.now() - began });
    observer.disconnect();
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
}

// The other faults: tests/service/faults.test.ts, with shorter limits, and tests/journeys/interruptions.test.ts.
describe.concurrent('A service that fails', () => {
  for (const browser of ['chromium', 'firefox'] as const)
    it.skipIf(lacks(browser))(
      `is given up within 25 s if it never answers, and if its answer never ends, in ${browser}`,
      async ({ onTestFinished }) => {
        const fixture = await createFixture({ browser });
        onTestFinished(() => fixture.close());
        const { proxy, pages } = fixture;
        proxy.next('add', hang, drip);
        const popups = [];
        for (const path of ['/hangs', '/drips']) {
          const popup = await fixture.open('popup.html');
          await fillIn(popup, 'Link', pages.origin + path);
          await popup.evaluate(measureWait);
          await press(popup, 'Shorten');
          popups.push(popup);
        }
        for (const popup of popups) {
          const sentence = await alertOf(popup, 40_000);
          expect(await popup.evaluate('waited')).toBeLessThan(25_000);
          expect(sentence).toContain('Your link may exist');
          expect(sentence).toContain(new URL(proxy.address).host);
          expect((await historyOf(popup)).map(({ state }) => state)).toContain('unknown');
        }
        expect(proxy.count('add')).toBe(2);
      },
    );
});
