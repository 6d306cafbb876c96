import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { formatNumber, formatList, plural, text } from '../../lib/i18n/texts.ts';
import { urlWarningOf } from '../../lib/url/warnings.ts';
import type { Batch } from '../../lib/batch/batch.ts';
import type { Plan as Planned } from '../../lib/batch/plan.ts';
import type { Choice, Preset } from '../../lib/validity/validity.ts';
import { ValidityFields } from '../popup/ValidityFields.tsx';
import { Problem } from '../ui/Problem.tsx';
import { urlWarningText } from '../../lib/i18n/labels.ts';
import { Initial } from '../ui/Initial.tsx';
import { usePlan } from './use-plan.ts';
import { nameOf, shownLink, skipTexts } from './item-texts.ts';

interface PlanProps {
  plan: Planned;
  choice: Preset;
  offered: readonly Choice[];
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
        <Initial name={nameOf(tab)} />
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

const LeftOut = ({ tabs }: { tabs: Planned['skipped'] }) => (
  <section class="left" aria-labelledby="left-title">
    <h2 id="left-title">{text('batchSkipped')}</h2>
    <ul class="tabs rows card">
      {tabs.map((tab, at) => (
        <li key={at}>
          <Initial name={nameOf(tab)} />
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

/** The tabs to shorten and their validity, and the tabs that are skipped, with the reasons. */
export const Plan = ({ plan, offered, ...parts }: PlanProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const { fields, count, failure, isLeftOut, toggle, toggleAll, submit } = usePlan({
    tabs: plan.included,
    ...parts,
  });
  // The button stays in sight below the list, which is read from its top.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <>
      {plan.included.length > 0 && (
        <form noValidate onSubmit={submit}>
          <Problem failure={failure} place="popup" />
          <div class="card rows">
            <div class="head">
              <Count count={count} all={plan.included.length} toggleAll={toggleAll} />
              <ValidityFields {...fields} offered={offered} />
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
