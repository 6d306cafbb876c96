/** What the table of scenes is made of: ways to open a screen, and steps that bring it into its state. */
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { type Fault, shortHost } from '../tests/support/service/hosted-service.ts';
import { fillIn, press, valueOf } from '../tests/support/browsers/controls.ts';
import { chooseLinkItem, pageOpenedBy } from '../tests/support/browsers/extension.ts';
import type { TextKey } from '../tests/support/browsers/texts.ts';
import { missingBodyOf, type Samples } from './sample-data.ts';
import { closeAll, desktop, popupOn, untilWhole } from './shoot.ts';
import { answerWith, policyOf, type Studio } from './studio.ts';

export type Open = (studio: Studio) => Promise<Page>;
export type Step = (page: Page, studio: Studio) => unknown;

/** A screen in one of its states. */
export interface Scene {
  /** Opens the screen. */
  open: Open;
  /** They bring it into its state. */
  steps: readonly Step[];
  /** The last step, which each size of the window needs again: a menu closes, and the pointer is over something else. */
  finish?: Step;
  /** It is shown before the extension is connected. */
  isUnconnected?: boolean;
  /** It has an alert from the beginning. */
  beginsWithAlert?: boolean;
  /** The test of the screens leaves it out. */
  isPictureOnly?: boolean;
}

export const scene = (open: Open, ...steps: Step[]): Scene => ({ open, steps });

/**
 * A scene that the test of the screens leaves out: each of its controls is in another scene, too; or it shows the player or a
 * toast, whose closed shadow root keeps the test out.
 */
export const pictureOnly = (open: Open, ...steps: Step[]): Scene => ({ open, steps, isPictureOnly: true });

/** Opens a scene without the pointer over it; `begin` is called before its steps. The last step is the caller's. */
export async function openScene(
  studio: Studio,
  { open, steps }: Scene,
  begin?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const page = await open(studio);
  await untilWhole(page);
  await begin?.(page);
  for (const step of steps) await step(page, studio);
  await page.mouse.move(0, 0);
  return page;
}

/** The scenes with their names; first those before the extension is connected. */
export const inOrder = (scenes: Readonly<Record<string, Scene>>): [name: string, scene: Scene][] =>
  Object.entries(scenes).toSorted(
    ([, one], [, other]) => Number(other.isUnconnected ?? false) - Number(one.isUnconnected ?? false),
  );

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

/** Saves the QR code of the result. */
export const saveQr: Step = async (page, { text }) => {
  await press(page, text('qrCode'));
  await page.locator('img.qr').wait();
  await press(page, text('qrSavePng'));
  await page.locator('.qr-view .say').wait();
};

export const fill =
  (key: TextKey, value: string): Step =>
  (page, { text }) =>
    fillIn(page, text(key), value);

/** Pastes the list of the samples. */
export const pasteList: Step = (page, { text, samples }) =>
  fillIn(page, text('listLabel'), samples.list.join('\n'));

/** Chooses an item of the menu that a button opens. */
export const chooseInMenu =
  (button: string, item: TextKey): Step =>
  async (page, { text }) => {
    await page.click(button);
    await page.locator(`aria/${text(item)}[role="menuitem"]`).click();
  };

/** Changes the newest link of the history. */
export const changeNewest =
  (values: object): Step =>
  async (_, { attempts, putAttempts }) =>
    putAttempts([{ ...(await attempts())[0], ...values }]);

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

/** Music is off at first, and other scenes need the permission of which it consists. */
export const withoutAllSites: Step = async (page) => {
  await page.evaluateOnNewDocument(
    `chrome.permissions.contains = ({ origins = [] }) => Promise.resolve(!origins.some((each) => each.includes('/*/')))`,
  );
  await page.reload();
};

/** Reloads the page as in a browser that lets the extension reach no service yet. */
export const withoutAccess: Step = async (page) => {
  await page.evaluateOnNewDocument('chrome.permissions.contains = () => Promise.resolve(false)');
  await page.reload();
};

/** Reloads the popup as it is after the installation: without music. */
export const withoutMusic: Step = async (popup, studio) => {
  await withoutAllSites(popup, studio);
  await popup.locator('form').wait();
  // The window follows the height of its content; a picture in between shows parts of it twice.
  await setTimeout(1000);
};

export const popupAt =
  (at: number): Open =>
  (studio) =>
    popupOn(studio, at);

/** Opens the popup on a sample page, while the history has all other sample pages. */
export const newPopupAt =
  (at: number, query = ''): Open =>
  async (studio) => {
    await studio.setHistory((each) => each !== at);
    return popupOn(studio, at, query);
  };

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

