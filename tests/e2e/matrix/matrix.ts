import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, CDPSession } from 'puppeteer-core';
import { singleFlight } from '../../../lib/async/async.ts';
import { connectAtOnce } from '../../../scripts/browsers/connect.ts';
import { extensionOf } from '../../../scripts/browsers/extension.ts';
import { editManifest } from '../../../scripts/browsers/granted-copy.ts';
import type { BrowserKind } from '../../../scripts/browsers/installed-programs.mjs';
import { textsIn } from '../../../scripts/browsers/texts.ts';
import { canariesOf, locationsOf } from '../support/canary.ts';
import { type Control, createControl } from '../support/control.ts';
import { killWorker, onExtensionsPage, restartExtension } from '../support/chromium-extension.ts';
import { openAddonsPage, reloadAddon } from '../support/firefox-addons.ts';
import { createFixture, type Fixture } from '../support/fixture.ts';
import { account, history, inStore } from '../support/stored.ts';
import {
  type PopupHost,
  popupHostOf,
  readableByContentScript,
  runIn,
  sendFrom,
  shortenIn,
  sourceOf,
} from './popup-host.ts';
import { unresolvable } from './service-cases.ts';
import type { Background, Matrix, Sent, Undo } from './types.ts';

/** Milliseconds; the build has 8,000 and 21,000, with which failures.test.ts runs. */
const limits = 'callTimeout:1500,totalTimeout:3e3';
const shippedLimits = 'callTimeout:8e3,totalTimeout:21e3';

/** Milliseconds within which everything ends on a busy machine. */
const patience = 15_000;

/** The hosts of the matrix. */
const hosts = ['http://127.0.0.1/*', 'https://localhost/*', `${unresolvable}/*`];

/** Changes a throw-away copy of the build: shorter limits, and in Chromium the hosts. */
const prepareFor = (kind: BrowserKind) => async (folder: string) => {
  const path = join(folder, 'background.js');
  const source = await readFile(path, 'utf8');
  if (!source.includes(shippedLimits)) throw new Error(`background.js has no ${shippedLimits}`);
  await writeFile(path, source.replace(shippedLimits, limits));
  if (kind === 'chromium')
    await editManifest(folder, (manifest) => ({ ...manifest, host_permissions: hosts }));
};

/** The history as JSON, how it has a link, the current token, and all that a content script in that tab can read. */
const storedAndReadable = async (control: Control, link: string, tabId: number) => {
  const records = ((await inStore(control.ask, history, 'getAll()')) ?? []) as {
    link: string;
    state: string;
  }[];
  const [{ token }, readable] = await control.ask<[{ token?: { token: string } }, string]>(
    `Promise.all([browser.storage.session.get('token'), ${sourceOf(readableByContentScript, 'window', [tabId])}])`,
  );
  const states = records.filter((each) => each.link === link).map(({ state }) => state);
  return { history: JSON.stringify(records), states, token: token?.token, readable };
};

const shorteningIn = (sending: string, link: string) => ({ link, sending, limit: patience, submits: 1 });

/** Firefox grants them in a click; connecting revokes all but the service's. Chromium's copy of the build has them. */
const grantHosts = async ({ origin }: Fixture, { askInClick }: Control): Promise<void> => {
  if (origin.startsWith('moz-'))
    await askInClick(`browser.permissions.request({ origins: ${JSON.stringify(hosts)} })`);
};

/** Takes the access to all hosts back on Chromium's page of extensions. */
const onlyOnClick = async (browser: Browser): Promise<Undo> => {
  const { id } = await extensionOf(browser);
  const change = (hostAccess: string) =>
    `developerPrivate.updateExtensionConfiguration(${JSON.stringify({ extensionId: id, hostAccess })})`;
  const page = await onExtensionsPage(browser, change('ON_CLICK'));
  return async () => {
    await page.evaluate(`chrome.${change('ON_ALL_SITES')}`);
    await page.close();
  };
};

