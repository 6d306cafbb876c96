import { computed, type Signal, signal } from '@preact/signals';
import { sleep } from '../../lib/async/async.ts';
import { background } from '../../lib/background.ts';
import {
  type Batch,
  createStoredBatch,
  fileOf,
  idleProgress,
  isCreated,
  type Progress,
  secondsUntil,
  unfinishedIn,
} from '../../lib/batch/batch.ts';
import { findUncertain, type Plan, planBatch, readTabSelection } from '../../lib/batch/plan.ts';
import { BatchRun } from '../../lib/batch/run-batch.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { maySeeTabs, readTabs } from '../../lib/browser/tab-list.ts';
import type { TabSelection } from '../../lib/browser/types.ts';
import { sourceOf } from '../../lib/formats/formats.ts';
import type { Format } from '../../lib/formats/names.ts';
import { openJournal, openPrivateJournal } from '../../lib/history/journal.ts';
import type { Attempt } from '../../lib/history/types.ts';
import { type CopiedLink, formattedLink } from '../../lib/i18n/copied-link.ts';
import { timeUnitText } from '../../lib/i18n/numbers.ts';
import { formatNumber, language, text } from '../../lib/i18n/texts.ts';
import { readLinkCleaner } from '../../lib/shortening/link-cleaner.ts';
import type { ShortenRequest } from '../../lib/shortening/request.ts';
import { readSettingsOfPage } from '../page.ts';
import { announce } from '../ui/announce.tsx';
import { copyFormat } from '../ui/copy-format.ts';
import { copyLinks } from '../ui/copying.ts';
import { progressText, doneCount, resultText } from './item-texts.ts';

/** What the page shows. */
type Step =
  /** The permission to see the tabs is missing. */
  | { at: 'ask' }
  | { at: 'plan'; plan: Plan }
  /** A run that was interrupted by a reload. */
  | { at: 'resume'; batch: Batch }
  | { at: 'run'; run: RunState; skipped: Plan['skipped'] };

/** The selected tabs, without tracking parameters if the setting says so, and whether a link may exist already. */
const readPlan = async (selection: TabSelection): Promise<Plan> => {
  const [tabs, clean] = await Promise.all([readTabs(selection), readLinkCleaner()]);
  const cleaned = tabs.map((tab) => ({ ...tab, ...clean(tab.link) }));
  const journal = selection.private ? openPrivateJournal() : openJournal();
  const links = cleaned.map(({ link }) => link);
  const uncertain = await findUncertain(links, journal);
  const planned = cleaned.map((tab) => ({ ...tab, isUncertain: uncertain.has(tab.link) }));
  return planBatch(planned, selection.private);
};

/** The page that shortens the tabs of a selection. */
export class BatchState {
  readonly selection: TabSelection;
  readonly step = signal<Step>({ at: 'ask' });
  /** Null for private tabs, of which nothing is stored. */
  readonly #stored: ReturnType<typeof createStoredBatch> | null;

  constructor(selection: TabSelection) {
    this.selection = selection;
    this.#stored = selection.private ? null : createStoredBatch(sessionStorage, location.search);
  }

  /** Shows the first step: after a reload, the batch from before it. */
  async open(): Promise<void> {
    const batch = this.#stored?.read();
    if (!batch) {
      if (await maySeeTabs()) await this.showPlan();
    } else if (unfinishedIn(batch.items).length === 0) this.run(batch);
    else this.step.value = { at: 'resume', batch };
  }

  async showPlan(): Promise<void> {
    this.step.value = { at: 'plan', plan: await readPlan(this.selection) };
  }

  startOver(): void {
    this.#stored?.clear();
    void this.showPlan();
  }

