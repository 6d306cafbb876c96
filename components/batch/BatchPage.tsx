import { plural, text } from '../../lib/i18n/texts.ts';
import { Job } from '../jobs/Job.tsx';
import { LiveRegion } from '../ui/announce.tsx';
import { Alert } from '../ui/Problem.tsx';
import { useRingAfterKey } from '../ui/use-ring-after-key.ts';
import type { BatchState } from './batch-state.ts';
import { Plan } from './Plan.tsx';
import { Run } from './Run.tsx';

/** The choice between the tabs of the selection and a list. */
const Ways = ({ state: { selection, way } }: { state: BatchState }) => {
  const { length } = selection.tabs;
  const names = {
    tabs: length === 0 ? text('batchWayTabs') : plural('recentTabsSelectedShort', length),
    list: text('batchWayList'),
  };
  return (
    <div class="chips segments" role="radiogroup" aria-label={text('batchWays')}>
      {(['tabs', 'list'] as const).map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="way"
            // Otherwise Firefox restores what was chosen before the page was loaded again.
            autocomplete="off"
            checked={way.value === each}
            onChange={() => (way.value = each)}
          />
          {names[each]}
        </label>
      ))}
    </div>
  );
};

/** The page that shortens many links; `state` is null if its address selects no tabs. */
export const BatchPage = ({ state }: { state: BatchState | null }) => {
  useRingAfterKey();
  const job = state?.job.value;
  return (
    <main class="page batch">
      <header class="line wrap">
        <img src="/icons/96.png" width="28" height="28" alt="" />
        <h1 class="grow">{text('batchTitle')}</h1>
        {state && !job && <Ways state={state} />}
      </header>
      {state?.selection.private && <p class="note">{text('batchPrivate')}</p>}
      {!job &&
        state?.running.jobs.value.map((each) => (
          <div key={each.view.value.job.id} class="card rows">
            <Job state={each} done={() => void state.running.close(each)} />
          </div>
        ))}
      {!state && <Alert>{text('batchNotOpened')}</Alert>}
      {state && !job && <Plan state={state} />}
      {state && job && (
        <Run state={job} skipped={state.way.value === 'tabs' ? (state.plan.value?.skipped ?? []) : []} />
      )}
      <LiveRegion />
    </main>
  );
};
