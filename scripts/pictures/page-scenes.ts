import type { Page } from 'puppeteer-core';
import { connectionCode } from '../../lib/connection-code/contract.ts';
import { fillIn, press, valueOf } from '../browsers/controls.ts';
import { chooseLinkItem, pageOpenedBy } from '../browsers/extension.ts';
import { createLinks } from './popup-scenes.ts';
import { desktop, type Scene, type Scenes } from './shoot.ts';
import type { Fault } from './service-proxy.ts';
import { accountPolicy, policyOf, type Studio, unusablePolicy } from './studio.ts';

type Prepare = (page: Page, studio: Studio) => Promise<unknown>;

export const inTab = (open: Scene['open']): Scene => ({ ...desktop, open });

/** A page of the extension when it has an element `ready` and `prepare` has run. */
const ownPage = (path: string, ready: string, prepare?: Prepare): Scene =>
  inTab(async (studio) => {
    const page = await studio.open(path);
    await page.setViewport(desktop);
    await page.bringToFront();
    await page.locator(ready).wait();
    await prepare?.(page, studio);
    return page;
  });

const history = (prepare?: Prepare): Scene =>
  inTab(async (studio) => {
    await studio.setHistory(() => true);
    return ownPage('history.html', '.entry', prepare).open(studio);
  });

const clickOn =
  (selector: string): Prepare =>
  async (page) =>
    (await page.waitForSelector(selector))?.click();

/** The form of a connected service, with everything unfolded. */
const connection = (prepare?: Prepare): Scene =>
  ownPage('options.html#connection', '.shortening', async (page, studio) => {
    await press(page, studio.text('connectionChange'));
    await page.locator('#connection-form').wait();
    await studio.unfold(page);
    await prepare?.(page, studio);
  });

const sampleCode = connectionCode({
  address: 'https://api.lark.example/v3',
  secretId: 'aB3dE6gH9kLmNpQrStUv',
  secretKey: 'k'.repeat(43),
});

/** The first step after installation. */
const firstStep = (prepare?: Prepare): Scene => ({
  ...ownPage('options.html#first-run', 'form', prepare),
  isUnconnected: true,
});

/** The diagnostics when they have run; `fault` is that of the service. */
const doctor = (fault: Fault | null): Scene =>
  ownPage('options.html#diagnostics', '#diagnostics-title', async (page, studio) => {
    studio.service.setFault(fault);
    await press(page, studio.text('diagnosticsCheck'));
    await page.locator(`aria/${studio.text('diagnosticsCopy')}[role="button"]`).wait();
    await page.mouse.move(0, 0);
    await page.$eval('#diagnostics', (section) => section.scrollIntoView({ behavior: 'instant' }));
  });

/** A page of the settings under a policy. */
const underPolicy = (hash: string, values: object): Scene =>
  inTab(async (studio) => {
    const page = await studio.open('options.html');
    await page.evaluateOnNewDocument(policyOf(values));
    await page.evaluate((next) => window.history.replaceState(null, '', next), `#${hash}`);
    await page.reload();
    await page.setViewport({ ...desktop });
    await page.locator('h1').wait();
    return page;
  });

/** The page for tabs of these addresses, before its run. */
async function openBatch(studio: Studio, addresses: readonly string[]): Promise<Page> {
  for (const address of addresses) await studio.openSample(address);
  const popup = await studio.open('popup.html');
  const id = await popup.evaluate('chrome.windows.getCurrent().then(({ id }) => id)');
  await popup.close();
  return ownPage(`batch.html?window=${String(id)}`, 'form button[type=submit]').open(studio);
}

/** The page for tabs that have no link yet, before its run. */
export async function openFreshBatch(studio: Studio): Promise<Page> {
  await studio.setHistory();
  return openBatch(studio, [8, 9, 10, 11, 12].map(studio.linkOf));
}

async function run(page: Page): Promise<void> {
  await page.locator('form button[type=submit]').click();
  await page.mouse.move(0, 0);
}

/** The sample pages that have a link already. */
const reused = [2, 7];

/** Starts a batch of pages of which some have a link already; `fault` is that of the service. */
async function startReusingBatch(studio: Studio, fault: Fault | null): Promise<Page> {
  await createLinks(studio, reused);
  studio.service.setFault(fault);
  // A request that got no answer goes on after its picture, and no other one is sent for its address meanwhile.
  const query = fault === null ? '' : `?by=${fault}`;
  const others = [0, 1, 3, 4, 5].map((at) => studio.linkOf(at) + query);
  const page = await openBatch(studio, [...reused.map(studio.linkOf), ...others]);
  await run(page);
  return page;
}

/** The page that shows an outcome where no script may run, for a link that was chosen in the menu. */
async function openOutcome(studio: Studio, link: string): Promise<Page> {
  await studio.openBrowserPage();
  await chooseLinkItem(studio.browser, link);
  return pageOpenedBy(studio.browser, 'outcome.html');
}

