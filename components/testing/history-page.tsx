// IndexedDB in memory: the page reads and writes it as it does in a browser.
import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { expect, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import type { Feature } from '../../lib/api/links/contract.ts';
import { testAttempt } from '../../lib/history/test-helpers/attempt.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { type History as LinkHistory, openHistory } from '../../lib/history/history.ts';
import { plural, text } from '../../lib/i18n/texts.ts';
import type { LinkLoader } from '../../lib/managing/link-loader.ts';
import type { ConnectionInfo } from '../../lib/settings/connection-info.ts';
import { testInfo } from '../../lib/settings/test-helpers/connection-info.ts';
import { History } from '../history/History.tsx';
import { openHistoryState } from '../history/history-state.ts';
import { chosenFormat } from '../ui/copy-format.ts';
import { unanswered } from '../../lib/failures/interrupted.ts';
import { unansweredAttempt } from '../../lib/shortening/new-attempt.ts';
import { browser } from './browser.ts';
import { runJobs } from './jobs.ts';

const hour = 3600;

/** An attempt that created a link, which expires in a day and half an hour. */
export const attempt = (change: Partial<Attempt> = {}): Attempt =>
  testAttempt({
    link: 'https://a.example/birds',
    title: 'Birds',
    createdAt: Date.now() - hour * 1000,
    validity: { kind: 'duration', seconds: 25 * hour },
    expiresAt: Math.floor(Date.now() / 1000) + 24.5 * hour,
    ...change,
  });

/** An attempt whose outcome is unknown. */
export const unknownAttempt = (change: Partial<Attempt> = {}): Attempt => {
  const { shortLink: _, expiresAt: __, ...begun } = attempt();
  const failure = { reason: 'timeout', hadEffect: 'maybe', service: 'https://s.example/v3' } as const;
  return { ...begun, state: 'unknown', failure, ...change };
};

interface PageOptions {
  /** Behind the `#` of the address of the page. */
  hash?: string;
  isPrivate?: boolean;
  isMemoryOnly?: boolean;
  /** What the service of `account` can do; nothing by default. */
  features?: Feature[];
  /** In the place of that one. */
  connections?: ConnectionInfo[];
  /** Changes the history before the page reads it. */
  prepare?(history: LinkHistory): void;
}

/**
 * Renders the page over a database with these entries; `history` is the history of the page, and `elsewhere` that of another
 * context. `calls`: what the page calls; the background answers nothing until the test says what.
 */
export const openPage = async (entries: readonly Attempt[], options: PageOptions = {}) => {
  const { hash = '', isPrivate = false, isMemoryOnly = false } = options;
  const { features, connections = [testInfo({ features })], prepare } = options;
  // Another database than that of an earlier page is no loss.
  browser.storage.local.values = {};
  const elsewhere = openHistory();
  // Stores the entries as they are, in any state.
  await elsewhere.restore(entries);
  chosenFormat.value = null;
  location.hash = hash;
  browser.extension.inIncognitoContext = isPrivate;
  browser.storage.session.values['memory-only'] = isMemoryOnly;
  browser.storage.local.values['settings'] = {
    connections,
    copyFormat: 'plain',
    copyTemplate: '{title}: {short}',
    defaultValidity: 'week',
  };
  const calls = {
    copy: vi.mocked(copy),
    saveFile: vi.mocked(saveFile),
    shorten: vi.spyOn(background, 'shorten').mockResolvedValue(undefined),
    changeLink: vi.spyOn(background, 'changeLink').mockResolvedValue(undefined),
    setNote: vi.spyOn(background, 'setNote').mockResolvedValue(true),
    refreshLinks: vi.spyOn(background, 'refreshLinks').mockResolvedValue(null),
    /** Loads a page of a service's list. */
    load: vi.fn<LinkLoader['load']>(() => Promise.resolve(unanswered)),
    acknowledge: vi.spyOn(background, 'acknowledge').mockResolvedValue(null),
  };
  runJobs(
    async (request) => (await calls.shorten(request)) ?? unansweredAttempt(request),
    async (request) => (await calls.changeLink(request)) ?? unanswered,
    calls.load,
  );
  const state = await openHistoryState();
  const { history } = state;
  prepare?.(history);
  render(<History state={state} />);
  return { calls, elsewhere, history };
};

/** Renders the page again, over the same history and jobs. */
export const reopen = async (): Promise<void> => {
  render(<History state={await openHistoryState()} />);
};

/** Waits until the page has read this number of entries. */
export const allRead = (count: number): Promise<HTMLElement> =>
  screen.findByText(plural('historyCount', count));

/** The same, once the page has read all of them. */
export const openList = async (...page: Parameters<typeof openPage>) => {
  const opened = await openPage(...page);
  await allRead(page[0].length);
  return opened;
};

/** The card of the job with this title. */
export const jobOf = async (title: string): Promise<HTMLElement> => {
  const heading = await screen.findByRole('heading', { level: 2, name: title });
  return heading.closest<HTMLElement>('.job') ?? document.body;
};

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

export const selectedTitles = (): string[] =>
  titles().filter((title) => rowOf(title).querySelector('input')?.checked);

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
