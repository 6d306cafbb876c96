import { computed, signal } from '@preact/signals';
import { serialQueue, sleep } from '../../lib/async/async.ts';
import { background } from '../../lib/background.ts';
import { fileOf } from '../../lib/batch/list-file.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { sourceOf } from '../../lib/formats/formats.ts';
import type { Format } from '../../lib/formats/names.ts';
import { type CopiedLink, formattedLink } from '../../lib/i18n/copied-link.ts';
import { language, text } from '../../lib/i18n/texts.ts';
import {
  createdIn,
  doneCount,
  idle,
  type JobChanges,
  type Job,
  type JobOf,
  type JobView,
  type Outcome,
} from '../../lib/jobs/job.ts';
import { pauseText, progressText, resultText } from '../../lib/jobs/job-texts.ts';
import { connections } from '../page.ts';
import { announce } from '../ui/announce.tsx';
import { copyFormat } from '../ui/copy-format.ts';
import { copyLinks } from '../ui/copying.ts';

/** The view after these changes. */
const viewAfter = (
  { job, status, outcomes: changes }: JobChanges,
  before: JobView | null,
): JobView | null => {
  const known = job ?? before?.job;
  if (!known) return null;
  const outcomes: Outcome[] = job ? job.items.map(() => null) : [...(before?.outcomes ?? [])];
  for (const [index, outcome] of changes) outcomes[index] = outcome;
  return { job: known, status, outcomes };
};

/** Milliseconds before a background that gave no answer is asked again. */
const retryDelayMs = 1000;

/** A job that is to begin; its id is chosen if there is none. */
export type JobRequest = {
  [Name in Job['kind']]: Omit<JobOf<Name>, 'id' | 'startedAt'> & { id?: string };
}[Job['kind']];

type ListedJob = NonNullable<Awaited<ReturnType<typeof background.jobs>>>[number];

/** A job of the background, as a page shows it. */
export class JobState {
  readonly view;
  readonly created = computed((): CopiedLink[] => createdIn(this.view.value.outcomes));
  /** The created links as text, in the format of the page. */
  readonly list = computed(() => {
    const { format, template } = copyFormat.value;
    return sourceOf(this.created.value.map(formattedLink), format, template);
  });
  /** What the clipboard contains, as far as this page knows: all created links, or a single one. */
  readonly clipboard = signal<readonly CopiedLink[] | CopiedLink | null>(null);
  readonly isCopyRefused = signal(false);
  /** How often the list was requested as text: each time, it gets the focus. */
  readonly textRequests = signal(0);
  /** Whether it takes the focus when it begins: one that another page has begun does not. */
  readonly isOfPage: boolean;
  #revision: string;

  private constructor(view: JobView, { revision, isOfPage }: { revision: string; isOfPage: boolean }) {
    this.view = signal(view);
    this.#revision = revision;
    this.isOfPage = isOfPage;
    if (view.status.isRunning) void this.#follow();
  }

  /** The job with this id; null if there is none. */
  static async open(id: string, isOfPage = false): Promise<JobState | null> {
    const changes = await background.jobChanges({ id, since: '' });
    const view = changes && viewAfter(changes, null);
    return view ? new JobState(view, { revision: changes.revision, isOfPage }) : null;
  }

  /** Begins a job; null if the background did not begin it. */
  static async start(requested: JobRequest): Promise<JobState | null> {
    const { id = crypto.randomUUID() } = requested;
    // An answer may be lost, and the job begun.
    await background.startJob({ ...requested, id, startedAt: Date.now() });
    return JobState.open(id, true);
  }

  get id(): string {
    return this.view.value.job.id;
  }

  /** Sends what was not created. */
  async retry(): Promise<void> {
    await background.controlJob({ id: this.id, action: 'retry' });
    await this.#follow();
  }

  stop(): void {
    void background.controlJob({ id: this.id, action: 'stop' });
  }

  /** Removes its result; resolves with whether that is done. */
  async close(): Promise<boolean> {
    return (await background.controlJob({ id: this.id, action: 'close' })) !== undefined;
  }

  /** Shows each change until the job has ended. The questions start a background again that was stopped. */
  async #follow(): Promise<void> {
    do {
      const changes = await background.jobChanges({ id: this.id, since: this.#revision });
      if (changes === null) {
        // Another page has closed it, so it has ended.
        this.view.value = { ...this.view.value, status: idle };
        return;
      }
      const view = changes && viewAfter(changes, this.view.value);
      if (view) {
        this.#revision = changes.revision;
        this.#show(view);
      } else await sleep(retryDelayMs);
    } while (this.view.value.status.isRunning);
  }

  /** Announces the quarters of a longer job, its pauses and its end. */
  #show(now: JobView): void {
    const before = this.view.value;
    this.view.value = now;
    const { isRunning, pause } = now.status;
    if (!isRunning) {
      if (before.status.isRunning) announce(resultText(now, connections.value));
      return;
    }
    if (pause && pause.until !== before.status.pause?.until) {
      announce(pauseText(pause));
      return;
    }
    const all = now.outcomes.length;
    const quarterOf = ({ outcomes }: JobView): number => Math.floor((4 * doneCount(outcomes)) / all);
    const quarter = quarterOf(now);
    if (all >= 8 && quarter > quarterOf(before) && quarter < 4)
      announce(progressText(now, connections.value));
  }

  /** Copies all links, or one, in the format of the page, or in another one, which is that of the page from then on. */
  async copy(content: readonly CopiedLink[] | CopiedLink, format?: Format): Promise<void> {
    // A screen reader does not announce the same text twice.
    announce('');
    const { private: isPrivate } = this.view.value.job;
    const isCopied = await copyLinks([content].flat(), { format, isPrivate });
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

/** The jobs that a page shows: of those that run, and those whose result was not closed. The newest first. */
export const createJobList = (isPrivate: boolean, isShown: (job: ListedJob) => boolean) => {
  const jobs = signal<readonly JobState[]>([]);
  const inTurn = serialQueue();
  return {
    jobs,

    /** Reads which jobs there are. */
    read: (): Promise<void> =>
      inTurn(async () => {
        const found = (await background.jobs({ private: isPrivate }))?.filter(isShown) ?? [];
        const shown = new Map(jobs.value.map((job) => [job.id, job]));
        const opened = await Promise.all(found.map(async ({ id }) => shown.get(id) ?? JobState.open(id)));
        jobs.value = opened.filter((job) => job !== null);
      }),

    /** Begins a job; null if the background did not begin it. */
    start: (request: JobRequest): Promise<JobState | null> =>
      inTurn(async () => {
        const job = await JobState.start(request);
        if (job) jobs.value = [job, ...jobs.value];
        return job;
      }),

    /** Removes the result of a job. */
    async close(job: JobState): Promise<void> {
      if (await job.close()) jobs.value = jobs.value.filter((each) => each !== job);
    },
  };
};

export type JobList = ReturnType<typeof createJobList>;
