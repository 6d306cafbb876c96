import type { Page } from 'puppeteer-core';
import { allowInPrivate, openPrivately } from './chromium-extension.ts';
import type { Control } from './control.ts';
import { tabsOf } from './extension.ts';
import { allowAddonInPrivate } from './firefox-addons.ts';
import type { Fixture } from './fixture.ts';
import { poll } from './poll.ts';
import { storedValues } from './stored.ts';

interface WithControl {
  fixture: Fixture;
  control: Control;
}

const isFirefox = ({ origin }: Fixture): boolean => origin.startsWith('moz-');

/** Allows the extension in private windows, which restarts it. */
export async function allowPrivate({ fixture, control }: WithControl): Promise<void> {
  if (!isFirefox(fixture)) return allowInPrivate(fixture.browser);
  await allowAddonInPrivate(fixture.browser);
  // The background starts again, and mirrors what is stored.
  await poll('the stored values', async () =>
    'settings' in (await storedValues(control.ask)) ? true : undefined,
  );
}

/** Opens an address in a private window of its own, in front. */
export async function openPrivate({ fixture, control }: WithControl, address: string): Promise<Page> {
  const { browser } = fixture;
  if (!isFirefox(fixture)) return openPrivately(browser, address);
  await control.ask(
    `browser.windows.create(${JSON.stringify({ incognito: true, url: address })}).then(() => null)`,
  );
  const page = await poll('the private window', async () =>
    (await tabsOf(browser)).find((each) => each.url() === address),
  );
  await page.bringToFront();
  return page;
}
