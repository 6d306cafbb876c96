import {
  click,
  freshBatch,
  inPopup,
  inTab,
  newPopupAt,
  ownPage,
  type Step,
  wait,
  withHistory,
} from './scene-steps.ts';
import type { Scenes } from './shoot.ts';

/** The settings have a second connection, and the first one has a name. */
const severalConnections = `(() => {
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

/** Two links of the history belong to that one, and another one to a connection that was removed. */
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

/** Shows the page once more with several connections. */
const withSeveral: Step = async (page) => {
  await page.evaluate(shareOutLinks);
  await page.evaluateOnNewDocument(severalConnections);
  await page.reload();
};

export const severalScenes: Scenes = {
  'popup-connections': inPopup(newPopupAt(3), withSeveral, wait('header > .chip')),
  'popup-connections-menu': { ...inPopup(newPopupAt(3), withSeveral), finish: click('header > .chip') },
  'history-connections': inTab(
    withHistory(true, ownPage('history.html', '.entry')),
    withSeveral,
    wait('.outcome .dot'),
  ),
  'batch-connections': { ...inTab(freshBatch, withSeveral), finish: click('.head > .chip') },
};
