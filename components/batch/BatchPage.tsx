import { useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { type Batch, unfinishedIn } from '../../lib/batch/batch.ts';
import { type OpenTab, planBatch } from '../../lib/batch/plan.ts';
import type { FirstStep, BatchActions, BatchView } from './batch-actions.ts';
import { AskTabs } from './AskTabs.tsx';
import { Plan } from './Plan.tsx';
import { Resume } from './Resume.tsx';
import { Run } from './Run.tsx';

interface BatchPageProps {
  view: BatchView;
  actions: BatchActions;
}

type Step = FirstStep | { at: 'run'; batch: Batch };

/** A run that had ended before the page was loaded again is shown as it was. */
const stepOf = (first: FirstStep): Step =>
  first.at === 'resume' && unfinishedIn(first.batch.items).length === 0 ? { ...first, at: 'run' } : first;

const Tabs = ({
  tabs,
  view,
  actions,
  start,
}: BatchPageProps & { tabs: OpenTab[]; start(batch: Batch): void }) => {
  const plan = planBatch(tabs, view.private);
  const { choice, offered, private: isPrivate } = view;
  // Nothing of a private window is stored, not even its choice of validity.
  const rememberChoice = isPrivate ? () => undefined : actions.rememberChoice;
  return (
    <>
      {tabs.length === 0 && (
        <p role="alert" class="problem">
          {text('batchGone')}
        </p>
      )}
      {tabs.length > 0 && plan.included.length === 0 && (
        <p role="alert" class="problem">
          {text('batchNone')}
        </p>
      )}
      <Plan plan={plan} choice={choice} offered={offered} rememberChoice={rememberChoice} start={start} />
    </>
  );
};

const Body = ({ view, actions }: BatchPageProps) => {
  const [step, setStep] = useState(() => stepOf(view.firstStep));
  const readTabs = () => void actions.readTabs().then((tabs) => setStep({ at: 'plan', tabs }));
  const startOver = (): void => {
    actions.clearStored();
    readTabs();
  };
  switch (step.at) {
    case 'nowhere':
      return (
        <p role="alert" class="problem">
          {text('batchNotOpened')}
        </p>
      );
    case 'ask':
      return <AskTabs askToSeeTabs={actions.askToSeeTabs} onGranted={readTabs} />;
    case 'plan':
      return (
        <Tabs
          view={view}
          actions={actions}
          tabs={step.tabs}
          start={(batch) => setStep({ at: 'run', batch })}
        />
      );
    case 'resume':
      return (
        <Resume batch={step.batch} resume={() => setStep({ ...step, at: 'run' })} startOver={startOver} />
      );
    case 'run':
      return <Run batch={step.batch} private={view.private} actions={actions} />;
  }
};

/** The page that shortens many tabs as one batch. */
export const BatchPage = (props: BatchPageProps) => (
  <main class="page batch">
    <header>
      <img src="/icons/96.png" width="28" height="28" alt="" />
      <h1>{text('batchTitle')}</h1>
    </header>
    {props.view.private && <p class="note">{text('batchPrivate')}</p>}
    <Body {...props} />
  </main>
);
