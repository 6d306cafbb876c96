/**
 * All screens in all of their states: one table for the pictures (make.ts, matrix.ts, store.ts) and for the test of the screens
 * (tests/browsers/screens.test.ts).
 */
import { setTimeout } from 'node:timers/promises';
import { connectionCode } from '../lib/connection-code/contract.ts';
import type { Fault } from '../tests/support/service/hosted-service.ts';
import { press, valueOf } from '../tests/support/browsers/controls.ts';
import { openPopup } from '../tests/support/browsers/extension.ts';
import { untilPlaying } from '../tests/support/browsers/sound.ts';
import { paths, startTour } from '../scripts/demo/tour.ts';
import { endedMove, linksToMove, manyJobs, runningJob, withJobs } from './job-scenes.ts';
import {
  answered,
  changeNewest,
  chooseInMenu,
  click,
  failingOutcome,
  failToShorten,
  fill,
  freshBatch,
  holdFile,
  missingAddress,
  missingPage,
  newPopupAt,
  type Open,
  openBrowserPage,
  openList,
  openMenu,
  outcomeOf,
  ownPage,
  pasteList,
  pictureOnly,
  playFromStart,
  popupAt,
  pressButton,
  reusingBatch,
  runBatch,
  saveQr,
  scene,
  type Scene,
  scrollUp,
  settingsUnderPolicy,
  shorten,
  type Step,
  toastFor,
  underPolicy,
  wait,
  withFault,
  withHistory,
  withLinks,
  withoutAccess,
  withoutAllSites,
  withSeveral,
  withSeveralInSettings,
  withShareSheet,
} from './scene-steps.ts';
import { popupOn } from './shoot.ts';
import { accountPolicy, unfold, unusablePolicy } from './studio.ts';

const sampleCode = connectionCode({
  address: 'https://api.yourteam.example/v3',
  secretId: 'team-lark',
  secretKey: 'k'.repeat(43),
});

const popupWithUnseenLink: Open = async (studio) => {
  const [newest] = await studio.attempts();
  await studio.putAttempts([{ ...newest, shown: false }]);
  return popupOn(studio, 3);
};

/** The popup on a page whose address has a secret and parameters that tracking adds. */
const popupWithWarning = newPopupAt(
  4,
  '?utm_source=1&fbclid=1&token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.x',
);

const firstStep = ownPage('options.html#first-run', 'form');
const settings = ownPage('options.html#connection', '.shortening');
const history = withHistory(true, ownPage('history.html', '.row'));

/** The history as Check History opens it: whether the newest link was created is unknown. */
const checkedHistory = withHistory(true, async (studio) => {
  const [newest] = await studio.attempts();
  const failure = { reason: 'timeout', hadEffect: 'maybe', service: 'https://api.yourteam.example/v3' };
  await studio.putAttempts([{ ...newest, state: 'unknown', shortLink: undefined, failure }]);
  return ownPage(`history.html#check=${newest?.id ?? ''}`, 'dialog[open]')(studio);
});

const openDiagnostics = ownPage('options.html#diagnostics', '#diagnostics');

/** The answers to a connection whose key is wrong. */
const rejected = {
  token: {
    ok: false,
    milliseconds: 41,
    difference: 0,
    failure: { reason: 'credentials-rejected', hadEffect: 'no', code: 802 },
  },
};

/** Runs the diagnostics. */
const runDiagnostics: Step = async (page, studio) => {
  await pressButton('diagnosticsRun')(page, studio);
  await page.locator(`aria/${studio.text('diagnosticsAgain')}[role="button"]`).wait();
  await page.$eval('#diagnostics', (section) => section.scrollIntoView({ behavior: 'instant' }));
};

/** Opens the form of the connection, with everything unfolded. */
const editConnection: Step = async (page) => {
  await page.click('.connection [role=group] > button');
  await page.locator('.connection form').wait();
  await unfold(page);
};

/** The settings with several connections. */
const severalConnections: Open = async (studio) => {
  const page = await settings(studio);
  await withSeveralInSettings()(page, studio);
  await page.locator('.shortening').wait();
  return page;
};

/** Opens the form of the second connection. */
const editSecond: Step = async (page) => {
  await (await page.waitForSelector('.connection [role=group] ~ [role=group] > button'))?.click();
  await page.locator('.connection form').wait();
};

