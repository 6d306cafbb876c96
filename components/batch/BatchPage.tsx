import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatNumber, plural, text, withSpaces } from '../../lib/i18n/texts.ts';
import { type Batch, unfinishedIn } from '../../lib/batch/batch.ts';
import { planBatch } from '../../lib/batch/plan.ts';
import type { FirstStep, BatchActions, BatchView } from './batch-actions.ts';
import { Alert } from '../ui/Problem.tsx';
import { doneCount } from './item-texts.ts';
import { SkippedList } from './Foot.tsx';
import { Plan } from './Plan.tsx';
import { Run, type RunProps } from './Run.tsx';

interface BatchPageProps {
  view: BatchView;
  actions: BatchActions;
}

type Step = FirstStep | ({ at: 'run' } & Pick<RunProps, 'batch' | 'skipped'>);

/** The tabs that were left out are not stored: after a reload, `skipped` is empty. */
const runOf = (batch: Batch, skipped: RunProps['skipped'] = []): Step => ({ at: 'run', batch, skipped });

/** A run that had ended before the page was loaded again is shown as it was. */
const stepOf = (first: FirstStep): Step =>
  first.at === 'resume' && unfinishedIn(first.batch.items).length === 0 ? runOf(first.batch) : first;

interface QuestionProps {
  why: string;
  label: string;
  act(): void;
  children: ComponentChildren;
}

/** A question with its main button, which takes the focus; `children` are next to it. */
const Question = ({ why, label, act, children }: QuestionProps) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <section class="card form">
      <p id="why">{why}</p>
      <div class="buttons">
        <button ref={button} class="primary" type="button" aria-describedby="why" onClick={act}>
          {label}
        </button>
        {children}
      </div>
    </section>
  );
};

interface AskTabsProps {
  requestTabsPermission(): Promise<boolean>;
  onGranted(): void;
}

/** Explains the permission to see the tabs, and requests it. */
const AskTabs = ({ requestTabsPermission, onGranted }: AskTabsProps) => {
  const [isRefused, setRefused] = useState(false);
  const ask = async (answer: Promise<boolean>): Promise<void> => {
    setRefused(false);
    if (await answer) onGranted();
    else setRefused(true);
  };
  return (
    <Question
      why={text('batchAskWhy')}
      label={text('batchAllow')}
      act={() => void ask(requestTabsPermission())}
    >
      <Alert>{isRefused && text('batchRefused')}</Alert>
    </Question>
  );
};

/** Shown after a reload in the middle of a run: nothing is sent until the person resumes it. */
const Resume = ({ batch, resume, startOver }: { batch: Batch; resume(): void; startOver(): void }) => (
  <Question
    why={plural('batchInterrupted', batch.items.length, formatNumber(doneCount(batch)))}
    label={text('batchResume')}
    act={resume}
  >
    <button type="button" onClick={startOver}>
      {text('batchStartOver')}
    </button>
  </Question>
);

const Body = ({ view, actions }: BatchPageProps) => {
  const [step, setStep] = useState(() => stepOf(view.firstStep));
  const readTabs = () => void actions.readTabs().then((tabs) => setStep({ at: 'plan', tabs }));
  const startOver = (): void => {
    actions.clearStoredBatch();
    readTabs();
  };
  switch (step.at) {
    case 'no-tabs':
      return <Alert>{text('batchNotOpened')}</Alert>;
    case 'ask':
      return <AskTabs requestTabsPermission={actions.requestTabsPermission} onGranted={readTabs} />;
    case 'plan': {
      const plan = planBatch(step.tabs, view.private);
      const start = (batch: Batch): void => setStep(runOf(batch, plan.skipped));
      // Nothing of a private window is stored, not even its choice of validity.
      const rememberChoice = view.private ? () => undefined : actions.rememberChoice;
      if (plan.included.length > 0)
        return <Plan {...view} {...actions} plan={plan} rememberChoice={rememberChoice} start={start} />;
      return (
        <div class="form">
          <Alert>{text(step.tabs.length === 0 ? 'batchGone' : 'batchNone')}</Alert>
          <SkippedList tabs={plan.skipped} />
        </div>
      );
    }
    case 'resume':
      return <Resume batch={step.batch} resume={() => setStep(runOf(step.batch))} startOver={startOver} />;
    case 'run':
      return <Run {...view} {...step} actions={actions} />;
  }
};

export const BatchPage = (props: BatchPageProps) => {
  const { selected } = props.view;
  const title = selected === 0 ? text('batchTitle') : plural('batchTitleSelected', selected);
  useEffect(() => {
    document.title = withSpaces(title);
  }, [title]);
  return (
    <main class="page batch">
      <header>
        <img src="/icons/96.png" width="28" height="28" alt="" />
        <h1>{title}</h1>
      </header>
      {props.view.private && <p class="note">{text('batchPrivate')}</p>}
      <Body {...props} />
    </main>
  );
};
