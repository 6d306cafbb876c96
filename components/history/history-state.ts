import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { serialQueue } from '../../lib/async/async.ts';
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
import { progressText } from '../../lib/jobs/job-texts.ts';
import { type PossibleChanges, possibleChanges } from '../../lib/managing/extension.ts';
import { canAny } from '../../lib/settings/connection-info.ts';
import { sessionItem } from '../../lib/storage/storage.ts';
import { createJobList, type JobRequest, type JobState } from '../jobs/job-state.ts';
import { connections, now, readSettingsOfPage, settings, updateNow } from '../page.ts';
import { announce } from '../ui/announce.tsx';
import { copyLinks } from '../ui/copying.ts';
import { formatItems } from '../ui/format-items.tsx';
import { firstRows, moreRows } from '../ui/LongList.tsx';
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
  | { kind: 'clear' }
  /** `isCheck`: to find out whether a link was created. */
  | { kind: 'load'; isCheck?: boolean }
  | null;

/** Moves the focus to the first element that the selector finds. */
export const focusOn = (selector: string): boolean => {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
};

/** Moves the focus to the search, or to the button of an empty list. */
export const focusOnList = (): boolean => focusOn('#search') || focusOn('.empty button');

/** The checkboxes of the rendered rows: the focus of a row is on its checkbox, whose value is the id of the attempt. */
export const rowBoxes = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('.row > .pick > input'),
];

export const focusOnRow = (box: HTMLInputElement): void => {
  // By itself, the browser would put the row in the middle of the window.
  box.focus({ preventScroll: true });
  box.closest('.row')?.scrollIntoView({ block: 'nearest' });
};

export const hasLostFocus = (): boolean => document.activeElement === document.body;

/** After a larger change, everything is read again. */
const maxChanges = 5000;

/** The number of search keys that are computed at once: they take some 2 ms. */
const keysAtOnce = 1000;

/** The most rows that are rendered so that the one with the focus stays: beyond, its neighbor gets the focus. */
const mostForFocus = 700;

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

const isConnected = (account: string | undefined): boolean =>
  connections.value.some(({ id }) => id === account);

/** The connection of an entry by which it is filtered; undefined if it was imported. */
const connectionOf = ({ attempt: { account } }: Entry): string | undefined =>
  account === undefined || isConnected(account) ? account : removedConnections;

/** The page of the history: what it shows, and what can be done in it. */
export class HistoryState {
  readonly history: History;
  readonly isPrivate = isPrivateWindow();

  /** What the page says about the last action. */
  readonly notice = signal<Notice | null>(null);
  readonly dialog = signal<OpenDialog>(null);

  constructor(history: History, view: StoredView) {
    this.history = history;
    this.#storedView = view;
    this.view = signal(view.initial);
  }

  show(notice: Notice): void {
    this.notice.value = notice;
  }

  // Reading. Reads run one after another, so that an older result never replaces a newer one.

  /** The history in memory. Entries that this page or another context changes are read again. */
  readonly entries = signal<Entries>(new Map());
  readonly isReading = signal(true);
  readonly problem = signal<HistoryProblem | null>(null);
  readonly #enqueue = serialQueue();
  /** A read that has not begun, which takes more ids: a run changes one link after another. */
  #waiting: { ids: Set<string>; read: Promise<void> } | null = null;

