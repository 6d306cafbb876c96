import { formatList, formatNumber, joinSentences, plural, type PluralKey, text } from '../i18n/texts.ts';
import { timeUnitText } from '../i18n/numbers.ts';
import { failureSentence } from '../i18n/failure-sentence.ts';
import { withoutScheme } from '../url/readable.ts';
import { type ConnectionInfo, nameOf } from '../settings/connection-info.ts';
import {
  doneCount,
  isUnknown,
  isWaiting,
  type Job,
  type JobView,
  outcomeCounts,
  type RunStatus,
} from './job.ts';

type View = Pick<JobView, 'job' | 'outcomes'>;

/** Characters that are shown of an address; the rest would only make the page longer. */
const longestShown = 300;

export const shownLink = (link: string): string => {
  const address = withoutScheme(link).replace(/\/$/, '');
  return address.length > longestShown ? `${address.slice(0, longestShown)}…` : address;
};

/** The title of a link, or its address. */
export const nameOfLink = ({ title, link }: { title: string; link: string }): string =>
  title.trim() || shownLink(link) || text('batchUnnamed');

/** Whole seconds until a time in milliseconds; 0 after that. */
const secondsUntil = (end: number): number => Math.max(0, Math.ceil((end - Date.now()) / 1000));

/** Why a job waits, and until when. */
export const pauseText = ({ failure, until }: NonNullable<RunStatus['pause']>): string => {
  const seconds = secondsUntil(until);
  if (failure.reason === 'offline') return text('jobOffline');
  if (failure.reason === 'too-many-requests') return text('jobPause', formatNumber(seconds));
  const [happened = ''] = failureSentence(failure, 'history').split('\n');
  return text(
    'jobTriesAgain',
    happened,
    timeUnitText('minute', Math.max(1, Math.ceil(seconds / 60)), 'short'),
  );
};

/** What a connection is called; empty if it was removed. */
export const nameIn = (
  connections: readonly ({ id: string } & Parameters<typeof nameOf>[0])[],
  id: string | undefined,
): string => {
  const found = connections.find((each) => each.id === id);
  return found ? nameOf(found) : '';
};

/** What a job is called while it runs, and its items with each outcome, whose numbers are filled in. */
interface Words {
  running: PluralKey;
  done: [PluralKey, ...values: string[]];
  unknown: PluralKey;
  failed: PluralKey;
}

const changeWords = { unknown: 'jobMaybeChanged', failed: 'jobNotChanged' } as const;

const wordsOf = (job: Exclude<Job, { kind: 'load' }>, connections: readonly ConnectionInfo[]): Words => {
  if (job.kind === 'shorten') {
    const [unknown, failed] = ['batchUnknown', 'batchNotCreated'] as const;
    return { running: 'jobShortening', done: ['batchCreated'], unknown, failed };
  }
  if (job.kind === 'move') {
    const done: Words['done'] = ['jobMoved', nameIn(connections, job.to)];
    return { running: 'jobMoving', done, unknown: 'jobMaybeMoved', failed: 'jobNotMoved' };
  }
  if (job.isUndo) return { running: 'jobUndoing', done: ['jobUndone'], ...changeWords };
  const change = job.items[0]?.change;
  if (change?.kind !== 'extend') return { running: 'jobExpiring', done: ['jobExpired'], ...changeWords };
  const { extension } = change;
  if (extension.kind !== 'by') return { running: 'jobExtending', done: ['jobExtended'], ...changeWords };
  const added = extension.unit === 'month' ? timeUnitText('day', 30) : timeUnitText(extension.unit, 1);
  const done: Words['done'] = ['jobExtendedBy', added];
  return { running: 'jobExtending', done, ...changeWords };
};

export const progressText = ({ job, outcomes }: View, connections: readonly ConnectionInfo[]): string => {
  if (job.kind === 'load') {
    const current = job.items.find((_, index) => isWaiting(outcomes[index] ?? null)) ?? job.items.at(-1);
    return text('jobLoading', nameIn(connections, current?.connection));
  }
  return plural(wordsOf(job, connections).running, outcomes.length, formatNumber(doneCount(outcomes)));
};

