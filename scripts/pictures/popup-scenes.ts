import type { Page } from 'puppeteer-core';
import { field, press, valueOf } from '../browsers/controls.ts';
import { openPopup } from '../browsers/extension.ts';
import { closeAll, newPopupOn, popupOn, popupWidth, type Scene, type Scenes } from './shoot.ts';
import type { Fault } from './service-proxy.ts';
import { policyOf, unusablePolicy, type Studio } from './studio.ts';

/** A popup without the pointer over it. */
const inPopup = (open: Scene['open']): Scene => ({
  width: popupWidth,
  open: async (studio) => {
    const popup = await open(studio);
    await popup.mouse.move(0, 0);
    return popup;
  },
});

const shorten = async (studio: Studio, popup: Page): Promise<Page> => {
  await press(popup, studio.text('shorten'));
  await valueOf(popup, studio.text('shortLinkLabel'));
  return popup;
};

const result = async (studio: Studio): Promise<Page> => shorten(studio, await newPopupOn(studio));

/** Presses Shorten, and waits for what went wrong. */
const failing = async (studio: Studio, popup: Page): Promise<Page> => {
  await press(popup, studio.text('shorten'));
  await popup.waitForFunction(() => document.querySelector('[role="alert"]')?.textContent !== '');
  return popup;
};

const fails = (fault: Fault) => async (studio: Studio) => {
  const popup = await newPopupOn(studio, 1);
  studio.service.setFault(fault);
  return failing(studio, popup);
};

/** Answers a popup's request as the background does without a network; the service of the pictures needs none. */
const answerOffline = `(() => {
  const send = chrome.runtime.sendMessage.bind(chrome.runtime);
  const failure = { reason: 'unreachable', linkCreated: 'no', service: 'https://lark.example/v3' };
  chrome.runtime.sendMessage = (message, ...rest) =>
    message?.name === 'shorten'
      ? Promise.resolve({ ok: true, value: { ok: false, id: message.request.id, failure } })
      : send(message, ...rest);
})()`;

/** Marks the newest link of the history as one whose outcome is unseen. */
const markUnseen = `new Promise((resolve) => {
  indexedDB.open('waylark-history').onsuccess = ({ target: { result: database } }) => {
    const attempts = database.transaction('attempts', 'readwrite').objectStore('attempts');
    attempts.getAll().onsuccess = ({ target: { result } }) => {
      const newest = result.reduce((one, other) => (one.createdAt > other.createdAt ? one : other));
      attempts.put({ ...newest, shown: false }).onsuccess = resolve;
    };
  };
})`;

/** Creates a link for each of these sample pages: those that a picture writes into the history belong to no account. */
export async function createLinks(studio: Studio, pages: readonly number[]): Promise<void> {
  await studio.setHistory();
  for (const at of pages) await shorten(studio, await popupOn(studio, at));
  await closeAll(studio);
}

/** The popup in its states. */
export const popupScenes: Scenes = {
  'popup-not-connected': { ...inPopup((studio) => popupOn(studio)), isUnconnected: true },
  'popup-form': inPopup((studio) => newPopupOn(studio)),
  'popup-result': inPopup(result),
  'popup-qr': inPopup(async (studio) => {
    const popup = await result(studio);
    await press(popup, studio.text('qrCode'));
    await popup.locator('.qr-view').wait();
    return popup;
  }),
  'popup-custom': inPopup(async (studio) => {
    const popup = await newPopupOn(studio, 2);
    await (await field(popup, studio.text('validityLabel'))).select('custom');
    return popup;
  }),
  'popup-reuse': inPopup(async (studio) => {
    await shorten(studio, await newPopupOn(studio, 9));
    return shorten(studio, await popupOn(studio, 9));
  }),
  'popup-warning': inPopup((studio) =>
    newPopupOn(studio, 4, '?token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.x'),
  ),
  'popup-error': inPopup(fails('no-answer')),
  'popup-active': inPopup(async (studio) => {
    await createLinks(studio, [3]);
    const popup = await popupOn(studio, 3);
    await popup.locator('.active-links').wait();
    await studio.unfold(popup);
    return popup;
  }),
  'popup-offline': inPopup(async (studio) => {
    const popup = await newPopupOn(studio, 1);
    await popup.evaluate(answerOffline);
    return failing(studio, popup);
  }),
  'popup-browser-page': inPopup(async (studio) => {
    const popup = await openPopup(studio.browser, await studio.openBrowserPage());
    await popup.locator('form').wait();
    return popup;
  }),
  'popup-playing': inPopup(async (studio) => {
    await press(await popupOn(studio, 5), studio.text('playingHere'));
    const popup = await popupOn(studio, 5);
    await popup.locator('.playing').wait();
    return popup;
  }),
  'popup-earlier': inPopup(async (studio) => {
    await studio.setHistory(() => true);
    const page = await studio.open('history.html');
    await page.evaluate(markUnseen);
    await page.close();
    const popup = await popupOn(studio, 3);
    await popup.locator('.earlier').wait();
    return popup;
  }),
  'popup-policy': inPopup(async (studio) => {
    await studio.setHistory(() => true);
    const popup = await popupOn(studio, 1);
    await popup.evaluateOnNewDocument(policyOf(unusablePolicy));
    await popup.reload();
    await popup.locator('form').wait();
    return popup;
  }),
  // Last of all: the extension remembers for 38 s that the service wants it to wait.
  'popup-countdown': inPopup(fails('too-many-requests')),
};
