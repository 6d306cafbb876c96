import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../../scripts/browsers/chromium.ts';
import { answerOf, connectedWord } from '../../scripts/browsers/connect.ts';
import { fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { openExtensionPage, openPopup, pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { firefoxOrigin, launchFirefox } from '../../scripts/browsers/firefox.ts';
import { copyOf, editManifest } from '../../scripts/browsers/granted-copy.ts';
import { textsOf } from '../../scripts/browsers/texts.ts';
import { openedOptions } from '../e2e/support/fixture.ts';
import { lacks } from '../e2e/support/needs.ts';
import { startPages } from '../e2e/support/pages.ts';
import { contents } from '../service/instances.ts';
import { canReplicate } from '../service/postgres-cluster.ts';
import { startReplication } from './replication.ts';
import { caddy, startTopology, type Topology } from './topology.ts';

const buildFor = (name: string) => fileURLToPath(new URL(`../../.output/${name}-mv3`, import.meta.url));

/** A browser with the extension, and how it shortens what is at an address. */
interface Subject {
  browser: Browser;
  openOptions: () => Promise<Page>;
  openPopup: (address: string) => Promise<Page>;
}

/** Chromium with the extension, which may call the service: no prompt can be answered without a window. */
async function startChromium({ origin, signingKey }: Topology): Promise<Subject> {
  const copy = await copyOf(buildFor('chrome'));
  onTestFinished(copy.remove);
  await editManifest(copy.folder, (manifest) => ({ ...manifest, host_permissions: [`${origin}/*`] }));
  const browser = await launchChromium({
    extensions: [copy.folder],
    headless: true,
    trustedKey: signingKey,
  });
  onTestFinished(() => browser.close());
  return {
    browser,
    openOptions: () => pageOpenedBy(browser, 'options.html'),
    openPopup: async (address) => openPopup(browser, await pageAt(browser, address)),
  };
}

/** Firefox with the extension. No driver can click its toolbar: the popup is opened in a tab, and the address typed. */
async function startFirefox(): Promise<Subject> {
  const extension = buildFor('firefox');
  const browser = await launchFirefox({ extension, headless: true, trustsEveryCertificate: true });
  onTestFinished(() => browser.close());
  return {
    browser,
    openOptions: () => openedOptions({ browser, origin: firefoxOrigin }),
    openPopup: async (address) => {
      const popup = await openExtensionPage(browser, firefoxOrigin, 'popup.html');
      await popup.bringToFront();
      await fillIn(popup, 'Link', address);
      return popup;
    },
  };
}

/** Pastes the connection code into the first field of the form, as a person does who got it from an operator. */
async function connectWith(options: Page, code: string): Promise<void> {
  await options.bringToFront();
  const text = await textsOf(options);
  await fillIn(options, text('serviceAddressLabel'), code);
  await press(options, text('saveAndConnect'));
  expect(await answerOf(options)).toContain(connectedWord(text));
}

async function pageAt(browser: Browser, address: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(address);
  return page;
}

/** What the popup shows after Shorten: the short link, or a sentence. */
async function shorten({ browser, openPopup: open }: Subject, address: string): Promise<string> {
  const before = new Set(await browser.pages());
  const popup = await open(address);
  await press(popup, 'Shorten');
  // Without a short link within the time that an add may take, a sentence says why.
  const short = await valueOf(popup, 'Short link', 28_000).catch(() =>
    popup.evaluate(() => document.body.innerText),
  );
  for (const page of await browser.pages()) if (!before.has(page)) await page.close();
  return short;
}

async function expectLeadsTo(browser: Browser, short: string, address: string): Promise<void> {
  const tab = await pageAt(browser, short);
  expect(tab.url()).toBe(address);
  await tab.close();
}

describe.skipIf(!canReplicate || caddy === undefined)(
  'the extension and four instances behind Caddy with TLS',
  () => {
    const kinds = [
      ['chromium', startChromium],
      ['firefox', startFirefox],
    ] as const;

    test.for(kinds)(
      'in %s, it is connected by one paste, shortens and follows while an instance is killed and the primary fails over',
      async ([kind, start], { skip }) => {
        skip(lacks(kind), `There is no ${kind}.`);
        const { url, primary, promote } = await startReplication(true);
        const topology = await startTopology(url, 4);
        const { code } = await topology.addApplication();
        const pages = await startPages();
        onTestFinished(() => pages.close());
        const subject = await start(topology);
        await connectWith(await subject.openOptions(), code);

        const created = new Map<string, string>();
        const shortenAndFollow = async (name: string) => {
          const address = `${pages.origin}/arrive?${name}`;
          const short = await shorten(subject, address);
          expect(short).toContain(`${topology.origin}/`);
          created.set(short, address);
          await expectLeadsTo(subject.browser, short, address);
        };

        await shortenAndFollow('before');
        topology.instances[0]?.child.kill('SIGKILL');
        for (const n of [1, 2, 3]) await shortenAndFollow(`killed-${n}`);

        await primary.kill();
        const during = shorten(subject, `${pages.origin}/arrive?during`);
        const query = await promote();
        const shown = await during;
        console.log(`During the failover: ${shown.startsWith('https:') ? 'a short link' : shown}`);
        for (const n of [1, 2, 3]) await shortenAndFollow(`failed-over-${n}`);
        for (const [short, address] of created) await expectLeadsTo(subject.browser, short, address);

        const { links, paid } = await contents(query);
        expect(paid).toBe(links.size);
        expect(new Set(links.values()).size).toBe(links.size);
        expect([...links.values()]).toEqual(expect.arrayContaining([...created.values()]));
      },
    );
  },
);
