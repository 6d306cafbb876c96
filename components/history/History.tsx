import { useEffect, useState } from 'preact/hooks';
import { acknowledgeLoss, isHistoryLost } from '../../lib/history/database.ts';
import type { HistoryProblem } from '../../lib/history/history.ts';
import { wholeHistory } from '../../lib/history/stored-view.ts';
import { logAndReturn, logError } from '../../lib/errors/error-log.ts';
import { plural, text, type TextKey } from '../../lib/i18n/texts.ts';
import { canAny, featuresOf } from '../../lib/settings/connection-info.ts';
import { readSession } from '../../lib/storage/storage.ts';
import { Job } from '../jobs/Job.tsx';
import type { JobState } from '../jobs/job-state.ts';
import { connections } from '../page.ts';
import { LiveRegion } from '../ui/announce.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Alert } from '../ui/Problem.tsx';
import { useAction } from '../ui/use-action.ts';
import { useSubscription } from '../ui/use-subscription.ts';
import { Bars } from './Bars.tsx';
import { Dialogs } from './Dialogs.tsx';
import { chooseFile, Files } from './Files.tsx';
import { focusOn, focusOnList, hasLostFocus, type HistoryState } from './history-state.ts';
import { pressKey } from './keys.ts';
import { Rows } from './Rows.tsx';
import { undoOf } from './runs.ts';
import { Header, Search, Toolbar } from './Toolbar.tsx';

interface StateProps {
  state: HistoryState;
}

const problemTexts: Record<Exclude<HistoryProblem, 'damaged'>, TextKey> = {
  newer: 'historyNewer',
  unreadable: 'historyUnreadable',
};

/** Says that a part of the history is damaged, and replaces the database. */
const DamageNote = ({ state }: StateProps) => {
  const startAgain = useAction(async (): Promise<TextKey | null> => {
    const failure = await state.history
      .startAgain()
      .then(() => null, logAndReturn('historyUnreadable' as const));
    if (!failure) void state.changed(null);
    return failure;
  });
  return (
    <div class="problem">
      <p role="alert">{text(startAgain.failure ?? 'historyDamaged')}</p>
      <button type="button" aria-busy={startAgain.isRunning} onClick={() => void startAgain.run()}>
        {text('historyStartAgain')}
      </button>
    </div>
  );
};

/** The sources of links that are not in the history. */
const Sources = ({ state }: StateProps) => (
  <>
    <button type="button" onClick={chooseFile}>
      {text('historyImport')}
    </button>
    {canAny(connections.value, 'manage') && (
      <button type="button" onClick={() => (state.dialog.value = { kind: 'load' })}>
        {text('historyLoad')}
      </button>
    )}
  </>
);

/** Says that the browser has lost links, until the person dismisses it. Render it after the history was opened. */
const LossNote = ({ state }: StateProps) => {
  const [isLost, setLost] = useState(false);
  useEffect(() => void isHistoryLost().then(setLost, logError), []);
  const dismiss = (): void => {
    focusOn('#search');
    setLost(false);
    void acknowledgeLoss().catch(logError);
  };
  if (!isLost) return null;
  return (
    <div class="problem">
      <p role="alert">{text('historyLost')}</p>
      <div class="buttons">
        <Sources state={state} />
        <button type="button" class="quiet" onClick={dismiss}>
          {text('dismiss')}
        </button>
      </div>
    </div>
  );
};

/** What can be done with the result of a job: undo changes, show new links, or see where links were moved. */
const JobActions = ({ state, job }: StateProps & { job: JobState }) => {
  const { outcomes } = job.view.value;
  const undo = undoOf(state, job);
  const lists = outcomes.flatMap((each) => each?.list ?? []);
  const ids = lists.flatMap((list) => list.ids);
  const isShort = lists.every((list) => list.ids.length === list.added);
  return (
    <>
      {undo && (
        <button type="button" class="quiet" aria-keyshortcuts="Control+Z Meta+Z" onClick={undo}>
          <Icon name="undo" small />
          {text('historyUndo')}
        </button>
      )}
      {ids.length > 0 && isShort && (
        <button type="button" class="quiet" onClick={() => state.reveal(ids)}>
          {plural('historyReveal', ids.length)}
        </button>
      )}
    </>
  );
};

/** The jobs that run or whose result was not closed. */
const Jobs = ({ state }: StateProps) => {
  useSubscription((signal) => {
    const read = (): void => void state.jobs.read().catch(logError);
    read();
    document.addEventListener('visibilitychange', read, { signal });
  });
  return state.jobs.jobs.value.map((job) => (
    <div key={job.id} class="card rows">
      <Job state={job} close={() => void state.closeJob(job)}>
        <JobActions state={state} job={job} />
      </Job>
    </div>
  ));
};

/** The bird of the extension's icon, above the fields at dusk. */
const Lark = () => (
  <svg width="160" height="112" viewBox="0 0 160 112" aria-hidden="true">
    <path data-hue="1" fill="var(--tile)" d="M28 108c24-22 84-26 132 0Z" />
    <path data-hue="5" fill="var(--tile)" d="M0 108c34-18 92-16 136 0Z" />
    <g transform="translate(42 4) scale(0.6)">
      <path fill="#d98a62" d="M50 58C46 42 48 24 59 8c11 11 17 25 18 40Z" />
      <path
        fill="light-dark(#34388a, #f3ecdf)"
        d="M119 48 105 42c-2-7-7-11-13-11-4-5-10-8-17-8 3 4 5 8 5 12-6 5-11 11-18 20C51 72 34 85 11 93l14 5-7 10c30 2 60-7 77-27 8-10 12-19 12-30Z"
      />
      <path fill="#ffb27f" d="M82 66C71 46 48 28 19 22c1 13 6 24 13 33 6 9 14 17 24 23 11 7 24 1 26-12Z" />
      <circle fill="var(--paper)" cx="97" cy="43" r="3.4" />
    </g>
  </svg>
);

