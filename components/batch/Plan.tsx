import { useEffect, useRef, useState } from 'preact/hooks';
import type { Plan as Planned } from '../../lib/batch/plan.ts';
import { requestTabs } from '../../lib/browser/tab-list.ts';
import { truncate } from '../../lib/characters/text.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { formatList, formatNumber, plural, text, urlWarningText } from '../../lib/i18n/texts.ts';
import { nameOfLink, shownLink } from '../../lib/jobs/job-texts.ts';
import type { ConnectionInfo } from '../../lib/settings/connection-info.ts';
import { offeredValidity } from '../../lib/settings/schema.ts';
import { changeSettings } from '../../lib/settings/settings.ts';
import { longestTitle } from '../../lib/url/contract.ts';
import { urlWarningOf } from '../../lib/url/warnings.ts';
import type { Validity } from '../../lib/validity/schema.ts';
import { connections, settings } from '../page.ts';
import { ConnectionMenu, followConnection } from '../ui/ConnectionMenu.tsx';
import { Initial } from '../ui/Initial.tsx';
import { LongList } from '../ui/LongList.tsx';
import { Alert, Problem } from '../ui/Problem.tsx';
import { useAction } from '../ui/use-action.ts';
import { useValidity, ValidityFields } from '../ui/ValidityFields.tsx';
import type { BatchState } from './batch-state.ts';
import { Foot, SkippedList } from './Foot.tsx';
import { addFiles, DropArea, List } from './List.tsx';

type IncludedTab = Planned['included'][number];

/** The warning about a tab; null if there is none. */
const tabWarning = ({ link, isUncertain }: IncludedTab): string | null => {
  const warning = urlWarningOf(link);
  if (isUncertain) return text('batchUncertain');
  return warning && urlWarningText(warning);
};

/** The address and its removed tracking parameters, or the warning in their place. */
const Note = ({ id, tab }: { id: string; tab: IncludedTab }) => {
  const warning = tabWarning(tab);
  if (warning !== null)
    return (
      <span id={id} class="meta warn">
        {warning}
      </span>
    );
  return (
    <span id={id} class="cut meta">
      <bdi dir="ltr">{shownLink(tab.link)}</bdi>
      {tab.removed.length > 0 && ` · ${text('batchRemoved', formatList(tab.removed))}`}
    </span>
  );
};

const TabList = ({ state, tabs }: { state: BatchState; tabs: readonly IncludedTab[] }) => {
  const { leftOut } = state;
  const toggle = (at: number): void => {
    const others = new Set(leftOut.value);
    if (!others.delete(at)) others.add(at);
    leftOut.value = others;
  };
  return (
    <LongList items={tabs} class="tabs rows" aria-label={text('batchIncluded')}>
      {(tab, at) => (
        <li key={tab.link} class="line">
          <input
            id={`tab-${at}`}
            type="checkbox"
            checked={!leftOut.value.has(at)}
            aria-describedby={`tab-${at}-note`}
            onChange={() => toggle(at)}
          />
          <Initial name={nameOfLink(tab)} address={tab.link} />
          <div class="grow">
            <label for={`tab-${at}`} class="cut" dir="auto" title={`${tab.title}\n${tab.link}`}>
              {nameOfLink(tab)}
            </label>
            <Note id={`tab-${at}-note`} tab={tab} />
          </div>
        </li>
      )}
    </LongList>
  );
};

/** The checkbox for all tabs, and how many are chosen. */
const Count = ({ state, all }: { state: BatchState; all: number }) => {
  const { leftOut } = state;
  const count = all - leftOut.value.size;
  return (
    <>
      <input
        type="checkbox"
        aria-label={text('batchSelectAll')}
        checked={count === all}
        indeterminate={count > 0 && count < all}
        onChange={() => (leftOut.value = new Set(count === all ? Array(all).keys() : []))}
      />
      <h2 class={count === 0 ? 'warn' : 'num'}>
        <span id="chosen-count" role="status">
          {count === 0
            ? text('batchStartNone')
            : text('batchIncludedCount', formatNumber(count), formatNumber(all))}
        </span>
      </h2>
    </>
  );
};

/** The connection and the validity of the links: first those of the selection, or what the settings offer. */
const useChoices = ({ selection }: BatchState) => {
  const [connection, setConnection] = useState(
    connections.value.find(({ id }) => id === selection.connection) ?? connections.value[0],
  );
  const chosen = selection.validity;
  const isOffered = chosen !== null && settings.value.offered.includes(chosen);
  // What the select shows is from now: a later change elsewhere does not count as a choice here.
  const [first] = useState(settings.value);
  const validity = useValidity(isOffered ? chosen : offeredValidity(first, connection));
  const choose = (next: ConnectionInfo): void => {
    followConnection(validity, {
      before: offeredValidity(first, connection),
      after: offeredValidity(first, next),
    });
    setConnection(next);
  };
  return { connection, choose, validity };
};

