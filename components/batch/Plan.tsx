import { useEffect, useRef } from 'preact/hooks';
import { formatNumber, formatList, text } from '../../lib/i18n/texts.ts';
import { urlWarningOf } from '../../lib/url/warnings.ts';
import type { Batch } from '../../lib/batch/batch.ts';
import type { Plan as Planned } from '../../lib/batch/plan.ts';
import type { Choice, LastingChoice } from '../../lib/validity/validity.ts';
import { ValidityFields } from '../popup/ValidityFields.tsx';
import { Problem } from '../ui/Problem.tsx';
import { urlWarningText } from '../../lib/i18n/labels.ts';
import { usePlan } from './use-plan.ts';
import { nameOf, shownLink, skipTexts } from './item-texts.ts';

interface PlanProps {
  plan: Planned;
  choice: LastingChoice;
  offered: readonly Choice[];
  rememberChoice(choice: LastingChoice): void;
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
      {isUncertain && <span class="why warn">{text('batchUncertain')}</span>}
      {removed.length > 0 && <span class="why">{text('batchRemoved', formatList(removed))}</span>}
      {warning && <span class="why warn">{urlWarningText(warning)}</span>}
    </>
  );
};

const Chosen = ({ tabs, isLeftOut, toggle }: ChosenProps) => (
  <section aria-labelledby="chosen-title">
    <h2 id="chosen-title">{text('batchIncluded')}</h2>
    <ul class="tabs">
      {tabs.map((tab, at) => (
        <li key={tab.link}>
          <input
            id={`tab-${at}`}
            type="checkbox"
            checked={!isLeftOut(at)}
            aria-describedby={`tab-${at}-link`}
            onChange={() => toggle(at)}
          />
          <label for={`tab-${at}`} class="cut" dir="auto" title={tab.title}>
            {nameOf(tab)}
          </label>
          <span id={`tab-${at}-link`} class="cut address" dir="ltr">
            {shownLink(tab.link)}
          </span>
          <Notes tab={tab} />
        </li>
      ))}
    </ul>
  </section>
);

const LeftOut = ({ tabs }: { tabs: Planned['skipped'] }) => (
  <section aria-labelledby="left-title">
    <h2 id="left-title">{text('batchSkipped')}</h2>
    <ul class="tabs">
      {tabs.map((tab, at) => (
        <li key={at}>
          <span class="cut" dir="auto" title={tab.title}>
            {nameOf(tab)}
          </span>
          <span class="why">{text(skipTexts[tab.reason])}</span>
        </li>
      ))}
    </ul>
  </section>
);

/** The tabs to shorten and their validity, and the tabs that are skipped, with the reasons. */
export const Plan = ({ plan, offered, ...parts }: PlanProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const { fields, count, failure, isLeftOut, toggle, submit } = usePlan({ tabs: plan.included, ...parts });
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      {plan.included.length > 0 && (
        <form class="card form" noValidate onSubmit={submit}>
          <ValidityFields {...fields} offered={offered} />
          <div class="actions">
            <button ref={button} class="primary" type="submit" aria-describedby="chosen-count">
              {text('batchStart')}
            </button>
            <span id="chosen-count" class={count === 0 ? 'note warn' : 'note'} role="status">
              {count === 0
                ? text('batchStartNone')
                : text('batchIncludedCount', formatNumber(count), formatNumber(plan.included.length))}
            </span>
          </div>
          <Problem failure={failure} place="popup" />
        </form>
      )}
      {plan.included.length > 0 && <Chosen tabs={plan.included} {...{ isLeftOut, toggle }} />}
      {plan.skipped.length > 0 && <LeftOut tabs={plan.skipped} />}
    </>
  );
};
