import { useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { type Batch, openIn } from '../../lib/batch/run.ts';
import { type OpenTab, planOf } from '../../lib/batch/plan.ts';
import type { FirstStep, ManyActions, ManyView } from './actions.ts';
import { AskTabs } from './AskTabs.tsx';
import { Plan } from './Plan.tsx';
import { Resume } from './Resume.tsx';
import { Run } from './Run.tsx';

interface ManyProps {
  view: ManyView;
  actions: ManyActions;
}

type Step = FirstStep | { at: 'run'; batch: Batch };

/** What had ended before the page was loaded again is shown as it was. */
const firstStep = (first: FirstStep): Step =>
  first.at === 'resume' && openIn(first.batch.items).length === 0 ? { ...first, at: 'run' } : first;

const Tabs = ({ tabs, view, actions, start }: ManyProps & { tabs: OpenTab[]; start(batch: Batch): void }) => {
  const plan = planOf(tabs, view.private);
  const { choice, offered, private: isPrivate } = view;
  // Of a private window nothing stays, its choice of validity neither.
  const rememberChoice = isPrivate ? () => undefined : actions.rememberChoice;
  return (
    <>
      {tabs.length === 0 && <p role="alert">{text('manyGone')}</p>}
      {tabs.length > 0 && plan.chosen.length === 0 && <p role="alert">{text('manyNone')}</p>}
      <Plan {...{ plan, choice, offered, rememberChoice, start }} />
    </>
  );
};

const Body = ({ view, actions }: ManyProps) => {
  const [step, setStep] = useState(() => firstStep(view.first));
  const readTabs = () => void actions.readTabs().then((tabs) => setStep({ at: 'plan', tabs }));
  const startOver = (): void => {
    actions.forget();
    readTabs();
  };
  switch (step.at) {
    case 'nowhere':
      return <p role="alert">{text('manyNotOpened')}</p>;
    case 'ask':
      return <AskTabs askToSeeTabs={actions.askToSeeTabs} granted={readTabs} />;
    case 'plan':
      return (
        <Tabs {...{ view, actions, tabs: step.tabs, start: (batch) => setStep({ at: 'run', batch }) }} />
      );
    case 'resume':
      return <Resume batch={step.batch} goOn={() => setStep({ ...step, at: 'run' })} startOver={startOver} />;
    case 'run':
      return <Run batch={step.batch} private={view.private} actions={actions} />;
  }
};

/** The page that shortens many tabs. */
export const Many = (props: ManyProps) => (
  <main class="page many">
    <header>
      <img src="/icons/96.png" width="40" height="40" alt="" />
      <h1>{text('manyTitle')}</h1>
    </header>
    {props.view.private && <p class="note">{text('manyPrivate')}</p>}
    <Body {...props} />
  </main>
);