/** Focuses what comes next, unless a person chooses the way with the arrow keys. */
const focusNext = (next: HTMLElement | null): void => {
  // The button stays in sight below the list, which is read from its top.
  if (!document.activeElement?.matches('[type=radio]:focus-visible')) next?.focus({ preventScroll: true });
};

/** Explains the permission to see the tabs, and requests it. */
const AskTabs = ({ state }: { state: BatchState }) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => focusNext(button.current), []);
  const { run: ask, failure } = useAction(async () => {
    if (!(await requestTabs())) return text('batchRefused');
    await state.showPlan();
    return null;
  });
  return (
    <section class="card form">
      <p id="why">{text('batchAskWhy')}</p>
      <div class="buttons">
        <button ref={button} class="primary" type="button" aria-describedby="why" onClick={() => void ask()}>
          {text('batchAllow')}
        </button>
        <Alert>{failure}</Alert>
      </div>
    </section>
  );
};

/** What is shortened and how: tabs of the selection, or a list. */
export const Plan = ({ state }: { state: BatchState }) => {
  const { connection, choose, validity } = useChoices(state);
  const isList = state.way.value === 'list';
  const plan = state.plan.value;
  const { included, skipped } = plan ?? { included: [], skipped: [] };
  const count = isList ? state.list.value.found.length : included.length - state.leftOut.value.size;
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isList || plan) focusNext(isList ? document.getElementById('list') : button.current);
  }, [isList, plan]);
  const {
    run: add,
    failure: fileProblem,
    setFailure: setFileProblem,
  } = useAction((files: readonly File[]) => addFiles(state, files));
  const removeProblems = (): void => {
    setRefusal(null);
    setFileProblem(null);
  };
  const { run: start, failure } = useAction(async (allowed: Validity) => {
    const chosen = isList
      ? (await state.read(state.text.value))?.found
      : included.filter((_, at) => !state.leftOut.value.has(at));
    // The list was changed after the click.
    if (!chosen?.length) return null;
    const items = chosen.map(({ link, title }) => ({
      link,
      title: truncate(title, longestTitle),
      connection: connection?.id || undefined,
    }));
    return (await state.start(allowed, items)) ? null : text('jobLost');
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (count === 0) return;
    const read = validity.read();
    if (!read.ok) {
      setRefusal({ reason: read.reason, hadEffect: 'no' });
      document.getElementById('expires-at')?.focus();
      return;
    }
    // Nothing of a private window is stored, not even its choice of validity.
    if (validity.chosen !== 'custom' && !state.selection.private)
      void changeSettings({ lastValidity: validity.chosen }).catch(logAndReturn(undefined));
    void start(read.validity);
  };
  const dropArea = <DropArea add={(files) => void add(files)} />;
  if (!isList && included.length === 0)
    return (
      <div class="form">
        {plan ? (
          <Alert>{text(skipped.length === 0 ? 'batchGone' : 'batchNone')}</Alert>
        ) : (
          <AskTabs state={state} />
        )}
        <SkippedList tabs={skipped} />
        {dropArea}
      </div>
    );
  return (
    <form class="form" noValidate onInput={removeProblems} onSubmit={submit}>
      <Problem failure={refusal} place="popup" />
      <Alert>{failure ?? fileProblem}</Alert>
      <div class="card rows">
        <div class="head line wrap">
          {isList ? (
            <h2 id="list-label">{text('listLabel')}</h2>
          ) : (
            <Count state={state} all={included.length} />
          )}
          <ValidityFields validity={validity} offered={settings.value.offered} />
          <ConnectionMenu
            connections={connections.value}
            chosen={connection}
            heading={text('connectionForTabs')}
            choose={choose}
          />
        </div>
        {isList ? (
          <List state={state} add={(files) => void add(files)} />
        ) : (
          <TabList state={state} tabs={included} />
        )}
      </div>
      <Foot skipped={isList ? [] : skipped}>
        <button
          ref={button}
          class="primary"
          type="submit"
          aria-disabled={count === 0}
          aria-describedby="chosen-count"
        >
          {count === 0 ? text('shorten') : plural(isList ? 'listStart' : 'batchStart', count)}
        </button>
      </Foot>
      {dropArea}
    </form>
  );
};
