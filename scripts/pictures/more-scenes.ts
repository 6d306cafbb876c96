import type { Page } from 'puppeteer-core';
import { fillIn, press } from '../browsers/controls.ts';
import { chooseLinkItem, openPopup, pageOpenedBy } from '../browsers/extension.ts';
import { paths } from '../demo/tour-page.ts';
import { startTour } from '../demo/tour.ts';
import { batch, history, ownPage } from './page-scenes.ts';
import { fails, inPopup } from './popup-scenes.ts';
import { policyScenes } from './policy-scenes.ts';
import { reuseScenes, toastReuse } from './reuse-scenes.ts';
import { samplePages } from './sample-data.ts';
import { desktop, newPopupOn, popupOn, type Scene, type Scenes } from './scene.ts';
import type { Fault } from './stand-in.ts';
import type { Studio } from './studio.ts';
import { missingPage, toast } from './web-scenes.ts';

const unfold = (page: Page): Promise<void> =>
  page.$$eval('details', (all) => {
    for (const each of all) each.open = true;
  });

/** Answers a popup's request as the background does without a network; the service of the pictures needs none. */
const answerOffline = `(() => {
  const send = chrome.runtime.sendMessage.bind(chrome.runtime);
  const failure = { reason: 'unreachable', linkCreated: 'no', service: 'https://lark.example/v3' };
  chrome.runtime.sendMessage = (message, ...rest) =>
    message?.name === 'shorten'
      ? Promise.resolve({ ok: true, value: { ok: false, id: message.request.id, failure } })
      : send(message, ...rest);
})()`;

const popups: Scenes = {
  'popup-offline': inPopup(async (studio) => {
    const popup = await newPopupOn(studio, 1);
    await popup.evaluate(answerOffline);
    await press(popup, studio.text('shorten'));
    await popup.waitForFunction(() => document.querySelector('[role="alert"]')?.textContent !== '');
    return popup;
  }),
  'popup-details': inPopup(async (studio) => {
    const popup = await fails('no-answer')(studio);
    await unfold(popup);
    return popup;
  }),
  'popup-browser-page': inPopup(async (studio) => {
    const page = await studio.browser.newPage();
    await page.goto('chrome://version');
    const popup = await openPopup(studio.browser, page);
    await popup.locator('form').wait();
    return popup;
  }),
  'popup-playing': inPopup(async (studio) => {
    const first = await popupOn(studio, 5);
    await press(first, studio.text('playingHere'));
    const popup = await popupOn(studio, 5);
    await popup.locator('.playing').wait();
    return popup;
  }),
};

const failedOutcome = (fault: Fault): Scene => ({
  ...desktop,
  open: async (studio) => {
    const page = await studio.browser.newPage();
    await page.goto('chrome://version');
    await page.bringToFront();
    studio.service.fail(fault);
    await chooseLinkItem(studio.browser, `${samplePages[studio.language][2]?.link ?? ''}?by=${fault}`);
    const opened = await pageOpenedBy(studio.browser, 'outcome.html');
    await opened.locator('[role=alert]:not(:empty)').wait();
    return opened;
  },
});

const changed = (prepare?: (page: Page, studio: Studio) => Promise<unknown>): Scene =>
  ownPage('options.html#connection', '.shortening', async (page, studio) => {
    await press(page, studio.text('connectionChange'));
    await page.locator('#connection-form').wait();
    await unfold(page);
    await prepare?.(page, studio);
  });

const pages: Scenes = {
  'history-nothing-found': history((page, { text }) =>
    fillIn(page, text('historySearch'), 'nothing like that'),
  ),
  'history-page-menu': history(async (page) =>
    (await page.waitForSelector('header [aria-haspopup]'))?.click(),
  ),
  'history-clear': history(async (page, { text }) => {
    await (await page.waitForSelector('header [aria-haspopup]'))?.click();
    await page.locator(`aria/${text('historyClear')}[role="menuitem"]`).click();
    await page.locator('dialog[open]').wait();
  }),
  'options-unfolded': ownPage('options.html', '#about li', unfold),
  connection: changed(),
  'connection-problem': changed(async (page, { text }) => {
    await fillIn(page, text('secretIdLabel'), 'an-id-that-no-service-has-given-to-anybody');
    await press(page, text('replaceKey'));
    await fillIn(page, text('secretKeyLabel'), 'wrong');
    await press(page, text('saveAndConnect'));
    await page.locator('[role=alert]:not(:empty)').wait();
  }),
  'batch-pause': {
    ...desktop,
    open: async (studio) => {
      const page = await batch(false).open(studio);
      studio.service.fail('too-many-requests');
      await page.locator('form button[type=submit]').click();
      await page.waitForFunction(() => document.querySelector('main [role=status]')?.textContent !== '');
      return page;
    },
  },
  'outcome-failure': failedOutcome('no-answer'),
  'outcome-countdown': failedOutcome('too-many-requests'),
};

const players: Scenes = {
  'player-tracks': {
    ...desktop,
    open: async (studio) => {
      const page = await missingPage(studio);
      await press(page, studio.text('playerOpen'));
      await press(page, studio.text('playerTracks'));
      return page;
    },
  },
  'player-problem': {
    ...desktop,
    open: async (studio) => {
      const page = await missingPage(studio);
      studio.service.fail('music-missing');
      await press(page, studio.text('playerOpen'));
      await press(page, studio.text('playerPlay'));
      await new Promise((resolve) => setTimeout(resolve, 4000));
      return page;
    },
  },
};

const tour: Scene = {
  ...desktop,
  open: async (studio) => {
    const served = await startTour({
      shortened: () => Promise.resolve([served.address]),
      isPlaying: () => Promise.resolve(false),
    });
    served.speak(studio.language, studio.text('menuLink'));
    const page = await studio.browser.newPage();
    page.once('close', served.close);
    await page.goto(`http://${served.hosts.split(' ').at(-1) ?? ''}${paths.page}?edition=1`);
    await page.locator('li.done').wait();
    return page;
  },
};

/** Scenes that no picture of the README or the stores shows. */
export const moreScenes: Scenes = { ...popups, ...pages, ...reuseScenes, ...policyScenes, tour };

/** The same, on pages of the web. */
export const moreWebScenes: Scenes = {
  ...players,
  'toast-reuse': toastReuse,
  'toast-failure': toast('no-answer'),
  'toast-countdown': toast('too-many-requests'),
};
