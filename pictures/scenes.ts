/** All screens in all of their states. */
import { setTimeout } from 'node:timers/promises';
import { connectionCode } from '../lib/connection-code/contract.ts';
import type { Fault } from '../tests/support/service/hosted-service.ts';
import { fillIn, press, valueOf } from '../tests/support/browsers/controls.ts';
import { openPopup } from '../tests/support/browsers/extension.ts';
import { paths, startTour } from '../scripts/demo/tour.ts';
import { connectionScenes, withSeveralInSettings } from './connection-scenes.ts';
import {
  answered,
  click,
  destinationOf,
  failingOutcome,
  failToShorten,
  fill,
  freshBatch,
  inPopup,
  inTab,
  missingAddress,
  missingPage,
  newPopupAt,
  type Open,
  openBrowserPage,
  outcomeOf,
  ownPage,
  playFromStart,
  popupAt,
  pressButton,
  reusingBatch,
  runBatch,
  saveQr,
  openMenu,
  settingsUnderPolicy,
  shorten,
  type Step,
  toastFor,
  underPolicy,
  wait,
  withFault,
  withHistory,
  withLinks,
  withShareSheet,
} from './scene-steps.ts';
import { popupOn, type Scene, type Scenes } from './shoot.ts';
import { accountPolicy, unfold, unusablePolicy } from './studio.ts';

/** Answers a popup's request as the background does without a network; the service of the pictures needs none. */
const answerOffline = `(() => {
  const send = chrome.runtime.sendMessage.bind(chrome.runtime);
  const failure = { reason: 'unreachable', hadEffect: 'no', service: 'https://lark.example/v3' };
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

const popupWithUnseenLink: Open = async (studio) => {
  const page = await studio.open('history.html');
  await page.evaluate(markUnseen);
  await page.close();
  return popupOn(studio, 3);
};

const sampleCode = connectionCode({
  address: 'https://api.lark.example/v3',
  secretId: 'aB3dE6gH9kLmNpQrStUv',
  secretKey: 'k'.repeat(43),
});

/** The first step after the installation. */
const firstStep = (...steps: Step[]): Scene => ({
  ...inTab(ownPage('options.html#first-run', 'form'), ...steps),
  isUnconnected: true,
});

const history = (...steps: Step[]): Scene =>
  inTab(withHistory(true, ownPage('history.html', '.entry')), ...steps);

/** The diagnostics when they have run. */
const doctor = (...before: Step[]): Scene =>
  inTab(
    ownPage('options.html#diagnostics', '#diagnostics-title'),
    ...before,
    pressButton('diagnosticsCheck'),
    (page, { text }) => page.locator(`aria/${text('diagnosticsCopy')}[role="button"]`).wait(),
    (page) => page.mouse.move(0, 0),
    (page) => page.$eval('#diagnostics', (section) => section.scrollIntoView({ behavior: 'instant' })),
  );

/** Selects the first three links of the history. */
const selectThree: Step = async (page) => {
  for (const box of (await page.$$('.pick input')).slice(0, 3)) await box.click();
  await page.mouse.move(0, 0);
};

const newToast = (fault: Fault | null): Scene => inTab(withHistory(false, toastFor(8, fault)));

/** The page of `npm start`, of which one step is done. */
const openTour: Open = async ({ browser, language, text }) => {
  const tour = await startTour({
    shortened: () => Promise.resolve([tour.address]),
    isPlaying: () => Promise.resolve(false),
  });
  tour.setLanguage(language, text('menuLink'));
  const page = await browser.newPage();
  page.once('close', tour.close);
  await page.goto(`http://${tour.hosts.split(' ').at(-1) ?? ''}${paths.page}?edition=1`);
  return page;
};

const shortLinkShown: Step = (page, { text }) => valueOf(page, text('shortLinkLabel'));

