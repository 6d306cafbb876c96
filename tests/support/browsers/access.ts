import type { Browser } from 'puppeteer-core';
import { extensionOf } from './extension.ts';
import type { BrowserKind } from '../../../scripts/installed-programs.mjs';
import { onExtensionsPage } from './chromium-extension.ts';
import type { Control } from './control.ts';

/** Takes the access to the service away, as a person can at any time; resolves with a function that gives it back. */
export async function takeAccess(
  kind: BrowserKind,
  { browser, control }: { browser: Browser; control: Control },
): Promise<() => Promise<unknown>> {
  if (kind === 'firefox') {
    const origins = JSON.stringify(['http://127.0.0.1/*']);
    await control.ask(`browser.permissions.remove({ origins: ${origins} })`);
    return () => control.askInClick(`browser.permissions.request({ origins: ${origins} })`);
  }
  const { id } = await extensionOf(browser);
  const change = (hostAccess: string) =>
    `developerPrivate.updateExtensionConfiguration(${JSON.stringify({ extensionId: id, hostAccess })})`;
  const extensions = await onExtensionsPage(browser, change('ON_CLICK'));
  return () => extensions.evaluate(`chrome.${change('ON_ALL_SITES')}`);
}
