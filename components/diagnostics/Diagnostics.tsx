import { originToRequest } from '../../lib/connection/address.ts';
import { connectionIn } from '../../lib/diagnostics/facts.ts';
import { linkTestTarget } from '../../lib/diagnostics/link-test.ts';
import { rowsOf } from '../../lib/diagnostics/rows.ts';
import type { Row } from '../../lib/diagnostics/verdict.ts';
import { text } from '../../lib/i18n/texts.ts';
import { Checks } from './Checks.tsx';
import { Report } from './Report.tsx';
import { reportOf } from './report-text.ts';
import { type RowContext, summaryOf } from './texts.ts';
import { type DiagnosticsActions, useDiagnostics } from './use-diagnostics.ts';

interface ResultsProps extends Pick<ReturnType<typeof useDiagnostics>, 'activity' | 'testLink' | 'answer'> {
  rows: readonly Row[];
  context: RowContext;
  /** Milliseconds since 1970. */
  at: number;
  actions: DiagnosticsActions;
}

const Results = ({ rows, context, at, activity, testLink, answer, actions }: ResultsProps) => {
  const { connection } = context;
  return (
    <>
      <Checks
        rows={rows}
        context={context}
        answer={answer}
        open={() => actions.open(connection?.address ?? '')}
        testLink={activity === 'checking' ? null : testLink}
        origin={connection ? originToRequest(connection) : null}
      />
      {activity === 'none' && (
        <Report
          report={reportOf(rows, { ...context, header: { ...actions.about, at } })}
          copy={actions.copy}
        />
      )}
    </>
  );
};

/** The diagnostics of the connection: what is wrong with it, and how to correct that. */
export const Diagnostics = ({ actions }: { actions: DiagnosticsActions }) => {
  const { run, activity, check, testLink, answer } = useDiagnostics(actions);
  const rows = run ? rowsOf(run.facts) : [];
  const context: RowContext = {
    connection: run ? connectionIn(run.facts) : undefined,
    target: linkTestTarget,
  };
  return (
    <section class="diagnostics" aria-labelledby="diagnostics-title">
      <h2 id="diagnostics-title">{text('diagnosticsTitle')}</h2>
      <p class="note">{text('diagnosticsIntro')}</p>
      <div class="card">
        <div class="buttons">
          <button type="button" aria-disabled={activity !== 'none'} onClick={check}>
            {text('diagnosticsCheck')}
          </button>
          <p role="status">{run && summaryOf(rows, context)}</p>
        </div>
        {run && (
          <Results
            rows={rows}
            context={context}
            at={run.at}
            activity={activity}
            testLink={testLink}
            answer={answer}
            actions={actions}
          />
        )}
      </div>
    </section>
  );
};