export const scenes: Scenes = {
  'popup-not-connected': { ...inPopup(popupAt(0)), isUnconnected: true },
  'popup-form': inPopup(newPopupAt(0)),
  'popup-result': inPopup(newPopupAt(0), shorten),
  'popup-share': inPopup(newPopupAt(0), withShareSheet, shorten),
  'popup-qr': inPopup(newPopupAt(0), shorten, pressButton('qrCode'), wait('.qr-view')),
  'popup-qr-saved': inPopup(newPopupAt(0), shorten, saveQr),
  'popup-undone': inPopup(
    newPopupAt(0),
    withFault('deletes'),
    shorten,
    pressButton('historyUndo'),
    wait('.undone'),
  ),
  'popup-formats': { ...inPopup(newPopupAt(0), shorten), finish: openMenu('.result .split > :last-child') },
  'popup-change': { ...inPopup(newPopupAt(0), shorten), finish: openMenu('.result button.only-icon') },
  'popup-options': inPopup(
    newPopupAt(0),
    wait('.unfold'),
    pressButton('linkOptions'),
    click('.segments label:nth-of-type(2)'),
    (popup, { text }) => fillIn(popup, text('endingLabel'), 'bergen-june'),
  ),
  'popup-custom': inPopup(newPopupAt(2), (popup) => popup.select('select', 'custom')),
  'popup-reuse': inPopup(withLinks([9], popupAt(9)), shorten),
  'popup-warning': inPopup(newPopupAt(4, '?token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.x')),
  'popup-error': inPopup(newPopupAt(1), withFault('no-answer'), failToShorten),
  'popup-expiring': inPopup(newPopupAt(3), answered({ expiringCount: 100 }), wait('.recent .head button')),
  'popup-active': inPopup(withLinks([3], popupAt(3)), wait('.active-links'), unfold),
  'popup-offline': inPopup(newPopupAt(1), (popup) => popup.evaluate(answerOffline), failToShorten),
  'popup-browser-page': inPopup(
    async (studio) => openPopup(studio.browser, await openBrowserPage(studio)),
    wait('form'),
  ),
  // Before all that plays: the list of tracks is stored for an hour.
  'player-problem': inTab(
    missingPage(),
    withFault('music-missing'),
    pressButton('playerOpen'),
    pressButton('playerPlay'),
    () => setTimeout(4000),
  ),
  'popup-playing': inPopup(async (studio) => {
    await press(await popupOn(studio, 5), studio.text('playingHere'));
    return popupOn(studio, 5);
  }, wait('.playing')),
  'popup-earlier': inPopup(withHistory(true, popupWithUnseenLink), wait('.earlier')),
  'popup-policy': inPopup(withHistory(true, popupAt(1)), underPolicy(unusablePolicy), wait('form')),

  'first-run': firstStep(),
  'first-run-code': firstStep(fill('serviceAddressLabel', sampleCode)),
  'first-run-unfolded': firstStep(unfold),
  'first-run-problem': firstStep(
    fill('serviceAddressLabel', 'https://api.lark.example'),
    fill('secretIdLabel', 'aB3dE6gH 9kLmNpQrStUv'),
    fill('secretKeyLabel', 'k'.repeat(43)),
    pressButton('connect'),
    wait('[aria-invalid=true]'),
  ),
  'first-run-defaults': inTab(ownPage('options.html#first-run-2', 'h1')),
  'first-run-music': inTab(ownPage('options.html#first-run-3', 'h1')),
  'first-run-ready': inTab(ownPage('options.html#first-run-done', 'h1')),
  'first-run-policy': settingsUnderPolicy('first-run', accountPolicy),
  'first-run-defaults-policy': settingsUnderPolicy('first-run-2', accountPolicy),

  history: { ...history(), finish: (page) => page.hover('.entry') },
  'history-menu': {
    ...history(),
    // In a narrow window, the button is there with the pointer.
    finish: async (page) => {
      await page.hover('.entry');
      await page.click('.acts [aria-haspopup]');
    },
  },
  'history-page-menu': { ...history(), finish: click('header [aria-haspopup]') },
  'history-formats': { ...history(selectThree), finish: click('[role=toolbar] .split [aria-haspopup]') },
  'history-selection': { ...history(selectThree), finish: click('[role=toolbar] > [aria-haspopup]') },
  'history-extend': history(
    selectThree,
    click('[role=toolbar] > [aria-haspopup]'),
    (page, { text }) => page.locator(`aria/${text('extendDate')}[role="menuitem"]`).click(),
    wait('dialog[open]'),
  ),
  'history-address': history(
    (page) => page.hover('.entry'),
    (page, { text }) => page.click(`.acts [aria-label="${text('more')}"]`),
    (page, { text }) => page.locator(`aria/${text('addressItem')}[role="menuitem"]`).click(),
    wait('dialog[open]'),
    (page) => page.type('#new-address', '?token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.x'),
  ),
  'history-nothing-found': history(fill('historySearch', 'nothing like that')),
  'history-clear': history(
    click('header [aria-haspopup]'),
    (page, { text }) => page.locator(`aria/${text('historyClear')}[role="menuitem"]`).click(),
    wait('dialog[open]'),
  ),
  'history-load': history(
    click('header [aria-haspopup]'),
    (page, { text }) => page.locator(`aria/${text('historyLoad')}[role="menuitem"]`).click(),
    wait('dialog[open]'),
  ),
  'history-empty': inTab(withHistory(false, ownPage('history.html', '.empty'))),

  options: inTab(ownPage('options.html#connection', '.shortening')),
  'options-unfolded': inTab(ownPage('options.html', '#about li'), unfold),
  'options-policy': settingsUnderPolicy('connection', accountPolicy),
  'options-policy-problem': settingsUnderPolicy('connection', unusablePolicy),
  ...connectionScenes,
  doctor: doctor(),
  'doctor-connections': doctor(withSeveralInSettings, wait('#diagnostics-title')),
  'doctor-problem': doctor(withFault('key-rejected')),

  'batch-plan': inTab(freshBatch),
  batch: inTab(freshBatch, runBatch, wait('.foot > .split')),
  'batch-running': inTab(reusingBatch('?by=stuck'), withFault('stuck'), runBatch, (page) =>
    page.waitForFunction(() => {
      const count = (state: string) => document.querySelectorAll(`[data-state=${state}]`).length;
      return count('created') === 2 && count('sending') === 3;
    }),
  ),
  'batch-reuse': inTab(reusingBatch(), runBatch, wait('.foot > .split')),
  'batch-unknown': inTab(
    reusingBatch('?by=no-answer'),
    withFault('no-answer'),
    runBatch,
    click('.foot > .split > button'),
  ),

  outcome: inTab(withHistory(false, outcomeOf(8)), shortLinkShown),
  'outcome-reuse': inTab(withLinks([2], outcomeOf(2)), shortLinkShown),
  'outcome-failure': failingOutcome('no-answer'),

  pill: inTab(missingPage()),
  player: inTab(
    missingPage(missingAddress),
    pressButton('playerPlay'),
    pressButton('playerOpen'),
    playFromStart,
  ),
  'player-tracks': {
    ...inTab(missingPage(), pressButton('playerOpen'), pressButton('playerTracks')),
    // The list shows the current track when it opens.
    finish: async (page, studio) => {
      await pressButton('playerTracks')(page, studio);
      await pressButton('playerTracks')(page, studio);
      await page.mouse.move(0, 0);
    },
  },
  tour: inTab(openTour, wait('li.done')),
  menu: newToast(null),
  'toast-failure': newToast('no-answer'),
  'toast-destination': inTab(withHistory(true, destinationOf(0))),
  'toast-destination-unknown': inTab(withHistory(true, destinationOf(0, 'x'))),
  'toast-reuse': inTab(withLinks([2], toastFor(2))),

  // Last of all: the extension remembers for 38 s that the service wants it to wait.
  'popup-countdown': inPopup(newPopupAt(1), withFault('too-many-requests'), failToShorten),
  'batch-pause': inTab(freshBatch, withFault('too-many-requests'), runBatch, (page) =>
    page.waitForFunction(() => document.querySelector('main [role=status]')?.textContent !== ''),
  ),
  'outcome-countdown': failingOutcome('too-many-requests'),
  'toast-countdown': newToast('too-many-requests'),
};
