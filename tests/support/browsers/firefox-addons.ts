import type { Browser } from 'puppeteer-core';
import { evaluateInFirefox } from './firefox-driver.ts';
import { poll } from './poll.ts';

/** Runs statements about the extension, `ours`, with all rights of the browser. */
export const withAddon = (browser: Browser, statements: string): Promise<void> =>
  evaluateInFirefox(
    browser,
    `(async () => {
    const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
    const ours = (await AddonManager.getAddonsByTypes(['extension'])).find((each) => each.temporarilyInstalled);
    ${statements}
  })()`,
  );

/** Firefox as a person has it: it asks before it grants a permission, and a popup gets the focus and keeps it. */
interface Prompts {
  /** Waits until a prompt is open. */
  opened(): Promise<unknown>;
  /** Grants unasked again, as drivers want it. */
  end(): Promise<void>;
}

export async function startPrompts(browser: Browser): Promise<Prompts> {
  const setPerson = (isPerson: boolean) =>
    evaluateInFirefox(
      browser,
      `[['extensions.webextOptionalPermissionPrompts', ${isPerson}], ['focusmanager.testmode', ${!isPerson}]]
        .forEach((setting) => Services.prefs.setBoolPref(...setting))`,
    );
  await setPerson(true);
  const isOpen = `Services.wm.getMostRecentWindow('navigator:browser').PopupNotifications.panel.state === 'open' || undefined`;
  return {
    opened: () => poll('a prompt', () => evaluateInFirefox(browser, isOpen)),
    end: async () => {
      await setPerson(false);
    },
  };
}

export const reloadAddon = (browser: Browser): Promise<void> => withAddon(browser, 'await ours.reload();');

/** Disables and enables the extension. */
export const restartAddon = (browser: Browser): Promise<void> =>
  withAddon(browser, 'await ours.disable(); await ours.enable();');

/** Allows the extension in private windows, which reloads it. */
export const allowAddonInPrivate = (browser: Browser): Promise<void> =>
  withAddon(
    browser,
    `const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
    await ExtensionPermissions.add(ours.id, { permissions: ['internal:privateBrowsingAllowed'], origins: [] });
    await ours.disable(); await ours.enable();`,
  );

/**
 * Ends the extension's background in the middle of whatever it does, as when its time of idleness has passed; what it waits for does
 * not delay that.
 */
export const endBackground = (browser: Browser): Promise<void> =>
  evaluateInFirefox(
    browser,
    `WebExtensionPolicy.getActiveExtensions().find(({ temporarilyInstalled }) => temporarilyInstalled).extension
      .terminateBackground({ ignoreDevToolsAttached: true, disableResetIdleForTest: true })`,
  );
