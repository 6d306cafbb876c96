/** What the table of scenes is made of: ways to open a screen, and steps that bring it into its state. */
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { type Fault, shortHost } from '../tests/support/service/hosted-service.ts';
import { fillIn, press, valueOf } from '../tests/support/browsers/controls.ts';
import { chooseLinkItem, pageOpenedBy } from '../tests/support/browsers/extension.ts';
import type { TextKey } from '../tests/support/browsers/texts.ts';
import { missingBodyOf } from './sample-data.ts';
import { closeAll, desktop, newPopupOn, popupOn, popupWidth, type Scene } from './shoot.ts';
import { answerWith, policyOf, type Studio } from './studio.ts';

export type Open = (studio: Studio) => Promise<Page>;
export type Step = (page: Page, studio: Studio) => unknown;

const opened = async (studio: Studio, open: Open, steps: readonly Step[]): Promise<Page> => {
  const page = await open(studio);
  for (const step of steps) await step(page, studio);
  return page;
};

export const inTab = (open: Open, ...steps: Step[]): Scene => ({
  ...desktop,
  open: (studio) => opened(studio, open, steps),
});

/** A popup without the pointer over it. */
export const inPopup = (open: Open, ...steps: Step[]): Scene => ({
  width: popupWidth,
  open: (studio) => opened(studio, open, [...steps, (popup) => popup.mouse.move(0, 0)]),
});

export const wait =
  (selector: string): Step =>
  (page) =>
    page.locator(selector).wait();

export const click =
  (selector: string): Step =>
  async (page) =>
    (await page.waitForSelector(selector))?.click();

export const pressButton =
  (key: TextKey): Step =>
  (page, { text }) =>
    press(page, text(key));

/** Saves the QR code of the result with a caption. */
export const saveQr: Step = async (page, { text }) => {
  await press(page, text('qrCode'));
  await page.locator('#qr-caption').click();
  await page.locator('svg.qr').wait();
  await press(page, text('qrSavePng'));
  await page.locator('.qr-view .say').wait();
};

export const fill =
  (key: TextKey, value: string): Step =>
  (page, { text }) =>
    fillIn(page, text(key), value);

/** From now on the service has this fault. */
export const withFault =
  (fault: Fault): Step =>
  (_, { service }) =>
    service.setFault(fault);

/** Reloads the page under a policy. */
export const underPolicy =
  (values: object): Step =>
  async (page) => {
    await page.evaluateOnNewDocument(policyOf(values));
    await page.reload();
  };

/** Reloads the page as in a browser with a share sheet, which Chromium on Linux does not have. */
export const withShareSheet: Step = async (page) => {
  await page.evaluateOnNewDocument('navigator.canShare = () => true');
  await page.reload();
};

export const popupAt =
  (at: number): Open =>
  (studio) =>
    popupOn(studio, at);

/** Opens the popup on a sample page, while the history has all other sample pages. */
export const newPopupAt =
  (at: number, query = ''): Open =>
  (studio) =>
    newPopupOn(studio, at, query);

export const shorten: Step = async (popup, { text }) => {
  await press(popup, text('shorten'));
  await valueOf(popup, text('shortLinkLabel'));
};

/** Presses Shorten, and waits for what went wrong. */
export const failToShorten: Step = async (popup, { text }) => {
  await press(popup, text('shorten'));
  await popup.waitForFunction(() => document.querySelector('[role="alert"]')?.textContent !== '');
};

/** Opens a page while the history has all sample pages, or none. */
export const withHistory =
  (isFull: boolean, open: Open): Open =>
  async (studio) => {
    await studio.setHistory(() => isFull);
    return open(studio);
  };

/** Opens a page after these sample pages were shortened: links that a picture writes into the history itself have no account. */
export const withLinks =
  (pages: readonly number[], open: Open): Open =>
  async (studio) => {
    await studio.setHistory();
    for (const at of pages) await shorten(await popupOn(studio, at), studio);
    await closeAll(studio);
    return open(studio);
  };

/** A page of the extension when it has an element `ready`. */
export const ownPage =
  (path: string, ready: string): Open =>
  async (studio) => {
    const page = await studio.open(path);
    await page.setViewport(desktop);
    await page.bringToFront();
    await page.locator(ready).wait();
    return page;
  };

/** Loads the page once more, with these answers of the background, by the name of the message. */
export const answered =
  (values: Readonly<Record<string, unknown>>) =>
  async (page: Page): Promise<void> => {
    await page.evaluateOnNewDocument(`(() => {
      const send = chrome.runtime.sendMessage.bind(chrome.runtime);
      const values = ${JSON.stringify(values)};
      chrome.runtime.sendMessage = (message, ...rest) =>
        message?.name in values ? Promise.resolve({ ok: true, value: values[message.name] }) : send(message, ...rest);
    })()`);
    await page.reload();
  };

export const settingsUnderPolicy = (hash: string, values: object): Scene =>
  inTab(
    ownPage('options.html', 'h1'),
    (page) => page.evaluate((next) => window.history.replaceState(null, '', next), `#${hash}`),
    underPolicy(values),
    wait('h1'),
  );

/** The page for tabs of these addresses, before its run. */
const openBatch = async (studio: Studio, addresses: readonly string[]): Promise<Page> => {
  for (const address of addresses) await studio.openSample(address);
  const popup = await studio.open('popup.html');
  const id = await popup.evaluate('chrome.windows.getCurrent().then(({ id }) => id)');
  await popup.close();
  return ownPage(`batch.html?window=${String(id)}`, 'form button[type=submit]')(studio);
};