/** How many links of lists were loaded, and how many of them are new. */
const loadedIn = ({ outcomes }: View): { loaded: number; added: number } => ({
  loaded: outcomes.reduce((sum, each) => sum + (each?.list?.loaded ?? 0), 0),
  added: outcomes.reduce((sum, each) => sum + (each?.list?.added ?? 0), 0),
});

/** Where links are moved, or how many are loaded; empty for other jobs. */
export const detailText = (view: View, connections: readonly ConnectionInfo[]): string => {
  const { job } = view;
  if (job.kind === 'move')
    return text('jobFromTo', nameIn(connections, job.from), nameIn(connections, job.to));
  const { loaded, added } = loadedIn(view);
  return job.kind === 'load' ? text('jobLoaded', formatNumber(loaded), formatNumber(added)) : '';
};

/** The number of items for which nothing was sent. */
export const leftCount = ({ outcomes }: View): number => outcomes.filter((each) => each === null).length;

/** What has become of the items that were sent, in one line, which first says what is counted. */
export const resultText = (view: View, connections: readonly ConnectionInfo[]): string => {
  const { job, outcomes } = view;
  if (job.kind === 'load') {
    const { added } = loadedIn(view);
    return added === 0 ? text('historyLoadedNone') : plural('jobAdded', added);
  }
  const { done, unknown, failed } = wordsOf(job, connections);
  const [doneKey, ...values] = done;
  const counts = outcomeCounts(outcomes.filter((each) => each !== null));
  // A link that is moved or changed existed before in any case.
  const reused = job.kind === 'shorten' ? counts.reused : 0;
  const created = counts.created - reused;
  const isNoneCreated = job.kind === 'shorten' && created === 0 && counts.unknown + reused > 0;
  const parts: [PluralKey, number][] = [
    [isNoneCreated ? 'batchMaybeCreated' : unknown, counts.unknown],
    [isNoneCreated && counts.unknown === 0 ? 'batchReusedFirst' : 'batchReusedCount', reused],
    [failed, counts.failed],
  ];
  const clauses = parts.flatMap(([key, count]) => (count > 0 ? [plural(key, count)] : []));
  if (!isNoneCreated) clauses.unshift(plural(doneKey, created, ...values));
  return clauses.join(text('clauseSeparator'));
};

/** What follows from the result: why a job stopped, what was not sent, and what a retry may do. */
export const meaningOf = ({ job, outcomes, status }: JobView): string => {
  const left = leftCount({ job, outcomes });
  const unknown = job.kind === 'shorten' ? outcomes.filter(isUnknown).length : 0;
  const sentences = [
    status.stopped === 'by-person' && text('jobStoppedByYou'),
    status.stopped === 'not-stored' && text('jobStopNotStored'),
    status.stopped === 'no-answer' && text('batchNoAnswer'),
    left > 0 && job.kind !== 'load' && plural(job.kind === 'shorten' ? 'jobNotSent' : 'jobNotTouched', left),
    unknown > 0 && plural('jobMayDouble', unknown),
  ];
  return joinSentences(sentences.filter((sentence) => sentence !== false));
};

/** Why lists were not loaded, or not to their end: the names of the connections for each reason if there are several. */
export const loadProblems = ({ job, outcomes }: View, connections: readonly ConnectionInfo[]): string[] => {
  if (job.kind !== 'load') return [];
  const namesByProblem = new Map<string, string[]>();
  for (const outcome of outcomes) {
    const problem = outcome?.failure && failureSentence(outcome.failure, 'settings');
    const sentence = outcome?.list?.isEndless ? text('historyLoadEndless') : problem;
    if (sentence === undefined) continue;
    const names = namesByProblem.get(sentence) ?? [];
    namesByProblem.set(sentence, [...names, nameIn(connections, outcome?.account)]);
  }
  return [...namesByProblem].map(([problem, names]) =>
    job.items.length > 1 ? text('historyLoadFailed', formatList(names), problem) : problem,
  );
};

/** From which connections links were loaded, or that moved links have another short link now; empty for other jobs. */
export const resultDetail = (view: View, connections: readonly ConnectionInfo[]): string => {
  const { job } = view;
  if (job.kind === 'move') return text('moveOldStay');
  if (job.kind !== 'load') return '';
  const names = job.items.map(({ connection }) => nameIn(connections, connection));
  return text('jobFromLoaded', formatList(names), formatNumber(loadedIn(view).loaded));
};