  /** Reads the entries, the newest ones first, and follows the changes of other contexts until the signal aborts. */
  start(signal: AbortSignal): void {
    this.history.onChange((change) => void this.changed(change), { signal });
    void this.#read(async () => {
      const { newest, all } = await this.history.newestFirst(firstRows);
      this.#setEntries(newest);
      this.#setAllEntries(await all);
    });
  }

  /** Reads what has changed, or everything for null. */
  changed(change: HistoryChange): Promise<void> {
    if (change === null) return this.#read(async () => this.#setAllEntries(await this.history.entries()));
    this.#waiting ??= { ids: new Set(), read: this.#read(() => this.#readWaiting()) };
    for (const id of change) this.#waiting.ids.add(id);
    return this.#waiting.read;
  }

  async #readWaiting(): Promise<void> {
    const ids = [...(this.#waiting?.ids ?? [])];
    this.#waiting = null;
    if (ids.length > maxChanges) this.#setAllEntries(await this.history.entries());
    else this.#setEntries(withChanges(this.entries.value, ids, await this.history.find(ids)));
  }

  #read(read: () => Promise<void>): Promise<void> {
    return this.#enqueue(read).catch((error: unknown) => {
      this.problem.value = historyProblemOf(error);
    });
  }

  #setAllEntries(all: Entries): void {
    this.#setEntries(all);
    this.isReading.value = false;
    this.problem.value = null;
    setTimeout(() => prepareSearch([...all.values()]));
  }

  #setEntries(entries: Entries): void {
    const before = this.entries.value;
    this.entries.value = entries;
    // A link that has just been deleted is not shown with a time that is left.
    updateNow();
    // The row with the focus stays rendered when others are added above it.
    const focused = document.activeElement?.closest('.row')?.querySelector('input')?.value;
    const rows = this.rows.value.slice(0, this.#indexOf(focused) + 1);
    const added = rows.filter(({ attempt }) => !before.has(attempt.id)).length;
    this.#renderTo(Math.min(rows.length, this.rendered.value + added, mostForFocus));
  }

  // The view: which entries are listed, and in which order.

  /** The search, the filter and the order, as they were before a reload. */
  readonly view: Signal<HistoryView>;
  readonly #storedView: StoredView;
  /** The number of rows that are rendered. */
  readonly rendered = signal(firstRows);

  readonly #order = computed(() => this.view.value.order);

  readonly #sorted = computed(() =>
    sortEntries(this.entries.value.values(), {
      order: this.#order.value,
      language: language(),
      now: now.peek(),
    }),
  );

  /** The connection of which the links are shown; undefined for all. */
  readonly connection = computed(() => {
    const { connection } = this.view.value;
    const isOffered = connection === removedConnections || isConnected(connection);
    // With one connection, nothing shows by which one the links are filtered.
    return connections.value.length > 1 && isOffered ? connection : undefined;
  });
  readonly countsByConnection = computed(() => countBy(this.#sorted.value, connectionOf));
  readonly #listed = computed(() => {
    const connection = this.connection.value;
    if (connection === undefined) return this.#sorted.value;
    return this.#sorted.value.filter((each) => connectionOf(each) === connection);
  });

  readonly countsByFilter = computed(() => countByFilter(this.#listed.value, now.value));
  /** All that is listed; the page renders the first of them. */
  readonly rows: ReadonlySignal<readonly Entry[]> = computed(() =>
    filterEntries(this.#listed.value, { ...this.view.value, now: now.value }),
  );

  /** The services count how often links are opened, or limit it. */
  readonly hasOpens = computed(
    () => canAny(connections.value, 'opens') || canAny(connections.value, 'limit'),
  );

  changeView(changes: Partial<HistoryView>): void {
    this.view.value = { ...this.view.value, ...changes };
    this.rendered.value = firstRows;
    scrollTo(0, 0);
    this.#storedView.write(this.view.value);
  }

  showAll(): void {
    this.changeView({ query: '', filter: 'all', connection: undefined });
  }

  renderMore(): void {
    this.rendered.value += moreRows;
  }

  /** The first 200 rows are rendered once the list is still: each letter of a search renders few. */
  renderFirst(): void {
    this.#renderTo(firstRows + moreRows);
  }

  #renderTo(count: number): void {
    this.rendered.value = Math.max(this.rendered.value, count);
  }

  #indexOf(id: string | null | undefined): number {
    return this.rows.value.findIndex(({ attempt }) => attempt.id === id);
  }

  // The selection, which outlives a search. A row that is no longer listed does not count.

  readonly #selectedIds = signal<ReadonlySet<string>>(new Set());
  /** The row that was selected or cleared last. */
  #lastSelected: string | null = null;
  /** The row that gets the focus when it is rendered. */
  revealed: string | null = null;

  readonly selected = computed((): readonly Attempt[] => {
    const ids = this.#selectedIds.value;
    if (ids.size === 0) return [];
    return this.rows.value.flatMap(({ attempt }) => (ids.has(attempt.id) ? attempt : []));
  });

  isSelected(id: string): boolean {
    return this.#selectedIds.value.has(id);
  }

  /** With `isRange`, every row from the one that was selected or cleared before. */
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

  #rangeTo(id: string): string[] {
    const rows = this.rows.value;
    const ends = [this.#lastSelected, id].map((end) => this.#indexOf(end));
    if (ends.includes(-1)) return [id];
    return rows.slice(Math.min(...ends), Math.max(...ends) + 1).map(({ attempt }) => attempt.id);
  }

  selectAll(): void {
    this.#selectedIds.value = new Set(this.rows.value.map(({ attempt }) => attempt.id));
  }

  clearSelection(): void {
    this.#selectedIds.value = new Set();
  }

  /** Selects these links and shows the first of them, whatever the view was. */
  reveal(ids: readonly string[]): void {
    this.showAll();
    this.#selectedIds.value = new Set(ids);
    this.revealed = ids[0] ?? null;
    this.#renderTo(this.#indexOf(ids[0]) + 1);
  }

  // The clipboard.

  /** Copies the short links of these attempts in the format of the page, or in another one. Call it in the click. */
  copy(attempts: readonly Attempt[], format?: Format): void {
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

  /** The items of a menu that copies these attempts in another format; empty if none of them has a link. */
  copyItems(attempts: readonly Attempt[]): MenuItem[] {
    const [first] = linksOf(attempts);
    return first ? formatItems(formattedLink(first), (format) => this.copy(attempts, format)) : [];
  }

  // Removal, with an Undo until another notice replaces it.

  remove(attempts: readonly Attempt[]): void {
    void this.#removeWithUndo(this.history.remove(attempts.map(({ id }) => id)));
  }

  removeAll(): void {
    this.showAll();
    void this.#removeWithUndo(this.history.clear());
  }

  async #removeWithUndo(removal: Promise<unknown[]>): Promise<void> {
    try {
      // These were stored by the extension, and go back as they are.
      const removed = (await removal) as Attempt[];
      await this.changed(removed.map(({ id }) => id));
      const [first, ...others] = removed;
      const isOne = first !== undefined && others.length === 0;
      const undo = (): void => void this.#restore(removed, undo);
      this.show({
        text: isOne ? text('historyRemovedOne') : plural('historyRemovedMany', removed.length),
        ...(first && { undo }),
      });
    } catch (error) {
      logError(error);
      this.show({ text: text('historyUnwritten'), isProblem: true });
    }
  }

  async #restore(removed: readonly Attempt[], retry: () => void): Promise<void> {
    try {
      await this.history.restore(removed);
      await this.changed(removed.map(({ id }) => id));
      this.show({ text: text('historyRestored') });
    } catch (error) {
      logError(error);
      this.show({ text: text('historyUnwritten'), isProblem: true, undo: retry });
    }
  }

  // Changes at the service, and jobs; what begins them is in runs.ts.

  /** What can be changed of all of these. */
  possibleChanges(selected: readonly Attempt[]): PossibleChanges {
    const { offered } = settings.value;
    return possibleChanges({ selected, connections: connections.value, offered, now: now.value });
  }

  readonly jobs = createJobList(false, () => true);

  /** Begins a job; null if the background did not begin it, which a notice says. */
  async startJob(request: JobRequest): Promise<JobState | null> {
    const job = await this.jobs.start(request);
    if (job) announce(progressText(job.view.value, connections.value));
    else this.show({ text: text('jobLost'), isProblem: true });
    return job;
  }

  /** Removes the result of a job. */
  async closeJob(job: JobState): Promise<void> {
    await this.jobs.close(job);
    if (hasLostFocus()) focusOnList();
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
