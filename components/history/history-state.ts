import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { serialQueue } from '../../lib/async/async.ts';
import type { RunStatus } from '../../lib/batch/batch.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { isPrivateWindow } from '../../lib/browser/pages.ts';
import { ownTabId } from '../../lib/browser/tab-list.ts';
import { logError } from '../../lib/errors/error-log.ts';
import type { Format } from '../../lib/formats/names.ts';
import type { HistoryChange } from '../../lib/history/database.ts';
import {
  type History,
  type HistoryProblem,
  historyProblemOf,
  openHistory,
} from '../../lib/history/history.ts';
import {
  countBy,
  countByFilter,
  type Entries,
  entriesOf,
  type Entry,
  filterEntries,
  sortEntries,
  titleOf,
} from '../../lib/history/search.ts';
import {
  type HistoryView,
  openStoredView,
  type StoredView,
  storedView,
} from '../../lib/history/stored-view.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { type CopiedLink, formattedLink } from '../../lib/i18n/copied-link.ts';
import { language, plural, text } from '../../lib/i18n/texts.ts';
import { type PossibleChanges, possibleChanges } from '../../lib/managing/extension.ts';
import { sessionItem } from '../../lib/storage/storage.ts';
import { connections, now, readSettingsOfPage, settings, updateNow } from '../page.ts';
import { copyLinks } from '../ui/copying.ts';
import { formatItems } from '../ui/format-items.tsx';
import type { MenuItem } from '../ui/Menu.tsx';

/** What the page says about the last action. */
export interface Notice {
  text: string;
  isProblem?: boolean;
  /** Whether the action is still in progress: another notice follows. */
  isBusy?: boolean;
  undo?: () => void;
  /** What else can be done about it. */
  action?: { name: string; press(): void };
}

/** The dialog that is open, and its entry or entries. */
export type OpenDialog =
  | { kind: 'qr' | 'recreate' | 'address' | 'note' | 'delete'; attempt: Attempt }
  | { kind: 'retry' | 'extend'; attempts: readonly Attempt[] }
  | { kind: 'clear' | 'load' }
  | null;

/** A run with several links, as its bar shows it. */
export interface RunView extends Pick<RunStatus, 'isCancelled' | 'pausedUntil'> {
  /** For a live region, when the run begins. */
  announcement: string;
  sentence: string;
  done: number;
  /** Null while the number is unknown. */
  all: number | null;
}

/** Moves the focus to the first element that the selector finds. */
export const focusOn = (selector: string): boolean => {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
};

/** Moves the focus to the search, or to the button of an empty list. */
export const focusOnList = (): boolean => focusOn('#search') || focusOn('.empty button');

/** The number of entries that are shown before the others are read. */
const firstCount = 100;

/** After a larger change, everything is read again. */
const maxChanges = 5000;

/** The number of search keys that are computed at once: they take some 2 ms. */
const keysAtOnce = 1000;

/** In place of an id: the connections that were removed. */
export const removedConnections = 'removed';

/** Computes the search keys after the links are shown, so that the first search is as fast as the next. */
const prepareSearch = (entries: readonly Entry[], from = 0): void => {
  for (const entry of entries.slice(from, from + keysAtOnce)) void entry.key;
  const next = from + keysAtOnce;
  if (next < entries.length) setTimeout(() => prepareSearch(entries, next));
};

/** The entries after those with these ids have changed; what was not found is removed. */
const withChanges = (before: Entries, ids: readonly string[], found: readonly Attempt[]): Entries => {
  const after = new Map(before);
  const changed = entriesOf(found);
  for (const id of ids) if (!changed.has(id)) after.delete(id);
  for (const [id, entry] of changed) after.set(id, entry);
  return after;
};

/** The attempts that created a link, for the clipboard. */
const linksOf = (attempts: readonly Attempt[]): CopiedLink[] =>
  attempts.flatMap((attempt) => {
    const { shortLink } = attempt;
    return shortLink === undefined ? [] : { ...attempt, shortLink };
  });

