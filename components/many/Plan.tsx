import { useEffect, useRef } from 'preact/hooks';
import { formatNumber, formatList, text } from '../../lib/i18n/texts.ts';
import { warningOf } from '../../lib/url/warnings.ts';
import type { Batch } from '../../lib/batch/run.ts';
import type { Plan as Planned } from '../../lib/batch/plan.ts';
import type { Choice, LastingChoice } from '../../lib/validity/validity.ts';
import { ValidityFields } from '../popup/ValidityFields.tsx';
import { Problem } from '../ui/Problem.tsx';
import { warningInWords } from '../warning.ts';
import { usePlan } from './use-plan.ts';
import { nameOf, shownLink, whyTexts } from './words.ts';

interface PlanProps {
  plan: Planned;
  choice: LastingChoice;
  offered: readonly Choice[];
  rememberChoice(choice: LastingChoice): void;
  start(batch: Batch): void;
}

interface ChosenProps {
  tabs: Planned['chosen'];
  isLeftOut(at: number): boolean;
  toggle(at: number): void;
}

/** What was done to its address, and why it may not be meant for others. */
const Notes = ({ tab: { link, removed } }: { tab: Planned['chosen'][number] }) => {
  const warning = warningOf(link);
  return (
    <>
      {removed.length > 0 && <span class="why">{text('manyRemoved', formatList(removed))}</span>}
      {warning && <span class="why warn">{warningInWords(warning)}</span>}
    </>
  );
};

const Chosen = ({ tabs, isLeftOut, toggle }: ChosenProps) => (
  <section aria-labelledby="chosen-title">
    <h2 id="chosen-title">{text('manyChosen')}</h2>
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

const LeftOut = ({ tabs }: { tabs: Planned['left'] }) => (
  <section aria-labelledby="left-title">
    <h2 id="left-title">{text('manyLeftOut')}</h2>
    <ul class="tabs">
      {tabs.map((tab, at) => (
        <li key={at}>
          <span class="cut" dir="auto" title={tab.title}>
            {nameOf(tab)}
          </span>
          <span class="why">{text(whyTexts[tab.why])}</span>
        </li>
      ))}
    </ul>
  </section>
);

/** What will be shortened and for how long, and what will not, and why. */
export const Plan = ({ plan, offered, ...parts }: PlanProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const { fields, count, failure, isLeftOut, toggle, submit } = usePlan({ tabs: plan.chosen, ...parts });
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      {plan.chosen.length > 0 && (
        <form class="card form" noValidate onSubmit={submit}>
          <ValidityFields {...fields} offered={offered} />
          <div class="actions">
            <button ref={button} class="primary" type="submit" aria-describedby="chosen-count">
              {text('manyStart')}
            </button>
            <span id="chosen-count" class={count === 0 ? 'note warn' : 'note'} role="status">
              {count === 0
                ? text('manyStartNone')
                : text('manyChosenCount', formatNumber(count), formatNumber(plan.chosen.length))}
            </span>
          </div>
          <Problem failure={failure} place="popup" />
        </form>
      )}
      {plan.chosen.length > 0 && <Chosen tabs={plan.chosen} {...{ isLeftOut, toggle }} />}
      {plan.left.length > 0 && <LeftOut tabs={plan.left} />}
    </>
  );
};
