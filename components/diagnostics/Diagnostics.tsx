import { useRef, useState } from 'preact/hooks';
import { copy } from '../../lib/browser/clipboard.ts';
import { connectionIn, type Facts, noFacts } from '../../lib/diagnostics/facts.ts';
import { progressOf, type Row, rowsOf } from '../../lib/diagnostics/rows.ts';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import { useLinkTest } from '../link-test/TestLink.tsx';
import { connectionProblem } from '../options/options-state.ts';
import { CopyButton, useCopy } from '../ui/CopyButton.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Checks } from './Checks.tsx';
import { diagnose } from './diagnose.ts';
import { factLine, findingText, nameOf, reportOf, serviceHost, summaryOf } from './texts.ts';

/** A check: when it began (milliseconds since 1970), and the facts about each connection that are known so far. */
interface DiagnosticsRun {
  at: number;
  facts: readonly Facts[];
}

/** The last check that has ended, and the one that runs. */
const useChecks = () => {
  const [done, setDone] = useState<DiagnosticsRun | null>(null);
  const [running, setRunning] = useState<readonly Facts[] | null>(null);
  const cancellation = useRef<AbortController | null>(null);

  const check = async (): Promise<void> => {
    const controller = new AbortController();
    cancellation.current = controller;
    const at = Date.now();
    let last: readonly Facts[] = [noFacts];
    setRunning(last);
    await diagnose((facts) => {
      last = facts;
      setRunning(facts);
    }, controller.signal);
    if (controller.signal.aborted) return;
    setDone({ at, facts: last });
    setRunning(null);
    const problem = rowsOf(last[0] ?? noFacts).find(({ state }) => state === 'bad');
    connectionProblem.value = problem ? findingText(problem) : null;
  };

  const cancel = (): void => {
    cancellation.current?.abort();
    setRunning(null);
  };
  return { done, running, check, cancel };
};

/** Copies the report. Where the browser refuses that, the text is shown to be copied by hand. */
const CopyReport = ({ report }: { report: string }) => {
  const { copied, copyNow } = useCopy(() => copy(report), { failed: 'diagnosticsNotCopied' });
  return (
    <>
      <CopyButton copied={copied} copy={copyNow} label="diagnosticsCopy" kind="small" />
      {copied === false && <p class="note warn">{text('diagnosticsNotCopied')}</p>}
      {copied === false && (
        <pre tabIndex={0} role="group" aria-label={text('diagnosticsReport')}>
          {report}
        </pre>
      )}
    </>
  );
};

/** What the head says: the progress of a check, or its result. `checked`: the rows of each connection. */
const headOf = (
  done: DiagnosticsRun | null,
  running: readonly Facts[] | null,
  checked: readonly (readonly Row[])[],
) => {
  if (running) {
    const { number, of, next } = progressOf(running.flatMap(rowsOf));
    return {
      icon: <span class="spinner" />,
      title: text('diagnosticsChecking', formatNumber(number), formatNumber(of)),
      line: next && nameOf(next.check),
      host: serviceHost(next?.connection),
    };
  }
  if (!done) return { title: text('diagnosticsNotRun'), line: text('diagnosticsIntro') };
  const rows = checked.flat();
  const isBad = rows.some(({ state }) => state === 'bad');
  return {
    icon: <Icon name={isBad ? 'alert' : 'check'} />,
    state: isBad ? 'bad' : 'good',
    title: summaryOf(rows),
    line: factLine(rows, done.at),
    host: checked.length === 1 ? serviceHost(rows[0]?.connection) : '',
  };
};

/** The diagnostics of the connections: what is wrong with each, and how to correct that. */
export const Diagnostics = () => {
  const { done, running, check, cancel } = useChecks();
  const { link, tested, start, answer, clear } = useLinkTest();
  const isTesting = link.state === 'creating' || link.state === 'opening';
  const checked = (done?.facts ?? []).map((facts) =>
    rowsOf(connectionIn(facts)?.id === tested ? { ...facts, link } : facts),
  );
  const isDone = done !== null && running === null;
  const report = isDone ? reportOf(checked, { at: done.at, errors: done.facts[0]?.errors ?? [] }) : null;
  const { icon, title, line, host, state } = headOf(done, running, checked);

  /** One button, which keeps the focus: the second click of a double click does not cancel. */
  const press = ({ detail }: MouseEvent): void => {
    if (running) {
      if (detail < 2) cancel();
      return;
    }
    if (isTesting) return;
    clear();
    void check();
  };

  return (
    <section class="section diagnostics" aria-labelledby="diagnostics-title">
      <h2 id="diagnostics-title">{text('diagnosticsTitle')}</h2>
      <div class="card diagnosis">
        {icon && (
          <span class="state" data-state={state}>
            {icon}
          </span>
        )}
        <div class="grow">
          <p role="status">{title}</p>
          <p class="note num parts">
            <span>{line}</span> {host && <span>{host}</span>}
          </p>
        </div>
        {report !== null && <CopyReport key={report} report={report} />}
        <button type="button" class="small" aria-disabled={isTesting} onClick={press}>
          {running ? text('historyCancel') : text(done ? 'diagnosticsAgain' : 'diagnosticsCheck')}
        </button>
      </div>
      {isDone && (
        <>
          <Checks checked={checked} answer={answer} testLink={(connection) => void start(connection)} />
          <p class="note">{text('diagnosticsReportNote')}</p>
        </>
      )}
    </section>
  );
};