/** The items of a menu that copy attempts in another format; empty if none of them has a link. */
export const copyItems = (attempts: readonly Attempt[], state: HistoryState): MenuItem[] => {
  const [first] = linksOf(attempts);
  if (!first) return [];
  return formatItems(formattedLink(first), (format) => state.copyAttempts(attempts, format));
};

const removedText = (removed: readonly unknown[]): string => plural('historyRemovedMany', removed.length);

/** The page of the history: what it shows, and what can be done in it. */
export class HistoryState {
  readonly history: History;
  readonly isPrivate = isPrivateWindow();

  /** The history in memory. Entries that this page or another context changes are read again. */
  readonly entries = signal<Entries>(new Map());
  readonly isReading = signal(true);
  readonly problem = signal<HistoryProblem | null>(null);

  /** The search, the filter and the order, as they were before a reload. */
  readonly view: Signal<HistoryView>;
  readonly #storedView: StoredView;

  readonly notice = signal<Notice | null>(null);
  readonly dialog = signal<OpenDialog>(null);
  /** The run with several links, of which there is one at a time. */
  readonly run = signal<RunView | null>(null);
  #running: { cancel(): void } | null = null;

  readonly #selectedIds = signal<ReadonlySet<string>>(new Set());
  /** The row that was clicked last. */
  #lastSelected: string | null = null;

  /** The row that the Tab key reaches: the one that had the focus last. An object, so that it can be set again. */
  readonly active = signal<{ id: string | null }>({ id: null });
  /** The active row gets the focus when it is rendered. */
  isRowFocusPending = false;
  /** The row that had the focus when its removal began, and its index. */
  removing: { id: string; index: number } | null = null;

  /** Reads run one after another, so that an older result never replaces a newer one. */
  readonly #enqueue = serialQueue();
  /** A read that has not begun, which takes more ids: a run changes one link after another. */
  #waiting: { ids: Set<string>; read: Promise<void> } | null = null;

