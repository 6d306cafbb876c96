import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { copy } from '../../lib/browser/clipboard.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import { connectionIn, type Facts, noFacts } from '../../lib/diagnostics/facts.ts';
import { progressOf, type Row, rowsOf, type State } from '../../lib/diagnostics/rows.ts';
import { formatNumber, text } from '../../lib/i18n/texts.ts';
import { nameOf as nameOfConnection } from '../../lib/settings/connection-info.ts';
import { changeKey } from '../connection/open-form.ts';
import { AccessNote, Answers, CreatedLink, useLinkTest } from '../link-test/TestLink.tsx';
import { connectionProblem, policy } from '../options/options-state.ts';
import { goToAddress } from '../page.ts';
import { CopyButton, useCopy } from '../ui/CopyButton.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { DetailList } from '../ui/Problem.tsx';
import { diagnose } from './diagnose.ts';
import {
  answerDetails,
  factLine,
  findingText,
  millisecondsText,
  nameOf,
  reportOf,
  sentText,
  serviceHost,
  states,
  summaryOf,
} from './texts.ts';

/** Each state has its own shape, so that it does not depend on the colour. */
const icons: Record<State, IconName> = {
  good: 'check',
  notice: 'info',
  bad: 'alert',
  unchecked: 'wait',
  waiting: 'wait',
};

interface ListedRow {
  row: Row;
  connectionIndex: number;
  /** Undefined if there is only one connection. */
  connectionName: string | undefined;
}

/** The button that corrects a problem. It is the only primary one: the checks that depend on a failed one are not run. */
const Fix = ({ row: { check, connection, finding, state }, connectionIndex }: ListedRow) => {
  if (connection && finding === 'unreachable')
    return (
      <button type="button" class="primary small" onClick={() => goToAddress(connection.address)}>
        {text('diagnosticsOpen')}
      </button>
    );

  const isLocked = policy.value.connection.hasKey || connection?.isLocked === true;
  if (finding === 'key-rejected' && connectionIndex === 0 && !isLocked)
    return (
      <button type="button" class="primary small" onClick={changeKey}>
        {text('diagnosticsChangeKey')}
      </button>
    );

  const isOfConnection = ['saved', 'permission', 'token'].includes(check) || finding === 'nowhere';
  return state === 'bad' && isOfConnection ? (
    <a class="button primary small" href="#connection">
      {text('diagnosticsChange')}
    </a>
  ) : null;
};

/**
 * One line: icon, name, sentence, and the time at the end; for a problem with its fix. `children` are shown after its buttons.
 */
const OneCheck = ({ children, ...listed }: ListedRow & { children: ComponentChildren }) => {
  const { row, connectionIndex, connectionName } = listed;
  const { check, state, failure, milliseconds } = row;
  const [isOpen, setOpen] = useState(false);
  const sentence = findingText(row);
  const detailsId = `${check}-${connectionIndex}-details`;
  const isTested = check === 'add' && state !== 'unchecked';
  return (
    <li class="check" data-state={state} tabIndex={check === 'add' ? -1 : undefined}>
      <Icon name={icons[state]} />
      <h3>
        {nameOf(check)}
        {connectionName !== undefined && (
          <bdi class="of cut meta" title={connectionName}>
            {connectionName}
          </bdi>
        )}
        <span class="unseen">{text(states[state])}</span>
      </h3>
      <div class="meta">
        {!isTested && sentence}
        {check === 'add' && <p role="status">{isTested && sentence}</p>}
      </div>
      <div class="buttons">
        {state !== 'bad' && milliseconds !== undefined && (
          <span class="meta num">{millisecondsText(milliseconds)}</span>
        )}
        <Fix {...listed} />
        {state === 'bad' && failure && (
          <button
            type="button"
            class="small quiet"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {text('details')}
          </button>
        )}
        {children}
      </div>
      {isOpen && state === 'bad' && (
        <DetailList id={detailsId} class="meta num" details={[...sentText(row), ...answerDetails(row)]} />
      )}
    </li>
  );
};

/** Problems first, then what could not be checked, what is optional, and what passed. */
const order: readonly State[] = ['bad', 'waiting', 'unchecked', 'notice', 'good'];

/**
 * The rows of all connections, sorted. A good response time is left out, since the summary shows it. The row that creates a real
 * link on request is last, so that it does not move when its result arrives, unless another problem prevents the test.
 */
const shownRows = (checked: readonly (readonly Row[])[]): ListedRow[] => {
  const listed = checked.flatMap((rows, connectionIndex) => {
    const { connection } = rows[0] ?? {};
    const connectionName = checked.length > 1 && connection ? nameOfConnection(connection) : undefined;
    const isPrevented = rows.some(({ check, state }) => check !== 'add' && state === 'bad');
    const rankOf = ({ check, state }: Row): number =>
      check === 'add' && !isPrevented ? order.length : order.indexOf(state);
    return rows
      .filter(({ check, state }) => check !== 'times' || state === 'notice')
      .map((row) => ({ row, connectionIndex, connectionName, rank: rankOf(row) }));
  });
  return listed.toSorted((a, b) => a.rank - b.rank);
};

interface LinkTestProps {
  row: Row;
  /** Call it inside the click. */
  testLink(connection: ConnectionView): void;
  /** Whether the tab showed what the real link leads to. */
  answer(hasArrived: boolean): void;
}

/** The creation of a real link on request, and what it led to. */
const LinkTest = ({ row: { connection, finding, state, shortLink }, testLink, answer }: LinkTestProps) => (
  <>
    {connection && finding === 'creating' && <AccessNote connection={connection} />}
    {shortLink && <CreatedLink shortLink={shortLink} />}
    {finding === 'asking' && <Answers answer={answer} />}
    {connection && (finding === 'not-tried' || state === 'bad') && (
      <button type="button" class="small quiet" onClick={() => testLink(connection)}>
        {text('diagnosticsTryAdd')}
      </button>
    )}
  </>
);

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
          <ul class="card rows checks" aria-label={text('diagnosticsResults')}>
            {shownRows(checked).map((listed) => (
              <OneCheck key={`${listed.connectionIndex} ${listed.row.check}`} {...listed}>
                {listed.row.check === 'add' && (
                  <LinkTest
                    row={listed.row}
                    testLink={(connection) => void start(connection)}
                    answer={answer}
                  />
                )}
              </OneCheck>
            ))}
          </ul>
          <p class="note">{text('diagnosticsReportNote')}</p>
        </>
      )}
    </section>
  );
};