/** The page for tabs that have no link yet, before its run. */
export const freshBatch: Open = withHistory(false, (studio) =>
  openBatch(studio, [8, 9, 10, 11, 12].map(studio.linkOf)),
);

/** The sample pages that have a link already. */
const reused = [2, 7];

/**
 * The page for tabs of which some have a link already, before its run. A request that got no answer goes on after its picture,
 * and no other one is sent for its address meanwhile: `query` makes other addresses.
 */
export const reusingBatch = (query = ''): Open =>
  withLinks(reused, (studio) => {
    const others = [0, 1, 3, 4, 5].map((at) => studio.linkOf(at) + query);
    return openBatch(studio, [...reused.map(studio.linkOf), ...others]);
  });

export const runBatch: Step = async (page) => {
  await page.locator('form button[type=submit]').click();
  await page.mouse.move(0, 0);
};

/** A page of the browser, where no script may run. */
export const openBrowserPage: Open = async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto('chrome://version');
  await page.bringToFront();
  return page;
};

/** The page that shows an outcome where no script may run, for a link to a sample page that was chosen in the menu. */
export const outcomeOf =
  (at: number, query = ''): Open =>
  async (studio) => {
    await openBrowserPage(studio);
    await chooseLinkItem(studio.browser, studio.linkOf(at) + query);
    return pageOpenedBy(studio.browser, 'outcome.html');
  };

export const failingOutcome = (fault: Fault): Scene =>
  inTab((studio) => {
    studio.service.setFault(fault);
    return outcomeOf(2, `?by=${fault}`)(studio);
  }, wait('.outcome .card button'));

/** Makes the toast stay in a page: it does not leave while its page is hidden, which its script then believes. */
async function keepToast(page: Page): Promise<void> {
  const session = await page.createCDPSession();
  const expression = `Object.defineProperty(document, 'hidden', { value: true })`;
  session.on('Runtime.executionContextCreated', ({ context: { id: contextId } }) => {
    // A context may have ended meanwhile.
    session.send('Runtime.evaluate', { contextId, expression }).catch(() => undefined);
  });
  await session.send('Runtime.enable');
}

/** A sample page on which a toast appears once `choose` has chosen in the menu; it is whole when it has the button `last`. */
const withToast =
  (choose: (studio: Studio) => Promise<void>, last: TextKey): Open =>
  async (studio) => {
    const page = await studio.openSample(studio.linkOf(0));
    await studio.applyLook(page);
    await page.setViewport({ ...desktop, deviceScaleFactor: 2 });
    // The call of the driver counts as a user activation, as a click on the menu does.
    await page.evaluate(() => document.body.focus());
    await page.$eval('a', ({ style }) => (style.textDecoration = 'underline'));
    await keepToast(page);
    await choose(studio);
    await page.locator(`aria/${studio.text(last)}[role="button"]`).wait();
    await setTimeout(500);
    return page;
  };

/** A toast about a link to another sample page. Close is there while the link is created, Open when it has been. */
export const toastFor = (at: number, fault: Fault | null = null): Open =>
  withToast(
    async ({ browser, service, linkOf }) => {
      service.setFault(fault);
      await chooseLinkItem(browser, linkOf(at));
    },
    fault === null ? 'open' : 'toastClose',
  );

/** A toast that says where the short link of a sample page leads; `addition` is appended to it. */
export const destinationOf = (at: number, addition = ''): Open =>
  withToast(
    ({ browser, samples }) =>
      chooseLinkItem(
        browser,
        `https://${shortHost}/${samples.pages[at]?.id ?? ''}${addition}`,
        'destination',
      ),
    'toastClose',
  );

/** 8 seconds into a track. */
export const playFromStart: Step = async (page, { text }) => {
  await page.locator(`aria/${text('playerPause')}[role="button"]`).wait();
  await page.mouse.move(0, 0);
  // The music continues at the position of the previous picture.
  const position = `aria/${text('playerSeek')}[role="slider"]`;
  await page.locator(position).wait();
  await (await page.$(position))?.press('Home');
  await page.locator('body').click();
  await setTimeout(8000);
};

/** A missing page of a site that has nothing to do with the service. */
export const missingAddress = 'https://harbour-museum.example/exhibits/tide-tables';

/** A tab in which the pill is on a missing page; by default that of a short link which has expired. */
export const missingPage =
  (address?: string): Open =>
  async (studio) => {
    const page = await studio.browser.newPage();
    await page.setViewport({ ...desktop, deviceScaleFactor: 2 });
    await studio.applyLook(page);
    if (address !== undefined)
      await answerWith(page, () => ({ status: 404, body: missingBodyOf(studio.samples) }));
    await page.goto(address ?? `https://${shortHost}/${studio.samples.pages[0]?.id ?? ''}`);
    await page.locator(`aria/${studio.text('playerPlay')}[role="button"]`).wait();
    return page;
  };

/** Opens the menu of a button in a popup. */
export const openMenu =
  (selector: string) =>
  async (popup: Page): Promise<void> => {
    // The menu closes when its popup is scrolled.
    await popup.evaluate('scrollTo(0, 0), new Promise(requestAnimationFrame)');
    await popup.$eval(selector, (button) => (button as HTMLElement).click());
  };
