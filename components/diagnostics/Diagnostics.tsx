import { originToRequest } from '../../lib/connection/address.ts';
import { connectionIn } from '../../lib/diagnostics/facts.ts';
import { linkTestTarget } from '../../lib/diagnostics/link-test.ts';
import { rowsOf } from '../../lib/diagnostics/rows.ts';
import type { Row } from '../../lib/diagnostics/verdict.ts';
import { text } from '../../lib/i18n/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import { Checks } from './Checks.tsx';
import { Report, useCopying } from './Report.tsx';
import { reportOf } from './report-text.ts';
import { StateIcon } from './StateIcon.tsx';
import { checkedText, overallState, type RowContext, summaryOf } from './texts.ts';
import { type DiagnosticsActions, useDiagnostics } from './use-diagnostics.ts';

interface DiagnosisProps {
  rows: readonly Row[];
  context: RowContext;
  /** Milliseconds since 1970; undefined before the first check. */
  at: number | undefined;
  /** Empty until a check has ended. */
  report: string;
  isBusy: boolean;
  check(): void;
  copy: DiagnosticsActions['copy'];
}

/** The result in one sentence, with the buttons to copy its report and to check. */
const Diagnosis = ({ rows, context, at, report, isBusy, check, copy }: DiagnosisProps) => {
  const isChecked = at !== undefined;
  const { isCopied, start } = useCopying(report, copy);
  return (
    <div class="card diagnosis">
      {isChecked && <StateIcon state={overallState(rows)} />}
      <div class="grow">
        <p role="status">{isChecked && summaryOf(rows, context)}</p>
        <p class="note">{isChecked ? checkedText(at, context) : text('diagnosticsIntro')}</p>
        <p role="status" class={isCopied === false ? 'note warn' : 'note good'}>
          {isCopied !== null && text(isCopied ? 'diagnosticsCopied' : 'diagnosticsNotCopied')}
        </p>
      </div>
      {report !== '' && (
        <button type="button" onClick={start}>
          <Icon name="copy" />
          {text('diagnosticsCopy')}
        </button>
      )}
      <button type="button" aria-disabled={isBusy} onClick={check}>
        {text('diagnosticsCheck')}
      </button>
    </div>
  );
};

/** The diagnostics of the connection: what is wrong with it, and how to correct that. */
export const Diagnostics = ({ actions }: { actions: DiagnosticsActions }) => {
  const { run, activity, check, testLink, answer } = useDiagnostics(actions);
  const rows = run ? rowsOf(run.facts) : [];
  const connection = run ? connectionIn(run.facts) : undefined;
  const context: RowContext = { connection, target: linkTestTarget };
  const isBusy = activity !== 'none';
  const report =
    run && !isBusy
      ? reportOf(rows, { ...context, header: { ...actions.about, at: run.at, errors: run.facts.errors } })
      : '';
  return (
    <section class="section diagnostics" aria-labelledby="diagnostics-title">
      <h2 id="diagnostics-title">{text('diagnosticsTitle')}</h2>
      <Diagnosis
        rows={rows}
        context={context}
        at={run?.at}
        report={report}
        isBusy={isBusy}
        check={check}
        copy={actions.copy}
      />
      {run && (
        <Checks
          rows={rows}
          context={context}
          answer={answer}
          open={() => actions.open(connection?.address ?? '')}
          testLink={activity === 'checking' ? null : testLink}
          origin={connection ? originToRequest(connection) : null}
        />
      )}
      {report !== '' && <Report report={report} />}
    </section>
  );
};
