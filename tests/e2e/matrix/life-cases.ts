import type { TextKey } from '../../../scripts/browsers/texts.ts';
import { eventually } from '../support/eventually.ts';
import { answerOnRelease, lost } from '../support/faults.ts';
import { headlineIn, noticeIn, runIn, runInControl, sendFrom, type Shown, wakeIn } from './popup-host.ts';
import { offline } from './service-cases.ts';
import type { Matrix, MatrixCase } from './types.ts';

/** Milliseconds. */
const patience = 10_000;

const interrupted: Pick<MatrixCase, 'reason' | 'state'> = {
  reason: 'interrupted',
  state: 'unknown',
};

/** Waits until the history has the link like that; a new background writes it when it starts. */
const settled = async (matrix: Matrix, link: string, state: string): Promise<void> => {
  await runInControl(matrix.control, wakeIn);
  await eventually(() => matrix.statesOf(link)).toEqual([state]);
};

const requested = (matrix: Matrix, operation: 'add' | 'token') =>
  eventually(() => matrix.fixture.proxy.count(operation)).toBe(1);

/** Shortens in the popup, and kills the background as soon as the service has the request. */
const killDuring = (operation: 'add' | 'token') => async (matrix: Matrix, link: string) => {
  const shown = matrix.shorten(link);
  await requested(matrix, operation);
  await matrix.background.kill();
  const outcome = await shown;
  await settled(matrix, link, 'unknown');
  return outcome;
};

/** What a popup that opens now says of the outcome of the one before it. */
const laterPopup = async (matrix: Matrix, headline: TextKey): Promise<Shown> => {
  await matrix.popup.openOver(matrix.page);
  const notice = await matrix.popup.run(noticeIn, patience);
  const isRight = notice.headline?.startsWith(matrix.text(headline));
  return isRight ? notice : { ...notice, alert: `The notice begins with: ${notice.headline ?? ''}` };
};

/** Shortens in the popup, and closes the popup as soon as the service has the request. */
const closeDuring = async (matrix: Matrix, link: string): Promise<void> => {
  // Its outcome is shown by nobody: the popup has gone.
  matrix.shorten(link).catch(() => undefined);
  await requested(matrix, 'add');
  await matrix.popup.close();
};

const deaths: readonly MatrixCase[] = [
  {
    ...interrupted,
    id: 'life: the background dies before the POST',
    posts: 0,
    async arrange(matrix) {
      await matrix.removeToken();
      const { fault, release } = answerOnRelease();
      matrix.fixture.proxy.next('token', fault);
      return release;
    },
    act: killDuring('token'),
  },
  {
    ...interrupted,
    id: 'life: the background dies during the POST',
    posts: 1,
    arrange: ({ fixture }) => {
      fixture.proxy.next('add', lost);
      return undefined;
    },
    act: killDuring('add'),
  },
  {
    id: 'life: the background dies after the POST, and its token lives on',
    posts: 1,
    tokens: 0,
    state: 'created',
    async arrange({ shorten, background, fixture }) {
      await shorten(`${fixture.pages.origin}/before-its-death`);
      await background.kill();
      fixture.proxy.reset();
      return undefined;
    },
  },
];