/** The saved account, and its service. */
const accountActions = (fixture: Fixture, control: Control) => {
  const change = async (fields: Record<string, string>): Promise<Undo> => {
    const before = (await inStore(control.ask, account, "get('current')")) as object;
    const put = (value: object) => inStore(control.ask, account, `put(${JSON.stringify(value)}, 'current')`);
    await put({ ...before, ...fields });
    return () => put(before);
  };
  return {
    moveAccount: (address: string) => change({ address }),
    async removeToken() {
      await control.ask("browser.storage.session.remove('token')");
    },
    async reconnect() {
      const options = await fixture.open('options.html');
      await options.evaluate(`chrome.runtime.sendMessage({ name: 'reset', request: {} })`);
      const template = `${fixture.service.origin}/{linkID}`;
      await connectAtOnce(options, { address: fixture.proxy.address, template, ...fixture.credentials });
      await options.close();
      await grantHosts(fixture, control);
    },
    async revokeAccess(): Promise<Undo> {
      if (fixture.origin.startsWith('chrome-')) return onlyOnClick(fixture.browser);
      await control.ask(`browser.permissions.remove({ origins: ${JSON.stringify(hosts)} })`);
      return () => grantHosts(fixture, control);
    },
  };
};

const backgroundInFirefox = async (browser: Browser): Promise<Background> => {
  // Opened before the tests: a kill in the middle of a call must not wait for it.
  const page = await openAddonsPage(browser);
  const evaluate = async (statement: string): Promise<void> => {
    await page.evaluate(`(async () => { ${statement} })()`);
  };
  return {
    // As when its time of idleness has passed; what it waits for does not delay that here.
    kill: () =>
      evaluate(`const ours = WebExtensionPolicy.getActiveExtensions().find(({ temporarilyInstalled }) => temporarilyInstalled);
      await ours.extension.terminateBackground({ ignoreDevToolsAttached: true, disableResetIdleForTest: true });`),
    setOffline: (isOffline) =>
      evaluate(`Services.io.manageOfflineStatus = false; Services.io.offline = ${String(isOffline)};`),
    reload: () => reloadAddon(browser),
    close: () => page.close(),
  };
};

const backgroundInChromium = (browser: Browser): Background => {
  let session: CDPSession | undefined;
  return {
    kill: () => killWorker(browser),
    async setOffline(isOffline) {
      // What it says of one page holds for the process of the extension, and so for its worker.
      const page = (await browser.pages()).find((each) => each.url().endsWith('/control.html'));
      session ??= await page?.createCDPSession();
      const conditions = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
      await session?.send('Network.emulateNetworkConditions', { offline: isOffline, ...conditions });
    },
    async reload() {
      session = undefined;
      await (await restartExtension(browser, (id) => `developerPrivate.reload('${id}')`)).close();
    },
    close: async () => session?.detach(),
  };
};

const backgroundOf = async (kind: BrowserKind, browser: Browser): Promise<Background> =>
  kind === 'firefox' ? backgroundInFirefox(browser) : backgroundInChromium(browser);

export async function createMatrix(kind: BrowserKind): Promise<Matrix & { close(): Promise<void> }> {
  const clock = { shift: 0 };
  const fixture = await createFixture({
    browser: kind,
    control: true,
    now: () => Date.now() + clock.shift,
    prepare: prepareFor(kind),
  });
  const control = createControl(fixture.browser, fixture.origin);
  await grantHosts(fixture, control);
  const popup = popupHostOf(fixture, control);
  const background = await backgroundOf(kind, fixture.browser);
  const text = await textsIn('en');
  const page = await fixture.visit('/below-the-popup');
  const tabId = await control.tabOf(page);
  const open = singleFlight<PopupHost>();
  const opened = (): Promise<PopupHost> =>
    open('popup', async () => {
      if (!(await popup.isOpen())) await popup.openOver(page);
      return popup;
    });
  return {
    kind,
    fixture,
    control,
    popup,
    background,
    text,
    clock,
    page,
    ...accountActions(fixture, control),
    shorten: async (link, how) =>
      (await opened()).run(shortenIn, { ...shorteningIn(text('shortening'), link), ...how }),
    otherPage: () => fixture.open('popup.html'),
    shortenInTab: (tab, link) => runIn(tab, shortenIn, shorteningIn(text('shortening'), link)),
    async send(link) {
      const { value } = (await (await opened()).run(sendFrom, link)) as { value: Sent };
      return value;
    },
    statesOf: async (link) => (await storedAndReadable(control, link, tabId)).states,
    async foundAfter({ link, html }) {
      const { history, states, token, readable } = await storedAndReadable(control, link, tabId);
      const canaries = canariesOf({ ...fixture.credentials, tokens: token === undefined ? [] : [token] });
      const consoles = fixture.consoles.join('\n');
      const visits = fixture.pages.log.join('\n');
      return { states, leaks: locationsOf(canaries, { shown: html, history, consoles, readable, visits }) };
    },
    close: async () => {
      await background.close();
      await fixture.close();
    },
  };
}
