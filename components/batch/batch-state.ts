import { signal } from '@preact/signals';
import { withTimeout } from '../../lib/async/timeout.ts';
import { background } from '../../lib/background.ts';
import { type PastedList, readList } from '../../lib/batch/pasted-list.ts';
import { findUncertain, type Plan, planBatch, readTabSelection } from '../../lib/batch/plan.ts';
import { maySeeTabs, readTabs } from '../../lib/browser/tab-list.ts';
import type { TabSelection } from '../../lib/browser/types.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { openJournal, openPrivateJournal } from '../../lib/history/journal.ts';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import { type ItemOf, maxItems } from '../../lib/jobs/job.ts';
import { readLinkCleaner } from '../../lib/shortening/link-cleaner.ts';
import { urlWarningOf } from '../../lib/url/warnings.ts';
import type { Validity } from '../../lib/validity/schema.ts';
import { createJobList, type JobList, JobState } from '../jobs/job-state.ts';
import { connections, readSettingsOfPage } from '../page.ts';
import { announce } from '../ui/announce.tsx';

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

/** Lines that a field shows in little time, and that leave room for duplicates. */
const maxLines = 2 * maxItems;

/** How long the first step waits for the running jobs, so that they do not move it: a background that stops may never answer. */
const jobsLimitMs = 500;

/** The page that shortens the tabs of a selection, or a list. */
export class BatchState {
  readonly selection: TabSelection;
  /** What of the selection is shortened; null while the permission to see the tabs is missing. */
  readonly plan = signal<Plan | null>(null);
  /** The tabs of the plan that the person leaves out, by their index. */
  readonly leftOut = signal<ReadonlySet<number>>(new Set());
  /** The job that the page has begun. */
  readonly job = signal<JobState | null>(null);
  /** What it was to do when it was begun last, and its id, which the same request after a lost answer has as well. */
  #begun = { request: '', id: '' };
  readonly way = signal<'tabs' | 'list'>('tabs');
  /** The text of the pasted list. */
  readonly text = signal('');
  /** Whether it had more lines than the field takes. */
  readonly isCut = signal(false);
  /** What was found in it, a moment later. */
  readonly list = signal<PastedList>({ found: [], duplicates: [], leftOut: [] });
  /** Jobs that were running when the page was opened, such as one whose tab was closed. */
  readonly running: JobList;

  #cleaner: ReturnType<typeof readLinkCleaner> | null = null;
  /** Where the short links of each connection begin; null of one that cannot be used. */
  #shortOrigins: Promise<(string | null | undefined)[]> | null = null;

  constructor(selection: TabSelection) {
    this.selection = selection;
    this.running = createJobList(selection.private, ({ kind, isRunning }) => kind === 'shorten' && isRunning);
  }

  /** Shows the first step: after a reload, the job of this page. */
  async open(): Promise<void> {
    const job = this.selection.job === undefined ? null : await JobState.open(this.selection.job, true);
    this.job.value = job;
    if (job) return;
    await withTimeout(this.running.read(), { milliseconds: jobsLimitMs, onTimeout: () => undefined });
    if (await maySeeTabs()) await this.showPlan();
  }

  async showPlan(): Promise<void> {
    this.show(await readPlan(this.selection));
  }

  /** Shows a plan. The person includes by hand what may have a link already, and what signs other people in. */
  show(plan: Plan): void {
    const isLeftOut = ({ isUncertain, link }: Plan['included'][number]): boolean =>
      isUncertain || urlWarningOf(link) === 'secret';
    this.leftOut.value = new Set(plan.included.flatMap((tab, at) => (isLeftOut(tab) ? at : [])));
    this.plan.value = plan;
  }

  /** Reads the list in the field; resolves with what was found, or null if the field has another one by then. */
  async read(text: string): Promise<PastedList | null> {
    const lines = text.split('\n');
    this.isCut.value = lines.length > maxLines;
    const first = lines.slice(0, maxLines).join('\n');
    this.text.value = first;
    const isCurrent = (): boolean => this.text.value === first;
    const clean = await (this.#cleaner ??= readLinkCleaner());
    const list = await readList(first, { clean, most: maxItems, isCurrent });
    await this.#leaveOutShortLinks(list);
    if (!isCurrent()) return null;
    this.list.value = list;
    return list;
  }

  /** Leaves out what is a short link already; only addresses that begin as short links do are looked for in the history. */
  async #leaveOutShortLinks(list: PastedList): Promise<void> {
    const origins = await (this.#shortOrigins ??= Promise.all(
      connections.value.map(({ id }) => background.shortOrigin({ connection: id })),
    ));
    const journal = this.selection.private ? openPrivateJournal() : openJournal();
    for (const found of list.found) {
      const { link, line } = found;
      if (!origins.some((origin) => origin && link.startsWith(`${origin}/`))) continue;
      if (!(await journal.hasShortLink(link).catch(logAndReturn(false)))) continue;
      list.found = list.found.filter((each) => each !== found);
      list.leftOut.push({ line, text: link, reason: 'already-short' });
    }
    list.leftOut.sort((one, other) => one.line - other.line);
  }

  /**
   * Begins a job, which a reload finds by the address of the page; the tabs that were left out are not shown then. Resolves with
   * whether it has begun.
   */
  async start(validity: Validity, items: ItemOf<'shorten'>[]): Promise<boolean> {
    const request = JSON.stringify([validity, items]);
    if (request !== this.#begun.request) this.#begun = { request, id: crypto.randomUUID() };
    const { private: isPrivate } = this.selection;
    const { id } = this.#begun;
    const job = await JobState.start({ id, kind: 'shorten', private: isPrivate, validity, items });
    if (!job) return false;
    announce(text('batchStarted', formatNumber(items.length)));
    const query = new URLSearchParams(location.search);
    query.set('job', job.id);
    history.replaceState(null, '', `?${query.toString()}`);
    this.job.value = job;
    return true;
  }
}

/** Reads what the page shows first; null if its address selects no tabs. */
export const openBatchState = async (): Promise<BatchState | null> => {
  const selection = readTabSelection(location.search);
  const state = selection && new BatchState(selection);
  await Promise.all([state?.open(), readSettingsOfPage()]);
  return state;
};
