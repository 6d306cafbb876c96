import { signal } from '@preact/signals';
import { background } from '../../lib/background.ts';
import { findUncertain, type Plan, planBatch, readTabSelection } from '../../lib/batch/plan.ts';
import { maySeeTabs, readTabs } from '../../lib/browser/tab-list.ts';
import type { TabSelection } from '../../lib/browser/types.ts';
import { openJournal, openPrivateJournal } from '../../lib/history/journal.ts';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import type { JobRequest } from '../../lib/jobs/job.ts';
import { readLinkCleaner } from '../../lib/shortening/link-cleaner.ts';
import { JobState } from '../jobs/job-state.ts';
import { readSettingsOfPage } from '../page.ts';
import { announce } from '../ui/announce.tsx';

/** What the page shows. */
type Step =
  /** The permission to see the tabs is missing. */
  { at: 'ask' } | { at: 'plan'; plan: Plan } | { at: 'run'; job: JobState; skipped: Plan['skipped'] };

/** What is shortened by a job, and how. */
type ToShorten = Pick<Extract<JobRequest, { kind: 'shorten' }>, 'validity' | 'items'>;

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
  /** Jobs that were running when the page was opened, such as one whose tab was closed. */
  readonly running = signal<readonly JobState[]>([]);

  constructor(selection: TabSelection) {
    this.selection = selection;
  }

  /** Shows the first step: after a reload, the job of this page. */
  async open(): Promise<void> {
    const job = this.selection.job === undefined ? null : await JobState.open(this.selection.job, true);
    if (job) {
      this.step.value = { at: 'run', job, skipped: [] };
      return;
    }
    await this.#findRunning();
    if (await maySeeTabs()) await this.showPlan();
  }

  async #findRunning(): Promise<void> {
    const jobs = (await background.jobs({ private: this.selection.private })) ?? [];
    const running = jobs.filter(({ kind, isRunning }) => kind === 'shorten' && isRunning);
    const opened = await Promise.all(running.map(({ id }) => JobState.open(id)));
    this.running.value = opened.filter((each) => each !== null);
  }

  /** Removes the result of such a job. */
  async close(job: JobState): Promise<void> {
    await job.close();
    this.running.value = this.running.value.filter((each) => each !== job);
  }

  async showPlan(): Promise<void> {
    this.step.value = { at: 'plan', plan: await readPlan(this.selection) };
  }

  /**
   * Begins a job, which a reload finds by the address of the page; the tabs that were left out are not shown then. Resolves with
   * whether it has begun.
   */
  async start(request: ToShorten, skipped: Plan['skipped']): Promise<boolean> {
    const id = crypto.randomUUID();
    const job = await JobState.start({ ...request, id, kind: 'shorten', private: this.selection.private });
    if (!job) return false;
    announce(text('batchStarted', formatNumber(request.items.length)));
    history.replaceState(null, '', `${location.search}&job=${id}`);
    this.step.value = { at: 'run', job, skipped };
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