/** Scrolls to the move in the settings. */
const showMove: Step = async (page) => {
  await page.locator('#move .job').wait();
  await page.$eval('#move', (card) => card.scrollIntoView({ behavior: 'instant', block: 'center' }));
};

/** Selects the first three links of the history. */
const selectThree: Step = async (page) => {
  for (const box of (await page.$$('.pick input')).slice(0, 3)) await box.click();
};

/** Adds a site to those without music. */
const addMusicSite: Step = async (page, studio) => {
  await pressButton('musicSiteAdd')(page, studio);
  await fill('musicSite', 'a.example')(page, studio);
  await pressButton('musicSiteAdd')(page, studio);
  await page.locator('.sites li').wait();
};

const pageMenu = 'header [aria-haspopup]';
const moreOfLink = '.acts [aria-haspopup] ~ [aria-haspopup]';

const newToast = (fault: Fault | null): Scene => pictureOnly(withHistory(false, toastFor(8, fault)));

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

export const scenes = {
  'popup-not-connected': { ...scene(popupAt(0)), isUnconnected: true },
  'popup-form': pictureOnly(newPopupAt(0)),
  'popup-result': pictureOnly(newPopupAt(0), shorten),
  'popup-share': pictureOnly(newPopupAt(0), withShareSheet, shorten),
  'popup-qr': scene(newPopupAt(0), shorten, pressButton('qrCode'), wait('.qr-view')),
  'popup-qr-saved': pictureOnly(newPopupAt(0), shorten, saveQr),
  'popup-undone': pictureOnly(
    newPopupAt(0),
    withFault('deletes'),
    shorten,
    pressButton('historyUndo'),
    wait('.undone'),
  ),
  'popup-formats': {
    ...pictureOnly(newPopupAt(0), shorten),
    finish: openMenu('.result .split > [aria-haspopup]'),
  },
  'popup-change': { ...pictureOnly(newPopupAt(0), shorten), finish: openMenu('.quick [aria-haspopup]') },
  'popup-options': scene(
    newPopupAt(0),
    wait('.unfold'),
    pressButton('linkOptions'),
    click('.segments label:nth-of-type(2)'),
    fill('endingLabel', 'bergen-june'),
  ),
  'popup-reuse': scene(withLinks([9], popupAt(9), true), shorten),
  'popup-warning': scene(
    popupWithWarning,
    (popup) => popup.select('select', 'custom'),
    wait('.labels > button'),
    wait('#link-warning:not([data-pending=true])'),
  ),
  'popup-error': scene(newPopupAt(1), withFault('no-answer'), failToShorten),
  'popup-job': pictureOnly(
    newPopupAt(3, '?utm_source=1'),
    runningJob,
    fill('linkLabel', 'https://example.com/?fbclid=1'),
    wait('.extra-actions .spinner'),
    wait('.labels > button + button'),
  ),
  'popup-active': pictureOnly(withLinks([9], popupAt(9)), wait('.active-links'), unfold),
  'popup-offline': pictureOnly(
    newPopupAt(1),
    answered({ shorten: { state: 'failed', failure: { reason: 'offline', hadEffect: 'no' } } }),
    failToShorten,
  ),
  'popup-browser-page': pictureOnly(
    async (studio) => openPopup(studio.browser, await openBrowserPage(studio)),
    wait('form'),
  ),
  // Before all that plays: the list of tracks is stored for an hour.
  'player-problem': pictureOnly(
    missingPage(),
    withFault('music-missing'),
    pressButton('playerOpen'),
    pressButton('playerPlay'),
    () => setTimeout(4000),
  ),
  'popup-playing': scene(async (studio) => {
    await press(await popupOn(studio, 5), studio.text('playingHere'));
    // A popup that opens before the audio player shows no track.
    await untilPlaying(studio.browser);
    return popupOn(studio, 5);
  }, wait('.playing')),
  'popup-earlier': scene(withHistory(true, popupWithUnseenLink), wait('.earlier')),
  'popup-policy': scene(withHistory(true, popupAt(9)), underPolicy(unusablePolicy), wait('form')),
  'popup-connections': pictureOnly(newPopupAt(3), withSeveral, wait('header > .chip')),
  'popup-connections-menu': {
    ...scene(newPopupAt(3), withSeveral, wait('header > .chip'), scrollUp),
    finish: click('header > .chip'),
  },

  'first-run': { ...pictureOnly(firstStep), isUnconnected: true },
  'first-run-code': {
    ...pictureOnly(firstStep, withoutAccess, wait('form'), fill('connectionCodeOrAddress', sampleCode)),
    isUnconnected: true,
  },
  'first-run-unfolded': {
    ...scene(firstStep, click('.without-account summary')),
    isUnconnected: true,
  },
  'first-run-address': {
    ...scene(
      firstStep,
      fill('connectionCodeOrAddress', 'https://api.yourteam.example'),
      wait('[type=password]'),
    ),
    isUnconnected: true,
  },
  'first-run-problem': {
    ...pictureOnly(
      firstStep,
      fill('connectionCodeOrAddress', 'https://api.yourteam.example'),
      fill('secretIdLabel', 'aB3dE6gH 9kLmNpQrStUv'),
      fill('secretKeyLabel', 'k'.repeat(43)),
      pressButton('connect'),
      wait('[aria-invalid=true]'),
    ),
    isUnconnected: true,
  },
  'first-run-ready': scene(ownPage('options.html#first-run-done', '.step select'), withoutAllSites),
  'first-run-later': {
    ...pictureOnly(ownPage('options.html#first-run-done', '.step select'), withoutAllSites),
    isUnconnected: true,
  },
  'first-run-policy': pictureOnly(settingsUnderPolicy('first-run', accountPolicy)),
  'first-run-ready-policy': pictureOnly(
    settingsUnderPolicy('first-run-done', accountPolicy),
    withoutAllSites,
  ),

  history: { ...pictureOnly(history), finish: (page) => page.hover('.row') },
  'history-menu': {
    ...scene(history),
    // In a narrow window, the button is there with the pointer.
    finish: async (page) => {
      await page.hover('.row');
      await page.click('.acts [aria-haspopup]');
    },
  },
  'history-page-menu': { ...pictureOnly(history), finish: click(pageMenu) },
  'history-formats': {
    ...pictureOnly(history, selectThree),
    finish: click('[role=toolbar] .split [aria-haspopup]'),
  },
  'history-selection': { ...scene(history, selectThree), finish: click('.actions > [aria-haspopup]') },
  'history-extend': pictureOnly(
    history,
    selectThree,
    chooseInMenu('.actions > [aria-haspopup]', 'extendToDate'),
    wait('dialog[open]'),
  ),
  'history-address': scene(history, chooseInMenu(moreOfLink, 'addressItem'), wait('dialog[open]'), (page) =>
    page.type('#new-address', '?token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.x'),
  ),
  'history-recreate': scene(
    history,
    changeNewest({
      state: 'unknown',
      shortLink: undefined,
      failure: { reason: 'timeout', hadEffect: 'maybe', service: 'https://api.yourteam.example' },
    }),
    (page) => page.reload(),
    pressButton('tryAgain'),
    wait('dialog[open]'),
  ),
  'history-removed': scene(
    history,
    chooseInMenu(moreOfLink, 'historyRemoveOne'),
    wait('.about-action button'),
  ),
  'history-nothing-found': pictureOnly(history, fill('historySearch', 'nothing like that')),
  'history-clear': pictureOnly(history, chooseInMenu(pageMenu, 'historyClear'), wait('dialog[open]')),
  'history-load': pictureOnly(history, chooseInMenu(pageMenu, 'historyLoad'), wait('dialog[open]')),
  'history-check': pictureOnly(checkedHistory),
  'history-empty': scene(withHistory(false, ownPage('history.html', '.empty'))),
  'history-connections': pictureOnly(history, withSeveral, wait('.outcome .dot')),
  'history-jobs': scene(history, withJobs(manyJobs), wait('.job')),

  options: pictureOnly(settings),
  'options-unfolded': scene(ownPage('options.html', '#about li'), addMusicSite, unfold),
  'options-policy': pictureOnly(settingsUnderPolicy('connection', accountPolicy)),
  'options-policy-problem': scene(settingsUnderPolicy('connection', unusablePolicy)),
  connection: pictureOnly(settings, editConnection),
  'connection-problem': pictureOnly(
    settings,
    editConnection,
    fill('secretIdLabel', 'an-id-that-no-service-has-given-to-anybody'),
    fill('secretKeyLabel', 'wrong'),
    pressButton('saveAndConnect'),
    wait('[role=alert]:not(:empty)'),
  ),
  connections: scene(severalConnections, editSecond),
  'connections-add': pictureOnly(
    severalConnections,
    click('.connection button.setting'),
    wait('.connection form'),
  ),
  'connections-remove': pictureOnly(
    severalConnections,
    editSecond,
    pressButton('connectionRemove'),
    wait('dialog[open]'),
  ),
  move: pictureOnly(
    withHistory(true, severalConnections),
    linksToMove,
    withJobs(() => []),
    pressButton('moveOpen'),
    wait('dialog[open] .buttons'),
  ),
  'move-ended': scene(
    withHistory(true, severalConnections),
    withJobs(endedMove),
    showMove,
    wait('.failures'),
  ),
  doctor: pictureOnly(openDiagnostics, runDiagnostics, pressButton('diagnosticsShow')),
  'doctor-connections': scene(
    openDiagnostics,
    withSeveralInSettings({ probe: { 0: rejected, 2: rejected } }),
    wait('#diagnostics'),
    runDiagnostics,
    click('.connections summary'),
  ),
  'doctor-interrupted': pictureOnly(
    openDiagnostics,
    withSeveralInSettings(),
    wait('#diagnostics'),
    runDiagnostics,
  ),
  'doctor-problem': scene(openDiagnostics, withFault('key-rejected'), runDiagnostics),

  'batch-plan': scene(freshBatch),
  batch: scene(reusingBatch(8, 11, 12), runBatch, wait('.job .split')),
  'batch-unknown': pictureOnly(
    reusingBatch(0, 7),
    withFault('no-answer'),
    runBatch,
    click('.job .split > button'),
  ),
  'batch-list-empty': scene(freshBatch, openList),
  'batch-list': scene(freshBatch, openList, pasteList, click('.sum summary'), wait('.lines')),
  'batch-drop': pictureOnly(freshBatch, openList, holdFile, wait('.drop')),
  'batch-connections': { ...pictureOnly(freshBatch, withSeveral), finish: click('.head > .chip') },
  // The pages of the scenes before it would show its job.
  'batch-running': pictureOnly(reusingBatch(3, 4, 5, 6), withFault('stuck'), runBatch, (page) =>
    page.waitForFunction(() => {
      const count = (state: string) => document.querySelectorAll(`[data-state=${state}]`).length;
      return count('created') === 2 && count('sending') === 3;
    }),
  ),

  outcome: scene(withHistory(false, outcomeOf(8)), shortLinkShown),
  'outcome-reuse': pictureOnly(withLinks([9], outcomeOf(9)), shortLinkShown),
  'outcome-failure': { ...failingOutcome('no-answer', 2), isPictureOnly: true },
  'outcome-gone': scene(ownPage('popup.html#2f1c0e9a-0000-4000-8000-000000000000', 'main button')),

  pill: scene(missingPage()),
  player: pictureOnly(
    missingPage(missingAddress),
    pressButton('playerPlay'),
    pressButton('playerOpen'),
    playFromStart,
  ),
  'player-tracks': {
    ...pictureOnly(missingPage(), pressButton('playerOpen'), pressButton('playerTracks')),
    // The list shows the current track when it opens.
    finish: async (page, studio) => {
      await pressButton('playerTracks')(page, studio);
      await pressButton('playerTracks')(page, studio);
      await page.mouse.move(0, 0);
    },
  },
  tour: scene(openTour, wait('li.done')),
  menu: newToast(null),
  'toast-failure': newToast('no-answer'),
  'toast-reuse': pictureOnly(withLinks([9], toastFor(9))),

  // Last of all: the extension remembers for 38 s that the service wants it to wait.
  'popup-countdown': pictureOnly(newPopupAt(1), withFault('too-many-requests'), failToShorten),
  'batch-pause': scene(freshBatch, withFault('too-many-requests'), runBatch, (page) =>
    page.waitForFunction(() => document.querySelector('main [role=status]')?.textContent !== ''),
  ),
  'outcome-countdown': failingOutcome('too-many-requests', 1),
  'toast-countdown': newToast('too-many-requests'),
} satisfies Record<string, Scene>;