const closings: readonly MatrixCase[] = [
  {
    id: 'life: the popup is closed during the POST',
    posts: 1,
    state: 'created',
    async act(matrix, link) {
      const { fault, release } = answerOnRelease();
      matrix.fixture.proxy.next('add', fault);
      await closeDuring(matrix, link);
      release();
      await settled(matrix, link, 'created');
      return laterPopup(matrix, 'earlierCreated');
    },
  },
  {
    id: 'life: another popup opens during the POST, and waits for its link',
    posts: 1,
    state: 'created',
    async act(matrix, link) {
      const { fault, release } = answerOnRelease();
      matrix.fixture.proxy.next('add', fault);
      await closeDuring(matrix, link);
      await matrix.popup.openOver(matrix.page);
      await eventually(() => matrix.popup.run(headlineIn)).toBe(matrix.text('earlierSending'));
      release();
      return matrix.popup.run(noticeIn, patience);
    },
  },
  {
    ...interrupted,
    id: 'life: the popup is closed and the background dies during the POST',
    posts: 1,
    async act(matrix, link) {
      matrix.fixture.proxy.next('add', lost);
      await closeDuring(matrix, link);
      await matrix.background.kill();
      return laterPopup(matrix, 'earlierUnknown');
    },
  },
  {
    id: 'life: two popups at once',
    posts: 1,
    state: 'created',
    async act(matrix, link) {
      const { fault, release } = answerOnRelease();
      matrix.fixture.proxy.next('add', fault);
      const first = await matrix.otherPage();
      const pages = [first, await matrix.otherPage()];
      const both = Promise.all(pages.map((page) => matrix.shortenInTab(page, link)));
      const buttons = () =>
        Promise.all(
          pages.map((page) => page.evaluate("document.querySelector('form [type=submit]')?.textContent")),
        );
      await eventually(buttons).toEqual(pages.map(() => matrix.text('shortening')));
      // What the second popup may send is at the service before a later request, which takes the same steps.
      await runIn(first, sendFrom, `${link}/later`);
      release();
      const [one, other] = await both;
      await Promise.all(pages.map((page) => page.close()));
      return one && one.short === other?.short ? one : { alert: '', short: '', html: '' };
    },
  },
  {
    id: 'life: the button is pressed twice at once',
    posts: 1,
    state: 'created',
    act: (matrix, link) => matrix.shorten(link, { submits: 2 }),
  },
];

const changes: readonly MatrixCase[] = [
  {
    ...interrupted,
    id: 'life: the extension is reloaded during the POST',
    posts: 1,
    async act(matrix, link) {
      matrix.fixture.proxy.next('add', lost);
      matrix.shorten(link).catch(() => undefined);
      await requested(matrix, 'add');
      await matrix.background.reload();
      return laterPopup(matrix, 'earlierUnknown');
    },
  },
  {
    id: 'life: the permission is taken back',
    reason: 'access-missing',
    posts: 0,
    state: 'failed',
    arrange: (matrix) => matrix.revokeAccess(),
  },
];

const refused = { posts: 0, tokens: 0, state: null };

/** What is stored cannot be read or written: nothing is sent. */
const storage: readonly MatrixCase[] = [
  {
    ...refused,
    id: 'life: storage refuses to write the history',
    reason: 'history-unwritable',
    async arrange({ control }) {
      await runInControl(control, createIn, 'waylark-history', 2);
      return () => runInControl(control, deleteIn, 'waylark-history');
    },
  },
  {
    ...refused,
    id: 'life: another page keeps the history open',
    reason: 'history-blocked',
    async act(matrix, link) {
      const page = await matrix.fixture.open('control.html');
      await page.evaluate(blockHistory);
      const shown = await matrix.shorten(link);
      // Until then nobody can read what it has.
      await page.close();
      return shown;
    },
  },
  {
    ...refused,
    id: 'life: storage refuses to read the account',
    reason: 'account-unreadable',
    async arrange({ control, reconnect }) {
      await runInControl(control, createIn, 'waylark-account', 1);
      // What the sentence says: reset and connect again.
      return reconnect;
    },
  },
];

export const lifeCases: readonly MatrixCase[] = [
  ...deaths,
  ...closings,
  ...changes,
  offline('life: offline'),
  ...storage,
];

/** In a page: deletes a database; resolves also if it does not exist. */
function deleteIn(view: Window & typeof globalThis, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deletion = view.indexedDB.deleteDatabase(name);
    deletion.onsuccess = () => resolve();
    deletion.onerror = () => reject(new Error('The database stays'));
  });
}

/** In a page: replaces a database by an empty one of that version, which has no tables. */
function createIn(view: Window & typeof globalThis, name: string, version: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const replace = (): void => {
      view.indexedDB.deleteDatabase(name);
      const opening = view.indexedDB.open(name, version);
      opening.onsuccess = () => {
        const { length } = opening.result.objectStoreNames;
        opening.result.close();
        // The background may have created its own between the deletion and the opening.
        if (length > 0) replace();
        else resolve();
      };
      opening.onerror = () => reject(new Error('The database does not open'));
    };
    replace();
  });
}

/** In a page: holds the history open while it waits to be deleted, so that everybody else waits behind that. */
async function blockHistory(): Promise<void> {
  // A connection that nothing refers to may be collected, and so closed.
  const opening = Object.assign(globalThis, { kept: indexedDB.open('waylark-history') }).kept;
  await new Promise((resolve) => {
    opening.onsuccess = resolve;
  });
  indexedDB.deleteDatabase('waylark-history');
}
