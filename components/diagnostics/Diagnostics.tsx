import { useRef, useState } from 'preact/hooks';
import { originToRequest } from '../../lib/connection/address.ts';
import {
  connectionIn,
  diagnose,
  type DiagnosticsDeps,
  type Facts,
  noFacts,
  type SavedConnection,
} from '../../lib/diagnostics/diagnose.ts';
import { type Row, rowsOf } from '../../lib/diagnostics/rows.ts';
import { text } from '../../lib/i18n/texts.ts';
import { type LinkTestActions, useLinkTest } from '../link-test/TestLink.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Checks, StateIcon } from './Checks.tsx';
import { checkedText, overallState, reportOf, summaryOf } from './texts.ts';

/** The actions of the section. Nothing rejects. */
export interface DiagnosticsActions extends DiagnosticsDeps, LinkTestActions {
  /** Opens an address in a tab. */
  open(address: string): void;
  /** Resolves with whether the clipboard holds the text. */
  copy(text: string): Promise<boolean>;
  /** The version of the extension, and the user agent of the browser. */
  about: { version: string; browser: string };
}

/** A check: when it began (milliseconds since 1970), and the facts that are known so far. */
interface DiagnosticsRun {
  at: number;
  facts: Facts;
}

/** One activity at a time: a check, or the test of a real link on request. */
const useDiagnostics = (actions: DiagnosticsActions) => {
  const [current, setCurrent] = useState<DiagnosticsRun | null>(null);
  const [activity, setActivity] = useState<'none' | 'checking' | 'testing-link'>('none');
  const busy = useRef(false);
  const { link, start, answer, clear } = useLinkTest(actions);

  const run = (next: 'checking' | 'testing-link', work: () => Promise<void>): void => {
    if (busy.current) return;
    busy.current = true;
    setActivity(next);
    void work().finally(() => {
      busy.current = false;
      setActivity('none');
    });
  };

  const check = (): void =>
    run('checking', () => {
      const at = Date.now();
      clear();
      setCurrent({ at, facts: noFacts });
      return diagnose(actions, (facts) => setCurrent({ at, facts }));
    });

  const testLink = (origin: string | null): void => run('testing-link', () => start(origin));
  const withLink = current && { ...current, facts: { ...current.facts, link } };
  return { run: withLink, activity, check, testLink, answer };
};

/** The report, to read before it is copied. */
const Report = ({ report }: { report: string }) => (
  <div class="report">
    <details>
      <summary>{text('diagnosticsReport')}</summary>
      <p class="note">{text('diagnosticsReportNote')}</p>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <pre tabIndex={0} role="group" aria-label={text('diagnosticsReport')}>
        {report}
      </pre>
    </details>
  </div>
);

interface DiagnosisProps {
  rows: readonly Row[];
  connection: SavedConnection | undefined;
  /** Milliseconds since 1970; undefined before the first check. */
  at: number | undefined;
  /** Empty until a check has ended. */
  report: string;
  isBusy: boolean;
  check(): void;
  copy: DiagnosticsActions['copy'];
}

/** The result in one sentence, with the buttons to copy its report and to check. */
const Diagnosis = ({ rows, connection, at, report, isBusy, check, copy }: DiagnosisProps) => {
  const isChecked = at !== undefined;
  const [copied, setCopied] = useState<{ report: string; isDone: boolean } | null>(null);
  const isCopied = copied?.report === report ? copied.isDone : null;
  const copyReport = async (): Promise<void> => {
    // Without this, a screen reader would not announce the same message again.
    setCopied(null);
    setCopied({ report, isDone: await copy(report) });
  };
  return (
    <div class="card diagnosis">
      {isChecked && <StateIcon state={overallState(rows)} />}
      <div class="grow">
        <p role="status">{isChecked && summaryOf(rows, connection)}</p>
        <p class="note">{isChecked ? checkedText(at, connection) : text('diagnosticsIntro')}</p>
        <p role="status" class={isCopied === false ? 'note warn' : 'note good'}>
          {isCopied !== null && text(isCopied ? 'diagnosticsCopied' : 'diagnosticsNotCopied')}
        </p>
      </div>
      {report !== '' && (
        <button type="button" onClick={() => void copyReport()}>
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
  const isBusy = activity !== 'none';
  const report =
    run && !isBusy
      ? reportOf(rows, { ...actions.about, connection, at: run.at, errors: run.facts.errors ?? [] })
      : '';
  return (
    <section class="section diagnostics" aria-labelledby="diagnostics-title">
      <h2 id="diagnostics-title">{text('diagnosticsTitle')}</h2>
      <Diagnosis
        rows={rows}
        connection={connection}
        at={run?.at}
        report={report}
        isBusy={isBusy}
        check={check}
        copy={actions.copy}
      />
      {run && (
        <Checks
          rows={rows}
          connection={connection}
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
