import { describe, it, onTestFinished } from 'vitest';
import { connectionCode } from '../../lib/connection-code/contract.ts';
import { openClipboard } from '../support/browsers/clipboard.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { startPrompts } from '../support/browsers/firefox-addons.ts';
import { openedOptions } from '../support/browsers/fixture.ts';
import { lacksWindow, windowSuite } from '../support/browsers/suite-fixture.ts';
import { focusOf } from '../support/pages/page-texts.ts';

/** In a page of the extension: the button of the popup that has the focus. Firefox's driver does not reach the popup itself. */
const focusInPopup = `browser.extension.getViews({ type: 'popup' })
  .filter(({ document }) => document.hasFocus()).map(({ document }) => document.activeElement.textContent.trim()).join()`;

describe.skipIf(lacksWindow('firefox'))('A new installation in Firefox with a window', () => {
  // The page of the first run opens by itself: later, it would take the focus.
  const suite = windowSuite({ browser: 'firefox', connected: false }, ({ fixture }) =>
    openedOptions(fixture),
  );

  it('leads from a connection code to a copied short link in three presses, the real permission prompt included', async () => {
    const { fixture, display, copied } = suite();
    const { browser, service, credentials } = fixture;
    const prompts = await startPrompts(browser);
    onTestFinished(() => prompts.end());
    const clipboard = await openClipboard(fixture);
    await clipboard.fill(connectionCode({ address: service.address, ...credentials }));
    const page = await fixture.open('options.html#first-run');
    await page.bringToFront();
    await eventually(() => focusOf(page)).toBe('Service address');
    await display.press('ctrl+v');
    await eventually(() => focusOf(page)).toBe('Connect');

    await display.press('Return');
    await prompts.opened();
    // The access key of Allow.
    await display.press('alt+a');
    await eventually(() => page.evaluate(focusInPopup)).toBe('Shorten');
    await display.press('Return');

    await eventually(copied).toBe('https://example.com/');
  });
});
