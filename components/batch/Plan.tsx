import { useEffect, useRef, useState } from 'preact/hooks';
import type { Plan as Planned } from '../../lib/batch/plan.ts';
import { truncate } from '../../lib/characters/text.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { formatList, formatNumber, plural, text, urlWarningText } from '../../lib/i18n/texts.ts';
import type { ConnectionInfo } from '../../lib/settings/connection-info.ts';
import { offeredValidity } from '../../lib/settings/schema.ts';
import { changeSettings } from '../../lib/settings/settings.ts';
import { longestTitle } from '../../lib/url/contract.ts';
import { urlWarningOf } from '../../lib/url/warnings.ts';
import type { Validity } from '../../lib/validity/schema.ts';
import { connections, settings } from '../page.ts';
import { ConnectionMenu, followConnection } from '../ui/ConnectionMenu.tsx';
import { Initial } from '../ui/Initial.tsx';
import { Alert, Problem } from '../ui/Problem.tsx';
import { useAction } from '../ui/use-action.ts';
import { useValidity, ValidityFields } from '../ui/ValidityFields.tsx';
import type { BatchState } from './batch-state.ts';
import { Foot } from './Foot.tsx';
import { shownLink, tabName } from './item-texts.ts';

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

/** The tabs that the person leaves out, by their index. */
const useLeftOut = (tabs: readonly IncludedTab[]) => {
  // The person includes by hand what may have a link already, and what signs other people in.
  const [leftOut, setLeftOut] = useState<readonly number[]>(() =>
    tabs.flatMap(({ isUncertain, link }, at) => (isUncertain || urlWarningOf(link) === 'secret' ? [at] : [])),
  );
  return {
    tabs,
    count: tabs.length - leftOut.length,
    isLeftOut: (at: number): boolean => leftOut.includes(at),
    toggle: (at: number): void =>
      setLeftOut((now) => (now.includes(at) ? now.filter((each) => each !== at) : [...now, at])),
    toggleAll: (): void => setLeftOut(leftOut.length === 0 ? tabs.map((_, at) => at) : []),
  };
};

type ChosenTabs = ReturnType<typeof useLeftOut>;

const TabList = ({ tabs, isLeftOut, toggle }: ChosenTabs) => (
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
        <Initial name={tabName(tab)} address={tab.link} />
        <div class="grow">
          <label for={`tab-${at}`} class="cut" dir="auto" title={`${tab.title}\n${tab.link}`}>
            {tabName(tab)}
          </label>
          <Note id={`tab-${at}-note`} tab={tab} />
        </div>
      </li>
    ))}
  </ul>
);

/** The checkbox for all tabs, and how many are chosen. */
const Count = ({ tabs, count, toggleAll }: ChosenTabs) => (
  <>
    <input
      type="checkbox"
      aria-label={text('batchSelectAll')}
      checked={count === tabs.length}
      indeterminate={count > 0 && count < tabs.length}
      onChange={toggleAll}
    />
    <h2 class={count === 0 ? 'warn' : 'num'}>
      <span id="chosen-count" role="status">
        {count === 0
          ? text('batchStartNone')
          : text('batchIncludedCount', formatNumber(count), formatNumber(tabs.length))}
      </span>
    </h2>
  </>
);

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

/** The tabs to shorten and their validity, and the tabs that are left out. */
export const Plan = ({ state, plan }: { state: BatchState; plan: Planned }) => {
  const { connection, choose, validity } = useChoices(state);
  const chosen = useLeftOut(plan.included);
  const { tabs, count, isLeftOut } = chosen;
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The button stays in sight below the list, which is read from its top.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  const { run: start, failure } = useAction(async (allowed: Validity) => {
    const items = tabs
      .filter((_, at) => !isLeftOut(at))
      .map(({ link, title }) => ({
        link,
        title: truncate(title, longestTitle),
        connection: connection?.id || undefined,
      }));
    const isBegun = await state.start({ validity: allowed, items }, plan.skipped);
    return isBegun ? null : text('noAnswerFromBackground');
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
  return (
    <form class="form" noValidate onInput={() => setRefusal(null)} onSubmit={submit}>
      <Problem failure={refusal} place="popup" />
      <Alert>{failure}</Alert>
      <div class="card rows">
        <div class="head">
          <Count {...chosen} />
          <ConnectionMenu
            connections={connections.value}
            chosen={connection}
            heading={text('connectionForTabs')}
            choose={choose}
          />
          <ValidityFields validity={validity} offered={settings.value.offered} />
        </div>
        <TabList {...chosen} />
      </div>
      <Foot skipped={plan.skipped}>
        <button ref={button} class="primary" type="submit" aria-describedby="chosen-count">
          {count === 0 ? text('shorten') : plural('batchStart', count)}
        </button>
      </Foot>
    </form>
  );
};
