// IndexedDB in memory: the page reads and writes it as it does in a browser.
import 'fake-indexeddb/auto';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { IDBFactory } from 'fake-indexeddb';
import { expect, vi } from 'vitest';
import type { Feature } from '../../lib/api/links/contract.ts';
import type { Attempt } from '../../lib/history/types.ts';
import type { Format } from '../../lib/formats/names.ts';
import { historyProblemOf, openHistory } from '../../lib/history/history.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import type { ConnectionInfo } from '../../lib/settings/connection-info.ts';
import { testInfo } from '../../lib/settings/test-helpers/connection-info.ts';
import { choices } from '../../lib/validity/validity.ts';
import type { HistoryActions } from '../history/history-actions.ts';
import { History } from '../history/History.tsx';
import { copy } from './dom.ts';

const hour = 3600;

const begun = () => ({
  id: crypto.randomUUID(),
  link: 'https://a.example/birds',
  title: 'Birds',
  account: 'account',
  createdAt: Date.now() - hour * 1000,
  validity: { kind: 'duration' as const, seconds: 25 * hour },
  shown: true,
});

/** An attempt that created a link, which expires in a day and half an hour. */
export const attempt = (change: Partial<Attempt> = {}): Attempt => ({
  ...begun(),
  state: 'created',
  shortLink: 'https://s.example/aB3',
  expiresAt: Math.floor(Date.now() / 1000) + 24.5 * hour,
  ...change,
});

/** An attempt whose outcome is unknown. */
export const unknownAttempt = (change: Partial<Attempt> = {}): Attempt => ({
  ...begun(),
  state: 'unknown',
  failure: { reason: 'timeout', hadEffect: 'maybe', service: 'https://s.example/v3' },
  ...change,
});

const createActions = () => ({
  view: { initial: { query: '', filter: 'all' as const, order: 'newest' as const }, write: () => undefined },
  problemOf: historyProblemOf,
  readLoss: vi.fn<HistoryActions['readLoss']>(() => Promise.resolve(null)),
  acknowledgeLoss: vi.fn<HistoryActions['acknowledgeLoss']>(() => Promise.resolve()),
  shorten: vi.fn<HistoryActions['shorten']>(),
  shortenInRun: vi.fn<HistoryActions['shortenInRun']>(),
  changeLink: vi.fn<HistoryActions['changeLink']>(),
  setNote: vi.fn<HistoryActions['setNote']>(() => Promise.resolve(true)),
  refreshLinks: vi.fn<HistoryActions['refreshLinks']>(),
  loadLinks: vi.fn<HistoryActions['loadLinks']>(),
  readMove: vi.fn<HistoryActions['readMove']>(() => Promise.resolve(null)),
  copy: vi.fn<HistoryActions['copy']>(copy),
  rememberFormat: vi.fn<HistoryActions['rememberFormat']>(),
  onFormatChange: vi.fn<HistoryActions['onFormatChange']>(),
  editTemplate: vi.fn<HistoryActions['editTemplate']>(),
  copyImage: vi.fn<HistoryActions['copyImage']>(),
  open: vi.fn<HistoryActions['open']>(),
  openSettings: vi.fn<HistoryActions['openSettings']>(),
  acknowledge: vi.fn<HistoryActions['acknowledge']>(),
  saveFile: vi.fn<HistoryActions['saveFile']>(),
});

interface PageOptions {
  recreate?: string | null;
  isPrivate?: boolean;
  isMemoryOnly?: boolean;
  copyAtOnce?: boolean;
  format?: Format;
  /** What the service of `account` can do; nothing by default. */
  features?: Feature[];
  /** In the place of that one. */
  connections?: ConnectionInfo[];
  /** In the place of the same action. */
  view?: HistoryActions['view'];
  newestFirst?: HistoryActions['newestFirst'];
  readLoss?: HistoryActions['readLoss'];
  readMove?: HistoryActions['readMove'];
  rebuild?: HistoryActions['rebuild'];
}

/** Renders the page over a database with these entries; `elsewhere` is the history as another context opens it. */
export const openPage = async (entries: readonly Attempt[], options: PageOptions = {}) => {
  const { recreate = null, isPrivate = false, isMemoryOnly = false, copyAtOnce = true, ...others } = options;
  const { format = 'plain', features, connections = [testInfo({ features })], ...replaced } = others;
  vi.stubGlobal('indexedDB', new IDBFactory());
  const elsewhere = openHistory();
  // Stores the entries as they are, in any state.
  await elsewhere.restore(entries);
  const history = openHistory();
  const actions = { ...history, ...createActions(), ...replaced };
  render(
    <History
      actions={actions}
      choice="week"
      offered={choices}
      copyAtOnce={copyAtOnce}
      copyFormat={{ format, template: '{title}: {short}' }}
      connections={connections}
      recreate={recreate}
      isPrivate={isPrivate}
      isMemoryOnly={isMemoryOnly}
    />,
  );
  return { actions, elsewhere };
};

/** Waits until the page has read this number of entries. */
export const allRead = (count: number): Promise<HTMLElement> =>
  screen.findByText(plural('historyCount', count));

/** Waits until one of the statuses says this. */
export const status = (words: string): Promise<void> =>
  waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(words));

/** Waits until the only alert says this. */
export const alert = (words: string): Promise<void> =>
  waitFor(() => expect(screen.getByRole('alert').textContent).toBe(words));

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.row')];

export const titles = (): string[] => rows().map((row) => row.querySelector('.name')?.textContent ?? '');

/** The first row with this title. */
export const rowOf = (title: string): HTMLElement => {
  const row = rows().find((each) => each.querySelector('.name')?.textContent === title);
  if (!row) throw new Error(`There is no row named ${title}`);
  return row;
};

/** The button with this name in the first row with this title. */
export const rowButton = (title: string, name: string): HTMLElement =>
  within(rowOf(title)).getByRole('button', { name });

/** Opens a menu by its button; resolves with the item with this name. */
export const itemOf = (button: HTMLElement, name: string): Promise<HTMLElement> => {
  button.focus();
  fireEvent.click(button);
  return screen.findByRole('menuitem', { name: (each) => each.startsWith(name) });
};

/** The names of the items of the open menu, without the day that an extension gives. */
export const itemNames = (): (string | null)[] =>
  screen
    .queryAllByRole('menuitem')
    .map(({ childNodes }) => [...childNodes].find((node) => node instanceof Text)?.textContent ?? null);

/** The item with this name in the menu of the first row with this title. */
export const rowItem = (title: string, name: string): Promise<HTMLElement> =>
  itemOf(rowButton(title, text('more')), name);

/** The item with this name in the menu of the page. */
export const pageItem = (name: string): Promise<HTMLElement> => {
  const button = document.querySelector<HTMLElement>('.page-menu button');
  if (!button) throw new Error('The page has no menu');
  return itemOf(button, name);
};