  /**
   * Sends what is not finished of a batch. The tabs that were left out are not stored: after a reload, `skipped` is empty.
   */
  run(batch: Batch, skipped: Plan['skipped'] = []): void {
    // A second submit before the page is drawn again begins no second run.
    if (this.step.value.at === 'run') return;
    const run = new RunState(batch, this.selection.private, (progress) => this.#stored?.write(progress));
    const unfinished = unfinishedIn(batch.items);
    if (unfinished.length > 0) run.send(unfinished);
    this.step.value = { at: 'run', run, skipped };
  }
}

/** Milliseconds for reading an attempt, which is repeated. With the time that creating a link has, a batch could wait 25 s each time. */
const lookUpLimitMs = 3_000;

/** A run with several tabs and its result. */
export class RunState {
  readonly isPrivate: boolean;
  readonly progress: Signal<Progress>;
  readonly created = computed((): CopiedLink[] =>
    this.progress.value.items.filter(isCreated).map(({ link, title, state }) => ({ link, title, ...state })),
  );
  /** The created links as text, in the format of the page. */
  readonly list = computed(() => this.#listIn(copyFormat.value.format));
  /** What the clipboard contains, as far as this page knows: the list, or the short link of a single tab in any format. */
  readonly clipboard = signal<string | null>(null);
  readonly isCopyRefused = signal(false);
  /** How often the list was requested as text: each time, it gets the focus. */
  readonly textRequests = signal(0);
  readonly #run: BatchRun;

  constructor(batch: Batch, isPrivate: boolean, store: (batch: Batch) => void) {
    this.isPrivate = isPrivate;
    this.progress = signal(idleProgress(batch));
    this.#run = new BatchRun(batch, {
      shorten: (request) => this.#shorten(request),
      findAttempt: (id) => this.#findAttempt(id),
      sleep,
      private: isPrivate,
      onProgress: (progress) => {
        store(progress);
        this.#show(progress);
      },
    });
  }

  /** Sends the items with these indexes; does nothing while it is running. */
  send(indexes: readonly number[]): void {
    announce(text('batchStarted', formatNumber(indexes.length)));
    void this.#run.send(indexes);
  }

  cancel(): void {
    this.#run.cancel();
  }

  async #shorten(request: ShortenRequest): Promise<Attempt | undefined> {
    const attempt = await background.shorten(request);
    if (attempt) this.#acknowledge(attempt.id);
    return attempt;
  }

  async #findAttempt(id: string): Promise<Attempt | null | undefined> {
    const attempt = await background.attempt({ id, private: this.isPrivate }, lookUpLimitMs);
    if (attempt && attempt.state !== 'sending') this.#acknowledge(id);
    return attempt;
  }

  /** The page shows every outcome that it receives, so the popup must not show it again. */
  #acknowledge(id: string): void {
    void background.acknowledge({ id, private: this.isPrivate });
  }

  /** Announces the quarters of a longer run, its pauses and its end. */
  #show(now: Progress): void {
    const before = this.progress.value;
    this.progress.value = now;
    if (!now.isRunning) {
      if (before.isRunning) announce(resultText(now.items));
      return;
    }
    if (now.pausedUntil !== null && now.pausedUntil !== before.pausedUntil) {
      const seconds = timeUnitText('second', secondsUntil(now.pausedUntil));
      announce(text('batchPauseStarted', seconds));
      return;
    }
    const all = now.items.length;
    const quarterOf = (progress: Progress): number => Math.floor((4 * doneCount(progress)) / all);
    const quarter = quarterOf(now);
    if (all >= 8 && quarter > quarterOf(before) && quarter < 4) announce(progressText(now));
  }

  #listIn(format: Format): string {
    return sourceOf(this.created.value.map(formattedLink), format, copyFormat.value.template);
  }

  /** Copies all links in the format of the page, or in another one, which is that of the page from then on. */
  copyAll(format?: Format): void {
    const list = this.#listIn(format ?? copyFormat.value.format);
    void this.#showCopied(list, copyLinks(this.created.value, { format, isPrivate: this.isPrivate }));
  }

  copyLink(link: CopiedLink): void {
    void this.#showCopied(link.shortLink, copyLinks([link]));
  }

  async #showCopied(content: string, copying: Promise<boolean>): Promise<void> {
    // A screen reader does not announce the same text twice.
    announce('');
    const isCopied = await copying;
    this.clipboard.value = isCopied ? content : null;
    this.isCopyRefused.value = !isCopied;
    if (isCopied) announce(text('copied'));
    else this.showText();
  }

  showText(): void {
    this.textRequests.value += 1;
  }

  save(): void {
    const page = { title: text('batchList'), language: language(), direction: text('textDirection') };
    const { content, type, extension } = fileOf(this.list.value, copyFormat.value.format, page);
    saveFile(text('batchFile') + extension, new Blob([content], { type: `${type};charset=utf-8` }));
  }
}

/** Reads what the page shows first; null if its address selects no tabs. */
export const openBatchState = async (): Promise<BatchState | null> => {
  const selection = readTabSelection(location.search);
  const state = selection && new BatchState(selection);
  await Promise.all([state?.open(), readSettingsOfPage()]);
  return state;
};
