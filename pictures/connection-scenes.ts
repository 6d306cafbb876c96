/** The form of one connection, and what shows several. */
import {
  answered,
  click,
  fill,
  freshBatch,
  inPopup,
  inTab,
  newPopupAt,
  ownPage,
  pressButton,
  type Step,
  wait,
  withHistory,
} from './scene-steps.ts';
import type { Scene, Scenes } from './shoot.ts';
import { unfold } from './studio.ts';

/** The form of a connected service, with everything unfolded. */
const connection = (...steps: Step[]): Scene =>
  inTab(
    ownPage('options.html#connection', '.shortening'),
    pressButton('connectionChange'),
    wait('#connection-form'),
    unfold,
    ...steps,
  );

/** Several connections; the organisation has set the last one. */
const several = [
  ['Work', 1, 'lark', 'aB3dE6gH9kLmNpQr', 31],
  ['Private', 3, 'wren', '7hQ2mXw0Tb5sYc8d', 14],
  ['', 5, 'a-service-with-a-long-name-of-its-host', 'x9Yw3Kp2Lq0aBc', 1],
  ['Heath & Marsh', 2, 'heath', 'team-heath', 0, true],
].map(([name, hue, host, secretId, activeLinks, isLocked], id) => {
  const address = `https://api.${String(host)}.example/v3`;
  return { id: String(id), name, hue, address, secretId, template: '', activeLinks, isLocked };
});

/** Loads the page once more with these connections. */
export const withSeveralInSettings = answered({ connections: several });

const severalConnections = (...steps: Step[]): Scene =>
  inTab(
    ownPage('options.html#connection', '.shortening'),
    withSeveralInSettings,
    wait('.shortening'),
    ...steps,
  );

const editSecond: readonly Step[] = [click('[role=group] ~ [role=group] > button'), wait('#connection-form')];

/** The settings have a second connection, and the first one has a name. */
const secondConnection = `(() => {
  const get = chrome.storage.local.get.bind(chrome.storage.local);
  const value = async (...keys) => {
    const { settings, ...others } = await get(...keys);
    const [first] = settings?.connections ?? [];
    if (!first) return { settings, ...others };
    const second = { ...first, id: 'second', name: 'Private', hue: 3, host: 'wren.example' };
    return { ...others, settings: { ...settings, connections: [{ ...first, name: 'Work' }, second] } };
  };
  Object.defineProperty(chrome.storage.local, 'get', { value });
})()`;

/** Two links of the history belong to the second connection, and one to a connection that was removed. */
const shareOutLinks = `new Promise((resolve) => {
  indexedDB.open('waylark-history').onsuccess = ({ target: { result: database } }) => {
    const attempts = database.transaction('attempts', 'readwrite').objectStore('attempts');
    attempts.getAll().onsuccess = ({ target: { result } }) => {
      const sorted = result.toSorted((one, other) => other.createdAt - one.createdAt);
      const accounts = [undefined, undefined, 'second', undefined, 'second', 'removed'];
      sorted.forEach((each, at) => attempts.put({ ...each, account: accounts[at] ?? each.account }));
      attempts.transaction.oncomplete = resolve;
    };
  };
})`;

/** Reloads the page with several connections. */
export const withSeveral: Step = async (page) => {
  await page.evaluate(shareOutLinks);
  await page.evaluateOnNewDocument(secondConnection);
  await page.reload();
};

/** The window of a browser without a screen is low, and a menu closes when its page scrolls. */
const scrollUp: Step = (page) =>
  page.evaluate(async () => {
    scrollTo(0, 0);
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  });

const movedLinks = [
  ['Photos of the walk, November', 'n8BoCd1E', 'c7HdTn2Q'],
  ['云雀指南：怎样在黎明之前听见第一声鸣唱', '6o6sERYj', 'Vb4YsE9L'],
  ['Meadow mowing dates by county', '2YwspIZC', null],
].map(([title, from, to]) => ({
  title,
  link: 'https://meadow.example/',
  from: `https://wren.example/${from}`,
  to: to && `https://lark.example/${to}`,
  kind: to ? 'created' : 'unknown',
}));

const move = {
  from: '1',
  to: '0',
  isRunning: true,
  isCancelled: false,
  pausedUntil: null,
  stopped: null,
  waiting: 4,
  created: 8,
  failed: 0,
  unknown: 0,
  links: [],
};

/** `pausedUntil` in milliseconds from now; null outside a pause. */
type Move = Readonly<Record<string, unknown>> & { pausedUntil: number | null };

/** The settings or the history with this state of a move. */
const withMove =
  (state: Move | null): Step =>
  (page) => {
    const pausedUntil = state?.pausedUntil ? Date.now() + state.pausedUntil : null;
    const planMove = { links: 12, limited: 2, moved: 0, unknown: 1 };
    return answered({ planMove, moveState: state && { ...state, pausedUntil } })(page);
  };

/** The dialog that moves links, with this state. */
const moving = (state: Move | null): Scene =>
  severalConnections(
    withMove(state),
    wait('.shortening'),
    pressButton(state ? 'moveShow' : 'moveOpen'),
    wait('dialog[open] .buttons'),
  );

export const connectionScenes: Scenes = {
  connection: connection(),
  connections: severalConnections(...editSecond),
  'connections-add': severalConnections(pressButton('connectionAdd'), wait('#connection-form')),
  'connections-remove': severalConnections(
    ...editSecond,
    pressButton('connectionRemove'),
    wait('dialog[open]'),
  ),
  move: moving(null),
  'move-running': moving({ ...move, pausedUntil: 12_000 }),
  'move-ended': moving({ ...move, isRunning: false, waiting: 1, created: 2, unknown: 1, links: movedLinks }),
  'move-closed': severalConnections(withMove(move), wait('#move')),
  'connection-problem': connection(
    fill('secretIdLabel', 'an-id-that-no-service-has-given-to-anybody'),
    fill('secretKeyLabel', 'wrong'),
    pressButton('saveAndConnect'),
    wait('[role=alert]:not(:empty)'),
  ),
  'popup-connections': inPopup(newPopupAt(3), withSeveral, wait('header > .chip')),
  'popup-connections-menu': {
    ...inPopup(newPopupAt(3), withSeveral, wait('header > .chip'), scrollUp),
    finish: click('header > .chip'),
  },
  'history-connections': inTab(
    withHistory(true, ownPage('history.html', '.entry')),
    withSeveral,
    wait('.outcome .dot'),
  ),
  'history-move': inTab(
    withHistory(true, ownPage('history.html', '.entry')),
    withSeveral,
    withMove(move),
    wait('.notice'),
  ),
  'batch-connections': { ...inTab(freshBatch, withSeveral), finish: click('.head > .chip') },
};