async function openCreated(studio: Studio, link: string): Promise<Page> {
  const page = await openOutcome(studio, link);
  await valueOf(page, studio.text('shortLinkLabel'));
  return page;
}

const failedOutcome = (fault: Fault): Scene =>
  inTab(async (studio) => {
    studio.service.setFault(fault);
    const page = await openOutcome(studio, `${studio.linkOf(2)}?by=${fault}`);
    await page.locator('.outcome .card button').wait();
    return page;
  });

export const pageScenes: Scenes = {
  'first-run': firstStep(),
  'first-run-code': firstStep((page, { text }) => fillIn(page, text('serviceAddressLabel'), sampleCode)),
  'first-run-unfolded': firstStep((page, studio) => studio.unfold(page)),
  'first-run-problem': firstStep(async (page, { text }) => {
    await fillIn(page, text('serviceAddressLabel'), 'https://api.lark.example');
    await fillIn(page, text('secretIdLabel'), 'aB3dE6gH 9kLmNpQrStUv');
    await fillIn(page, text('secretKeyLabel'), 'k'.repeat(43));
    await press(page, text('connect'));
    await page.locator('[aria-invalid=true]').wait();
  }),
  'first-run-defaults': ownPage('options.html#first-run-2', 'h1'),
  'first-run-music': ownPage('options.html#first-run-3', 'h1'),
  'first-run-ready': ownPage('options.html#first-run-done', 'h1'),
  'first-run-policy': underPolicy('first-run', accountPolicy),
  'first-run-defaults-policy': underPolicy('first-run-2', accountPolicy),
  'first-run-music-policy': underPolicy('first-run-3', unusablePolicy),

  history: history((page) => page.hover('.entry')),
  'history-menu': history(clickOn('.acts [aria-haspopup]')),
  'history-page-menu': history(clickOn('header [aria-haspopup]')),
  'history-selection': history(async (page) => {
    for (const box of (await page.$$('.pick input')).slice(0, 3)) await box.click();
    await page.mouse.move(0, 0);
  }),
  'history-nothing-found': history((page, { text }) =>
    fillIn(page, text('historySearch'), 'nothing like that'),
  ),
  'history-clear': history(async (page, studio) => {
    await clickOn('header [aria-haspopup]')(page, studio);
    await page.locator(`aria/${studio.text('historyClear')}[role="menuitem"]`).click();
    await page.locator('dialog[open]').wait();
  }),
  'history-empty': inTab(async (studio) => {
    await studio.setHistory();
    return ownPage('history.html', '.empty').open(studio);
  }),

  options: ownPage('options.html#connection', '.shortening'),
  'options-unfolded': ownPage('options.html', '#about li', (page, studio) => studio.unfold(page)),
  'options-policy': underPolicy('connection', accountPolicy),
  'options-policy-problem': underPolicy('connection', unusablePolicy),
  connection: connection(),
  'connection-problem': connection(async (page, { text }) => {
    await fillIn(page, text('secretIdLabel'), 'an-id-that-no-service-has-given-to-anybody');
    await press(page, text('replaceKey'));
    await fillIn(page, text('secretKeyLabel'), 'wrong');
    await press(page, text('saveAndConnect'));
    await page.locator('[role=alert]:not(:empty)').wait();
  }),
  doctor: doctor(null),
  'doctor-problem': doctor('key-rejected'),

  'batch-plan': inTab(openFreshBatch),
  batch: inTab(async (studio) => {
    const page = await openFreshBatch(studio);
    await run(page);
    await page.locator('.foot > .split').wait();
    return page;
  }),
  'batch-running': inTab(async (studio) => {
    const page = await startReusingBatch(studio, 'stuck');
    await page.waitForFunction(() => document.querySelectorAll('[data-state=created]').length === 2);
    await page.waitForFunction(() => document.querySelectorAll('[data-state=sending]').length === 3);
    return page;
  }),
  'batch-reuse': inTab(async (studio) => {
    const page = await startReusingBatch(studio, null);
    await page.locator('.foot > .split').wait();
    return page;
  }),
  'batch-unknown': inTab(async (studio) => {
    const page = await startReusingBatch(studio, 'no-answer');
    await page.locator('.foot > .split').wait();
    await page.locator('.foot > .split > button').click();
    return page;
  }),

  outcome: inTab(async (studio) => {
    await studio.setHistory();
    return openCreated(studio, studio.linkOf(8));
  }),
  'outcome-reuse': inTab(async (studio) => {
    await createLinks(studio, [2]);
    return openCreated(studio, studio.linkOf(2));
  }),
  'outcome-failure': failedOutcome('no-answer'),

  // Last of all: the extension remembers for 38 s that the service wants it to wait.
  'batch-pause': inTab(async (studio) => {
    const page = await openFreshBatch(studio);
    studio.service.setFault('too-many-requests');
    await run(page);
    await page.waitForFunction(() => document.querySelector('main [role=status]')?.textContent !== '');
    return page;
  }),
  'outcome-countdown': failedOutcome('too-many-requests'),
};