  readonly #order = computed(() => this.view.value.order);
  readonly #query = computed(() => this.view.value.query);
  readonly #filter = computed(() => this.view.value.filter);
  readonly #sorted = computed(() =>
    sortEntries(this.entries.value.values(), {
      order: this.#order.value,
      language: language(),
      now: now.peek(),
    }),
  );
  readonly #found = computed(() =>
    filterEntries(this.#sorted.value, { query: this.#query.value, filter: 'all', now: now.peek() }),
  );
  /** The connection of which the links are shown; undefined for all. */
  readonly connection = computed(() => {
    const { connection } = this.view.value;
    const isOffered = connection === removedConnections || this.#isConnected(connection);
    // With one connection, nothing shows by which one the links are filtered.
    return connections.value.length > 1 && isOffered ? connection : undefined;
  });
  readonly countsByConnection = computed(() => countBy(this.#found.value, this.#connectionOf));
  readonly #listed = computed(() => {
    const connection = this.connection.value;
    if (connection === undefined) return this.#found.value;
    return this.#found.value.filter((each) => this.#connectionOf(each) === connection);
  });
  readonly countsByFilter = computed(() => countByFilter(this.#listed.value, now.value));
  readonly rows: ReadonlySignal<readonly Entry[]> = computed(() =>
    filterEntries(this.#listed.value, { query: '', filter: this.#filter.value, now: now.value }),
  );

  /** The ids of the selected rows. A row that is no longer shown does not count. */
  readonly selected = computed((): string[] => {
    const ids = this.#selectedIds.value;
    if (ids.size === 0) return [];
    return this.rows.value.map(({ attempt }) => attempt.id).filter((id) => ids.has(id));
  });
  readonly selectedAttempts = computed(() =>
    this.selected.value.flatMap((id) => this.entries.value.get(id)?.attempt ?? []),
  );

  /** The index of the active row; the first row if none was active. */
  readonly activeIndex = computed(() => {
    const { id } = this.active.value;
    // A long list is not searched before a row has had the focus.
    if (id === null) return 0;
    const index = this.rows.value.findIndex(({ attempt }) => attempt.id === id);
    return Math.max(0, index);
  });

  constructor(history: History, view: StoredView) {
    this.history = history;
    this.#storedView = view;
    this.view = signal(view.initial);
  }

  /** Reads the entries, the newest ones first, and follows the changes of other contexts until the signal aborts. */
  start(signal: AbortSignal): void {
    this.history.onChange((change) => void this.changed(change), { signal });
    void this.#read(async () => {
      const { newest, all } = await this.history.newestFirst(firstCount);
      this.#setEntries(newest);
      this.#showAllEntries(await all);
    });
  }

  #setEntries(entries: Entries): void {
    this.entries.value = entries;
    // A link that has just been deleted is not shown with a time that is left.
    updateNow();
  }

  #showAllEntries(all: Entries): void {
    this.#setEntries(all);
    this.isReading.value = false;
    this.problem.value = null;
    setTimeout(() => prepareSearch([...all.values()]));
  }

  #read(read: () => Promise<void>): Promise<void> {
    return this.#enqueue(read).catch((error: unknown) => {
      this.problem.value = historyProblemOf(error);
    });
  }

  async #readChanged(): Promise<void> {
    const ids = [...(this.#waiting?.ids ?? [])];
    this.#waiting = null;
    if (ids.length > maxChanges) {
      this.#showAllEntries(await this.history.entries());
      return;
    }
    const found = await this.history.find(ids);
    this.#setEntries(withChanges(this.entries.value, ids, found));
  }

  /** Reads what has changed, or everything for null. */
  changed(change: HistoryChange): Promise<void> {
    if (change === null) return this.#read(async () => this.#showAllEntries(await this.history.entries()));
    this.#waiting ??= { ids: new Set(), read: this.#read(() => this.#readChanged()) };
    for (const id of change) this.#waiting.ids.add(id);
    return this.#waiting.read;
  }

  #isConnected(account: string | undefined): boolean {
    return connections.value.some(({ id }) => id === account);
  }

  /** The connection of an entry by which it is filtered; undefined if it was imported. */
  readonly #connectionOf = ({ attempt: { account } }: Entry): string | undefined =>
    account === undefined || this.#isConnected(account) ? account : removedConnections;

  changeView(changes: Partial<HistoryView>): void {
    this.view.value = { ...this.view.value, ...changes };
    this.#storedView.write(this.view.value);
  }

  showAll(): void {
    this.changeView({ query: '', filter: 'all', connection: undefined });
  }

  /** Shows these links, whatever the view was, and selects them. */
  reveal(ids: readonly string[]): void {
    this.showAll();
    this.#selectedIds.value = new Set(ids);
    if (ids[0] !== undefined) this.#focusOnRow(ids[0]);
  }

  #focusOnRow(id: string): void {
    this.isRowFocusPending = true;
    this.active.value = { id };
  }

  /** Moves the focus to a row, or to the first or last one if the index is too small or too large. */
  focusRow(index: number): void {
    const rows = this.rows.value;
    const { attempt } = rows[Math.max(0, Math.min(index, rows.length - 1))] ?? {};
    if (attempt) this.#focusOnRow(attempt.id);
  }

  setActive(id: string): void {
    if (this.active.value.id !== id) this.active.value = { id };
  }

  isSelected(id: string): boolean {
    return this.#selectedIds.value.has(id);
  }

  #rangeTo(id: string): string[] {
    const rows = this.rows.value;
    const ends = [this.#lastSelected, id].map((end) => rows.findIndex(({ attempt }) => attempt.id === end));
    if (ends.includes(-1)) return [id];
    return rows.slice(Math.min(...ends), Math.max(...ends) + 1).map(({ attempt }) => attempt.id);
  }

  /** With `isRange`, every row from the one that was clicked last. */
  select(id: string, isSelected: boolean, isRange = false): void {
    const changed = isRange ? this.#rangeTo(id) : [id];
    this.#lastSelected = id;
    const after = new Set(this.#selectedIds.value);
    for (const each of changed) {
      if (isSelected) after.add(each);
      else after.delete(each);
    }
    this.#selectedIds.value = after;
  }

  selectAll(): void {
    this.#selectedIds.value = new Set(this.rows.value.map(({ attempt }) => attempt.id));
  }

  clearSelection(): void {
    this.#selectedIds.value = new Set();
  }

  show(notice: Notice): void {
    this.notice.value = notice;
  }

  copyAttempts(attempts: readonly Attempt[], format?: Format): void {
    const links = linksOf(attempts);
    const [first, ...others] = links;
    if (!first) {
      this.show({ text: text('historyNothingToCopy'), isProblem: true });
      return;
    }
    const isMany = others.length > 0;
    const done = isMany ? plural('historyCopiedMany', links.length) : text('historyCopied', first.shortLink);
    void this.#showCopied(copyLinks(links, { format }), done);
  }

  copyAddress(address: string): void {
    void this.#showCopied(copy(address), text('historyCopied', address));
  }

  async #showCopied(copying: Promise<boolean>, done: string): Promise<void> {
    this.show((await copying) ? { text: done } : { text: text('notCopied'), isProblem: true });
  }

  remove(attempt: Attempt): void {
    this.#noteFocusedRow([attempt.id]);
    void this.#removeWithUndo(this.history.remove([attempt.id]), () =>
      text('historyRemovedOne', titleOf(attempt)),
    );
  }

  removeSelected(): void {
    this.#noteFocusedRow(this.selected.value);
    void this.#removeWithUndo(this.history.remove(this.selected.value), removedText);
  }

  removeAll(): void {
    this.showAll();
    void this.#removeWithUndo(this.history.clear(), removedText);
  }

  /** Call it before these are removed. */
  #noteFocusedRow(removed: readonly string[]): void {
    const index = this.activeIndex.value;
    const row = this.rows.value[index];
    const hasFocus = document.activeElement?.closest('.row') != null;
    const isRemoved = row !== undefined && hasFocus && removed.includes(row.attempt.id);
    this.removing = isRemoved ? { id: row.attempt.id, index } : null;
  }

  /** Says what was removed, with an Undo in the notice, until another notice replaces it. */
  async #removeWithUndo(
    removal: Promise<unknown[]>,
    noticeOf: (removed: readonly unknown[]) => string,
  ): Promise<void> {
    try {
      const removed = await removal;
      await this.#changedEntries(removed);
      const undo = (): void => void this.#restore(removed, undo);
      this.show({ text: noticeOf(removed), ...(removed.length > 0 && { undo }) });
    } catch (error) {
      logError(error);
      this.removing = null;
      this.show({ text: text('historyUnwritten'), isProblem: true });
    }
  }

  async #restore(removed: readonly unknown[], retry: () => void): Promise<void> {
    try {
      await this.history.restore(removed);
    } catch (error) {
      logError(error);
      this.show({ text: text('historyUnwritten'), isProblem: true, undo: retry });
      return;
    }
    await this.#changedEntries(removed);
    this.show({ text: text('historyRestored') });
  }

  /** The stored values are not parsed; only their ids are read. */
  #changedEntries(removed: readonly unknown[]): Promise<void> {
    return this.changed(removed.map((each) => (each as Attempt).id));
  }

  /** What can be changed at the service. */
  possibleChanges(selected: readonly Attempt[]): PossibleChanges {
    const { offered } = settings.value;
    return possibleChanges({ selected, connections: connections.value, offered, now: now.value });
  }

  /** Begins a run with several links, unless one is running. */
  begin(start: () => { cancel(): void }): void {
    this.#running ??= start();
  }

  /** Shows how far the run is, or that it has ended for null. */
  showRun(view: RunView | null): void {
    if (view === null) this.#running = null;
    this.run.value = view;
  }

  cancelRun(): void {
    this.#running?.cancel();
  }
}

/** Reads what the page shows first. The database is opened meanwhile. Never rejects. */
export const openHistoryState = async (): Promise<HistoryState> => {
  const history = openHistory();
  if (!isPrivateWindow()) void history.prepare();
  // The popup and the expiry reminders open the page with a filter.
  const filter = new URLSearchParams(location.hash.slice(1)).get('filter');
  const [view] = await Promise.all([
    openStoredView(sessionItem('history-view', storedView), ownTabId(), filter),
    readSettingsOfPage(),
  ]);
  return new HistoryState(history, view);
};
