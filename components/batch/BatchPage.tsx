import { useEffect, useRef } from 'preact/hooks';
import { requestTabs } from '../../lib/browser/tab-list.ts';
import { plural, text, withSpaces } from '../../lib/i18n/texts.ts';
import { Job } from '../jobs/Job.tsx';
import { LiveRegion } from '../ui/announce.tsx';
import { Alert } from '../ui/Problem.tsx';
import { useAction } from '../ui/use-action.ts';
import type { BatchState } from './batch-state.ts';
import { SkippedList } from './Foot.tsx';
import { Plan } from './Plan.tsx';
import { Run } from './Run.tsx';

interface StateProps {
  state: BatchState;
}

/** Explains the permission to see the tabs, and requests it. */
const AskTabs = ({ state }: StateProps) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
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

const Step = ({ state }: StateProps) => {
  const step = state.step.value;
  switch (step.at) {
    case 'ask':
      return <AskTabs state={state} />;
    case 'plan': {
      const { included, skipped } = step.plan;
      if (included.length > 0) return <Plan state={state} plan={step.plan} />;
      return (
        <div class="form">
          <Alert>{text(skipped.length === 0 ? 'batchGone' : 'batchNone')}</Alert>
          <SkippedList tabs={skipped} />
        </div>
      );
    }
    case 'run':
      return <Run state={step.job} skipped={step.skipped} />;
  }
};

/** The page that shortens many tabs; `state` is null if its address selects none. */
export const BatchPage = ({ state }: { state: BatchState | null }) => {
  const selected = state?.selection.tabs.length ?? 0;
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
      {state?.selection.private && <p class="note">{text('batchPrivate')}</p>}
      {state?.step.value.at !== 'run' &&
        state?.running.value.map((job) => (
          <div key={job.view.value.job.id} class="card rows">
            <Job state={job} done={() => void state.close(job)} />
          </div>
        ))}
      {state ? <Step state={state} /> : <Alert>{text('batchNotOpened')}</Alert>}
      <LiveRegion />
    </main>
  );
};
