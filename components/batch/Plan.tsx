import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  formatList,
  formatNumber,
  plural,
  text,
  type TextKey,
  urlWarningText,
} from '../../lib/i18n/texts.ts';
import { urlWarningOf } from '../../lib/url/warnings.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Batch } from '../../lib/batch/batch.ts';
import type { Plan as Planned, SkipReason } from '../../lib/batch/plan.ts';
import type { Preset } from '../../lib/validity/validity.ts';
import { Problem } from '../ui/Problem.tsx';
import { Initial } from '../ui/Initial.tsx';
import { useValidity, ValidityFields } from '../ui/ValidityFields.tsx';
import type { BatchView } from './batch-actions.ts';
import { nameOf, shownLink } from './item-texts.ts';

interface PlanProps extends Pick<BatchView, 'choice' | 'offered'> {
  plan: Planned;
  rememberChoice(choice: Preset): void;
  start(batch: Batch): void;
}

interface ChosenProps {
  tabs: Planned['included'];
  isLeftOut(at: number): boolean;
  toggle(at: number): void;
}

/** What was tried for a tab before, its removed tracking parameters, and the warning for its address. */
const Notes = ({ tab: { link, removed, isUncertain } }: { tab: Planned['included'][number] }) => {
  const warning = urlWarningOf(link);
  return (
    <>
      {isUncertain && <span class="meta warn">{text('batchUncertain')}</span>}
      {removed.length > 0 && <span class="meta">{text('batchRemoved', formatList(removed))}</span>}
      {warning && <span class="meta warn">{urlWarningText(warning)}</span>}
    </>
  );
};

const Chosen = ({ tabs, isLeftOut, toggle }: ChosenProps) => (
  <ul class="tabs rows" aria-label={text('batchIncluded')}>
    {tabs.map((tab, at) => (
      <li key={tab.link}>
        <input
          id={`tab-${at}`}
          type="checkbox"
          checked={!isLeftOut(at)}
          aria-describedby={`tab-${at}-link`}
          onChange={() => toggle(at)}
        />
        <Initial name={nameOf(tab)} address={tab.link} />
        <div class="grow">
          <label for={`tab-${at}`} class="cut" dir="auto" title={tab.title}>
            {nameOf(tab)}
          </label>
          <span id={`tab-${at}-link`} class="cut meta" dir="ltr">
            {shownLink(tab.link)}
          </span>
          <Notes tab={tab} />
        </div>
      </li>
    ))}
  </ul>
);

const skipTexts: Record<SkipReason, TextKey> = {
  'link-missing': 'batchSkippedNotWeb',
  'local-file': 'batchSkippedLocalFile',
  'data-page': 'batchSkippedDataPage',
  'page-source': 'batchSkippedPageSource',
  'browser-page': 'batchSkippedBrowserPage',
  'extension-page': 'batchSkippedExtensionPage',
  'email-address': 'batchSkippedNotWeb',
  'not-web': 'batchSkippedNotWeb',
  'not-an-address': 'batchSkippedNotAnAddress',
  password: 'batchSkippedPassword',
  'too-long': 'batchSkippedTooLong',
  duplicate: 'batchSkippedDuplicate',
  'private-tab': 'batchSkippedPrivateTab',
  'ordinary-tab': 'batchSkippedOrdinaryTab',
};

const LeftOut = ({ tabs }: { tabs: Planned['skipped'] }) => (
  <section class="form left" aria-labelledby="left-title">
    <h2 id="left-title">{text('batchSkipped')}</h2>
    <ul class="tabs rows card">
      {tabs.map((tab, at) => (
        <li key={at}>
          <Initial name={nameOf(tab)} address={tab.link} />
          <div class="grow">
            <span class="cut" dir="auto" title={tab.title}>
              {nameOf(tab)}
            </span>
            <span class="meta">{text(skipTexts[tab.reason])}</span>
          </div>
        </li>
      ))}
    </ul>
  </section>
);

interface CountProps {
  count: number;
  all: number;
  toggleAll(): void;
}

/** How many tabs are chosen, and the checkbox for all of them. */
const Count = ({ count, all, toggleAll }: CountProps) => {
  const isMixed = count > 0 && count < all;
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <div class="grow all">
      <input
        ref={box}
        type="checkbox"
        aria-label={text('batchSelectAll')}
        checked={count === all}
        onChange={toggleAll}
      />
      <span id="chosen-count" class={count === 0 ? 'num warn' : 'num'} role="status">
        {count === 0
          ? text('batchStartNone')
          : text('batchIncludedCount', formatNumber(count), formatNumber(all))}
      </span>
    </div>
  );
};

/** The tabs that the person includes, and their validity. */
const usePlan = ({ plan: { included: tabs }, choice, rememberChoice, start }: PlanProps) => {
  const validity = useValidity(choice);
  const [failure, setFailure] = useState<Failure | null>(null);
  // Another link for a tab that may have one is only created if the person asks for it.
  const [left, setLeft] = useState<readonly number[]>(() =>
    tabs.flatMap(({ isUncertain }, at) => (isUncertain ? [at] : [])),
  );
  const isLeftOut = (at: number): boolean => left.includes(at);
  const toggle = (at: number): void =>
    setLeft((now) => (now.includes(at) ? now.filter((each) => each !== at) : [...now, at]));
  const toggleAll = (): void => setLeft(left.length === 0 ? tabs.map((_, at) => at) : []);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const included = tabs.filter((_, at) => !isLeftOut(at));
    if (included.length === 0) return;
    const read = validity.read();
    if (!read.ok) {
      setFailure({ reason: read.reason, linkCreated: 'no' });
      document.getElementById('expires-at')?.focus();
      return;
    }
    if (validity.chosen !== 'custom') rememberChoice(validity.chosen);
    start({
      validity: read.validity,
      items: included.map(({ link, title }) => ({ link, title, state: { kind: 'waiting' } })),
    });
  };
  const count = tabs.length - left.length;
  return {
    validity,
    count,
    failure,
    clearFailure: () => setFailure(null),
    isLeftOut,
    toggle,
    toggleAll,
    submit,
  };
};

/** The tabs to shorten and their validity, and the tabs that are skipped, with the reasons. */
export const Plan = (props: PlanProps) => {
  const { plan, offered } = props;
  const button = useRef<HTMLButtonElement>(null);
  const { validity, count, failure, clearFailure, isLeftOut, toggle, toggleAll, submit } = usePlan(props);
  // The button stays in sight below the list, which is read from its top.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <>
      {plan.included.length > 0 && (
        <form class="form" noValidate onInput={clearFailure} onSubmit={submit}>
          <Problem failure={failure} place="popup" />
          <div class="card rows">
            <div class="head">
              <Count count={count} all={plan.included.length} toggleAll={toggleAll} />
              <ValidityFields validity={validity} offered={offered} />
            </div>
            <Chosen tabs={plan.included} isLeftOut={isLeftOut} toggle={toggle} />
          </div>
          <div class="end">
            <button ref={button} class="primary" type="submit" aria-describedby="chosen-count">
              {count === 0 ? text('shorten') : plural('batchStart', count)}
            </button>
          </div>
        </form>
      )}
      {plan.skipped.length > 0 && <LeftOut tabs={plan.skipped} />}
    </>
  );
};