const noneFoundText = ({ view, connection }: HistoryState): TextKey => {
  const { query, filter } = view.value;
  if (filter === 'all' && connection.value === undefined) return 'historyNoneFoundWords';
  return query.trim() === '' ? 'historyNoneFoundFilter' : 'historyNoneFound';
};

/** In the place of the list, if nothing is listed. */
const Empty = ({ state }: StateProps) => {
  const isEmpty = state.entries.value.size === 0;
  if (state.rows.value.length > 0 || (isEmpty && state.isReading.value)) return null;
  if (isEmpty)
    return (
      <div class="empty">
        <Lark />
        <h2>{text('historyEmptyTitle')}</h2>
        <p>{text('historyEmpty')}</p>
        <div class="buttons">
          <Sources state={state} />
        </div>
      </div>
    );
  const showAll = (): void => {
    state.showAll();
    focusOn('#search');
  };
  return (
    <div class="empty">
      <h2>{text('historyNoneFoundTitle')}</h2>
      <p>{text(noneFoundText(state))}</p>
      <button type="button" onClick={showAll}>
        {text('historyShowAll')}
      </button>
    </div>
  );
};

/** Where the focus goes: to the search first, and to a notice if what had it is gone. Rows.tsx moves it from row to row. */
const useFocus = ({ notice, entries }: HistoryState): void => {
  const isEmpty = entries.value.size === 0;
  useEffect(() => {
    if (!isEmpty && hasLostFocus()) focusOn('#search');
  }, [isEmpty]);
  useEffect(() => {
    // The focus stays if the notice disappears.
    if (notice.value && hasLostFocus() && !focusOn('#undo')) focusOnList();
  }, [notice.value]);
};

/**
 * What opens as soon as the history is read. If an expiry reminder has opened the page: the dialog that creates its link again. After
 * Check History: what the history has of the address of that attempt, and the dialog that loads what the service has.
 */
const useParameters = (state: HistoryState): void =>
  useEffect(() => {
    if (state.isReading.value) return;
    const parameters = new URLSearchParams(location.hash.slice(1));
    const attemptOf = (name: string) => state.entries.value.get(parameters.get(name) ?? '')?.attempt;
    const recreated = attemptOf('recreate');
    if (recreated) state.dialog.value = { kind: 'recreate', attempt: recreated };
    const checked = attemptOf('check');
    // A reload leaves the page as the person has left it.
    if (recreated ?? checked) globalThis.history.replaceState(null, '', location.pathname);
    if (!checked) return;
    state.changeView({ ...wholeHistory, connection: undefined, query: checked.link });
    const canLoad = featuresOf(connections.value, checked.account).includes('manage');
    if (canLoad && checked.state !== 'created') state.dialog.value = { kind: 'load', isCheck: true };
  }, [state.isReading.value]);

/** All links, with search, sorting and what can be done with them. */
const Links = ({ state }: StateProps) => {
  useSubscription((signal) => addEventListener('keydown', (event) => pressKey(event, state), { signal }));
  useFocus(state);
  useParameters(state);
  return (
    <>
      <div class="head">
        <Header>
          {state.entries.value.size > 0 && <Search state={state} />}
          <Files state={state} />
        </Header>
        <Toolbar state={state} />
      </div>
      {!state.isReading.value && (
        <>
          <LossNote state={state} />
          <Jobs state={state} />
        </>
      )}
      <Empty state={state} />
      <Rows state={state} />
      <Bars state={state} />
      <Dialogs state={state} />
    </>
  );
};

/** The history, or why it cannot be shown. */
const RegularHistory = ({ state }: StateProps) => {
  // A layout effect runs before the first paint, so reading starts earlier than with useEffect.
  useSubscription((signal) => state.start(signal));
  const problem = state.problem.value;
  if (problem === null) return <Links state={state} />;
  return (
    <>
      <Header />
      {problem === 'damaged' ? <DamageNote state={state} /> : <Alert>{text(problemTexts[problem])}</Alert>}
    </>
  );
};

/** A private window: the browser stores its databases separately and deletes them afterwards. */
const PrivateHistory = () => {
  const [reason, setReason] = useState<TextKey | null>(null);
  useEffect(() => {
    // The browser may never remember history, so that every window is private: the background stores that.
    const isMemoryOnly = readSession('memory-only').catch(logAndReturn(false));
    void isMemoryOnly.then((isSo) => setReason(isSo === true ? 'historyMemoryOnly' : 'historyPrivate'));
  }, []);
  return (
    <>
      <Header />
      {reason && <Alert>{text(reason)}</Alert>}
    </>
  );
};

/** The page of the history: all links, except those of private windows. */
export const History = ({ state }: StateProps) => (
  <main class="page history">
    {state.isPrivate ? <PrivateHistory /> : <RegularHistory state={state} />}
    <LiveRegion />
  </main>
);