/** Opens a page the day after these sample pages were shortened: links that a picture writes into the history itself have no account. */
export const withLinks =
  (pages: readonly number[], open: Open, isFull = false): Open =>
  async (studio) => {
    await studio.setHistory(() => isFull);
    await studio.setClock(1);
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
      chrome.runtime.sendMessage = (message, ...rest) => {
        const { name, request } = message ?? {};
        if (!(name in values)) return send(message, ...rest);
        // By connection and operation; the others succeed.
        const probe = values.probe?.[request.connection]?.[request.operation];
        const succeeded = { ok: true, milliseconds: 41, difference: 0 };
        if (name === 'probe') return Promise.resolve({ ok: true, value: probe ?? succeeded });
        if (name !== 'jobChanges') return Promise.resolve({ ok: true, value: values[name] });
        // Nothing changes of a job.
        return request.since ? new Promise(() => {}) : Promise.resolve({ ok: true, value: values[name][request.id] });
      };
    })()`);
    await page.reload();
  };

/** The settings, or a step after the installation, under a policy. */
export const settingsUnderPolicy =
  (hash: string, values: object): Open =>
  async (studio) => {
    const page = await ownPage('options.html', 'h1')(studio);
    await page.evaluate((next) => window.history.replaceState(null, '', next), `#${hash}`);
    await underPolicy(values)(page, studio);
    await page.locator('h1').wait();
    return page;
  };

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
const reused = [9, 10];

/**
 * The page for tabs of which some have a link already, before its run. A request that gets no answer goes on after its picture, and
 * its address gets no other one meanwhile. `others` are then pages that no later scene shortens.
 */
export const reusingBatch = (...others: number[]): Open =>
  withLinks(reused, (studio) => openBatch(studio, [...reused, ...others].map(studio.linkOf)));

export const runBatch: Step = (page) => page.locator('form button[type=submit]').click();

/** Chooses the second way of the page: a list. */
export const openList: Step = (page) => page.locator('.segments > :last-child').click();

/** Holds a file over the page. */
export const holdFile: Step = (page) =>
  page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([], 'links.txt'));
    document.dispatchEvent(new DragEvent('dragover', { dataTransfer }));
  });

/** A page of the browser, where no script may run. */
export const openBrowserPage: Open = async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto('chrome://version');
  await page.bringToFront();
  return page;
};

/** The page that shows an outcome where no script may run, for a link to a sample page that was chosen in the menu. */
export const outcomeOf =
  (at: number): Open =>
  async (studio) => {
    await openBrowserPage(studio);
    await chooseLinkItem(studio.browser, studio.linkOf(at));
    return pageOpenedBy(studio.browser, 'popup.html');
  };

/** As in a batch, each fault has a page of its own. */
export const failingOutcome = (fault: Fault, at: number): Scene => ({
  ...scene(async (studio) => {
    studio.service.setFault(fault);
    const page = await outcomeOf(at)(studio);
    await page.locator('main .pair button').wait();
    return page;
  }),
  beginsWithAlert: true,
});

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
    await page.setExtraHTTPHeaders({ 'accept-language': studio.samples.lang });
    await page.goto(address ?? `https://${shortHost}/${studio.samples.pages[4]?.id ?? ''}`);
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

/** Several connections, the first one with the links of `linksToMove`; the organization has set the last one. */
export const several = ({ connections: names }: Samples) =>
  (
    [
      [names.work, 1, 'yourteam', 'aB3dE6gH9kLmNpQr', 14],
      [names.private, 3, 'wren', '7hQ2mXw0Tb5sYc8d', 14],
      ['', 5, 'a-service-with-a-long-name-of-its-host', 'x9Yw3Kp2Lq0aBc', 1],
      ['Heath & Marsh', 2, 'heath', 'team-heath', 0, true],
    ] as const
  ).map(([name, hue, host, secretId, activeLinks, isLocked], id) => {
    const address = `https://api.${host}.example/v3`;
    return { id: String(id), name, hue, address, secretId, template: '', activeLinks, isLocked };
  });

/** Loads the page once more with these connections, and with other answers of the background. */
export const withSeveralInSettings =
  (others: Readonly<Record<string, unknown>> = {}): Step =>
  (page, { samples }) =>
    answered({ connections: several(samples), ...others })(page);

/** The settings have a second connection, and the first one has a name. */
export const secondConnection = ({ connections: names }: Samples): string => `(() => {
  const names = ${JSON.stringify(names)};
  const get = chrome.storage.local.get.bind(chrome.storage.local);
  const value = async (...keys) => {
    const { settings, ...others } = await get(...keys);
    const [first] = settings?.connections ?? [];
    if (!first) return { settings, ...others };
    const second = { ...first, id: 'second', name: names.private, hue: 3, host: 'api.wren.example' };
    return { ...others, settings: { ...settings, connections: [{ ...first, name: names.work }, second] } };
  };
  Object.defineProperty(chrome.storage.local, 'get', { value });
})()`;

/** Reloads the page with several connections: two links of the history belong to the second one, and one to one that was removed. */
export const withSeveral: Step = async (page, { samples, attempts, putAttempts }) => {
  const accounts = [undefined, undefined, 'second', undefined, 'second', 'removed'];
  const entries = await attempts();
  const withAccount = entries.map((each, at) => {
    const account = accounts[at] ?? each.account;
    const host = account === 'second' ? 'go.wren.example' : shortHost;
    return { ...each, account, shortLink: each.shortLink?.replace(shortHost, host) };
  });
  await putAttempts(withAccount);
  await page.evaluateOnNewDocument(secondConnection(samples));
  await page.reload();
};

/** The window of a browser without a screen is low, and a menu closes when its page scrolls. */
export const scrollUp: Step = (page) =>
  page.evaluate(async () => {
    scrollTo(0, 0);
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  });
