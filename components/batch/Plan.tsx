import { useEffect, useRef, useState } from 'preact/hooks';
import { formatList, formatNumber, plural, text, urlWarningText } from '../../lib/i18n/texts.ts';
import { urlWarningOf } from '../../lib/url/warnings.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Batch } from '../../lib/batch/batch.ts';
import type { Plan as Planned } from '../../lib/batch/plan.ts';
import type { Preset } from '../../lib/validity/validity.ts';
import type { ConnectionInfo } from '../../lib/settings/connection-info.ts';
import { ConnectionMenu, followConnection } from '../ui/ConnectionMenu.tsx';
import { Problem } from '../ui/Problem.tsx';
import { Initial } from '../ui/Initial.tsx';
import { useValidity, ValidityFields } from '../ui/ValidityFields.tsx';
import type { BatchView } from './batch-actions.ts';
import { Foot } from './Foot.tsx';
import { nameOf, shownLink } from './item-texts.ts';

interface PlanProps extends Pick<
  BatchView,
  'choice' | 'offered' | 'connections' | 'connection' | 'offeredValidity'
> {
  plan: Planned;
  rememberChoice(choice: Preset): void;
  start(batch: Batch): void;
  openSettings(): void;
}

type IncludedTab = Planned['included'][number];

/** The warning about a tab; null if there is none. */
const warningOf = ({ link, isUncertain }: IncludedTab): string | null => {
  const warning = urlWarningOf(link);
  if (isUncertain) return text('batchUncertain');
  return warning && urlWarningText(warning);
};

/** The address and its removed tracking parameters, or the warning in their place. */
const Note = ({ id, tab }: { id: string; tab: IncludedTab }) => {
  const warning = warningOf(tab);
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

interface TabListProps {
  tabs: readonly IncludedTab[];
  isLeftOut(at: number): boolean;
  toggle(at: number): void;
}

const TabList = ({ tabs, isLeftOut, toggle }: TabListProps) => (
  <ul class="tabs rows" aria-label={text('batchIncluded')}>
    {tabs.map((tab, at) => (
      <li key={tab.link}>
        <input
          id={`tab-${at}`}
          type="checkbox"
          checked={!isLeftOut(at)}
          aria-describedby={`tab-${at}-note`}
          onChange={() => toggle(at)}
        />
        <Initial name={nameOf(tab)} address={tab.link} />
        <div class="grow">
          <label for={`tab-${at}`} class="cut" dir="auto" title={`${tab.title}\n${tab.link}`}>
            {nameOf(tab)}
          </label>
          <Note id={`tab-${at}-note`} tab={tab} />
        </div>
      </li>
    ))}
  </ul>
);

interface CountProps {
  count: number;
  all: number;
  toggleAll(): void;
}

/** The checkbox for all tabs, and how many are chosen. */
const Count = ({ count, all, toggleAll }: CountProps) => (
  <>
    <input
      type="checkbox"
      aria-label={text('batchSelectAll')}
      checked={count === all}
      indeterminate={count > 0 && count < all}
      onChange={toggleAll}
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

/** The tabs that the person includes, and their validity. */
const usePlan = ({ plan: { included: tabs }, choice, rememberChoice, start, ...props }: PlanProps) => {
  const validity = useValidity(choice);
  const [connection, setConnection] = useState(props.connection);
  const choose = (next: ConnectionInfo): void => {
    if (connection)
      followConnection(validity, {
        before: props.offeredValidity(connection),
        after: props.offeredValidity(next),
      });
    setConnection(next);
  };
  const [failure, setFailure] = useState<Failure | null>(null);
  // The person includes by hand what may have a link already, and what signs other people in.
  const [leftOut, setLeftOut] = useState<readonly number[]>(() =>
    tabs.flatMap(({ isUncertain, link }, at) => (isUncertain || urlWarningOf(link) === 'secret' ? [at] : [])),
  );
  const isLeftOut = (at: number): boolean => leftOut.includes(at);
  const toggle = (at: number): void =>
    setLeftOut((now) => (now.includes(at) ? now.filter((each) => each !== at) : [...now, at]));
  const toggleAll = (): void => setLeftOut(leftOut.length === 0 ? tabs.map((_, at) => at) : []);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const included = tabs.filter((_, at) => !isLeftOut(at));
    if (included.length === 0) return;
    const read = validity.read();
    if (!read.ok) {
      setFailure({ reason: read.reason, hadEffect: 'no' });
      document.getElementById('expires-at')?.focus();
      return;
    }
    if (validity.chosen !== 'custom') rememberChoice(validity.chosen);
    start({
      validity: read.validity,
      items: included.map(({ link, title }) => ({
        link,
        title,
        connection: connection?.id || undefined,
        state: { kind: 'waiting' },
      })),
    });
  };
  return {
    validity,
    connection,
    choose,
    count: tabs.length - leftOut.length,
    failure,
    clearFailure: () => setFailure(null),
    isLeftOut,
    toggle,
    toggleAll,
    submit,
  };
};

/** The tabs to shorten and their validity, and the tabs that are left out. */
export const Plan = (props: PlanProps) => {
  const { plan, offered, connections, openSettings } = props;
  const button = useRef<HTMLButtonElement>(null);
  const { validity, count, ...state } = usePlan(props);
  // The button stays in sight below the list, which is read from its top.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <form class="form" noValidate onInput={state.clearFailure} onSubmit={state.submit}>
      <Problem failure={state.failure} place="popup" />
      <div class="card rows">
        <div class="head">
          <Count count={count} all={plan.included.length} toggleAll={state.toggleAll} />
          <ConnectionMenu
            connections={connections}
            chosen={state.connection}
            heading={text('connectionForTabs')}
            choose={state.choose}
            openSettings={openSettings}
          />
          <ValidityFields validity={validity} offered={offered} />
        </div>
        <TabList tabs={plan.included} isLeftOut={state.isLeftOut} toggle={state.toggle} />
      </div>
      <Foot skipped={plan.skipped}>
        <button ref={button} class="primary" type="submit" aria-describedby="chosen-count">
          {count === 0 ? text('shorten') : plural('batchStart', count)}
        </button>
      </Foot>
    </form>
  );
};
