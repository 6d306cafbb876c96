import { useRef, useState } from 'preact/hooks';
import { copy } from '../../lib/browser/clipboard.ts';
import { background } from '../../lib/background.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import type { LoggedError } from '../../lib/errors/error-log.ts';
import { language, plural, text } from '../../lib/i18n/texts.ts';
import { nameOf } from '../../lib/settings/connection-info.ts';
import { changeKey } from '../connection/Connection.tsx';
import { Created, useLinkTest } from '../link-test/TestLink.tsx';
import { connectionProblem, policy } from '../options/options-state.ts';
import { goToAddress } from '../page.ts';
import { CopyButton, useCopy } from '../ui/CopyButton.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { DetailList } from '../ui/Problem.tsx';
import { connectionIn, type Facts, type Row, rowsOf, type State } from './checks.ts';
import { diagnose } from './diagnose.ts';
import { failureDetails, reportOf, timeOf } from './report.ts';

/** Each state has its own shape, so that it does not depend on the color. */
const icons: Record<State, IconName> = {
  good: 'check',
  notice: 'info',
  bad: 'alert',
  unchecked: 'wait',
  waiting: 'wait',
};

interface FixProps {
  row: Row;
  connection: ConnectionView | undefined;
  isFirst: boolean;
}

/** The button that corrects a problem. It is the only primary one: the checks that depend on a failed one are not run. */
const Fix = ({ row: { fix }, connection, isFirst }: FixProps) => {
  if (fix === undefined) return null;
  if (fix === 'open-address' && connection)
    return (
      <button type="button" class="primary small" onClick={() => goToAddress(connection.address)}>
        {text('diagnosticsOpen')}
      </button>
    );
  const isLocked = policy.value.connection.hasKey || connection?.isLocked === true;
  if (fix === 'key' && isFirst && !isLocked)
    return (
      <button type="button" class="primary small" onClick={changeKey}>
        {text('diagnosticsChangeKey')}
      </button>
    );
  return (
    <a class="button primary small" href="#connection">
      {text('diagnosticsChange')}
    </a>
  );
};

/** Problems first, then what could not be checked, what is optional, and what passed; the test of a link is last. */
const order: readonly State[] = ['bad', 'waiting', 'unchecked', 'notice', 'good'];
const sorted = (rows: readonly Row[]): Row[] => {
  const rankOf = ({ check, state }: Row): number => (check === 'add' ? order.length : order.indexOf(state));
  return rows.toSorted((one, other) => rankOf(one) - rankOf(other));
};

interface ConnectionChecksProps {
  facts: Facts;
  isFirst: boolean;
  isOneOfSeveral: boolean;
  test: ReturnType<typeof useLinkTest>;
}

/** What was found about a connection, a line for each check. */
const ConnectionChecks = ({ facts, isFirst, isOneOfSeveral, test }: ConnectionChecksProps) => {
  const connection = connectionIn(facts);
  const name = connection && isOneOfSeveral ? nameOf(connection) : null;
  const rows = rowsOf(facts);
  const isSignedIn = rows.some(({ check, state }) => check === 'token' && state === 'good');
  return (
    <>
      {name !== null && (
        <h3>
          <bdi>{name}</bdi>
        </h3>
      )}
      <ul class="card rows checks" aria-label={name ?? text('diagnosticsResults')}>
        {sorted(rows).map((row) => {
          const { check, label, state, sentence } = row;
          const isLink = check === 'add';
          const details = failureDetails(row);
          const time = timeOf(row);
          return (
            <li key={check} class="check" data-state={state} tabIndex={isLink ? -1 : undefined}>
              <Icon name={icons[state]} />
              <span class="name">
                {label}
                <span class="unseen">{text(`checkState_${state}`)}</span>
              </span>
              <div class="meta">
                {!(isLink && facts.link) && sentence}
                {isLink && <p role="status">{facts.link && sentence}</p>}
                {isLink && <Created link={facts.link} answer={test.answer} />}
              </div>
              <div class="buttons">
                {state !== 'bad' && time !== '' && <span class="meta num">{time}</span>}
                <Fix row={row} connection={connection} isFirst={isFirst} />
                {isLink && connection && isSignedIn && (
                  <button
                    type="button"
                    class="small quiet"
                    aria-disabled={test.link?.state === 'running'}
                    onClick={() => void test.start(connection)}
                  >
                    {text('diagnosticsTryAdd')}
                  </button>
                )}
              </div>
              {state === 'bad' && details.length > 0 && (
                <details class="num">
                  <summary>{text('details')}</summary>
                  <DetailList details={details} />
                </details>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
};

/** A check that has ended: when it began (milliseconds since 1970), and what it found. */
interface Result {
  at: number;
  facts: readonly Facts[];
  errors: readonly LoggedError[];
}

/** The last check that has ended, and whether one runs. */
const useChecks = () => {
  const [done, setDone] = useState<Result | null>(null);
  const [isRunning, setRunning] = useState(false);
  const last = useRef(0);

  const check = async (): Promise<void> => {
    const run = (last.current += 1);
    const at = Date.now();
    setRunning(true);
    const facts = await diagnose();
    // Read last, with those that the check itself has caused.
    const errors = (await background.loggedErrors({})) ?? [];
    // It was canceled meanwhile.
    if (last.current !== run) return;
    setDone({ at, facts, errors });
    setRunning(false);
    const problem = facts
      .slice(0, 1)
      .flatMap(rowsOf)
      .find(({ state }) => state === 'bad');
    connectionProblem.value = problem?.sentence ?? null;
  };

  const cancel = (): void => {
    last.current += 1;
    setRunning(false);
  };
  return { done, isRunning, check, cancel };
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

/** What the head says about a check that has ended. */
const resultOf = (checked: readonly Facts[], at: number) => {
  const problems = checked.flatMap(rowsOf).filter(({ state }) => state === 'bad').length;
  const time = new Intl.DateTimeFormat(language(), { timeStyle: 'short' }).format(at);
  return {
    icon: <Icon name={problems > 0 ? 'alert' : 'check'} />,
    state: problems > 0 ? 'bad' : 'good',
    title: problems > 0 ? plural('diagnosticsProblems', problems) : text('diagnosticsAllGood'),
    line: text('diagnosticsCheckedAt', time),
  };
};

/** The diagnostics of the connections: what is wrong with each, and how to correct that. */
export const Diagnostics = () => {
  const { done, isRunning, check, cancel } = useChecks();
  const test = useLinkTest();
  const isTesting = test.link?.state === 'running';
  const checked = (done?.facts ?? []).map((facts) =>
    test.link && connectionIn(facts)?.id === test.tested ? { ...facts, link: test.link } : facts,
  );
  const isDone = done !== null && !isRunning;
  const report = isDone ? reportOf(checked, done) : null;
  const head = isDone ? resultOf(checked, done.at) : null;

  /** One button, which keeps the focus: the second click of a double click does not cancel. */
  const press = ({ detail }: MouseEvent): void => {
    if (isRunning) {
      if (detail < 2) cancel();
      return;
    }
    if (isTesting) return;
    test.clear();
    void check();
  };

  return (
    <section class="section diagnostics" aria-labelledby="diagnostics-title">
      <h2 id="diagnostics-title">{text('diagnosticsTitle')}</h2>
      <div class="card diagnosis">
        {(isRunning || head) && (
          <span class="state" data-state={head?.state}>
            {head?.icon ?? <span class="spinner" />}
          </span>
        )}
        <div class="grow">
          <p role="status">
            {isRunning ? text('checkState_waiting') : (head?.title ?? text('diagnosticsNotRun'))}
          </p>
          {!isRunning && <p class="note num">{head?.line ?? text('diagnosticsIntro')}</p>}
        </div>
        {report !== null && <CopyReport key={report} report={report} />}
        <button type="button" class="small" aria-disabled={isTesting} onClick={press}>
          {isRunning ? text('historyCancel') : text(done ? 'diagnosticsAgain' : 'diagnosticsCheck')}
        </button>
      </div>
      {isDone && (
        <>
          {checked.map((facts, index) => (
            <ConnectionChecks
              key={index}
              facts={facts}
              isFirst={index === 0}
              isOneOfSeveral={checked.length > 1}
              test={test}
            />
          ))}
          <p class="note">{text('diagnosticsReportNote')}</p>
        </>
      )}
    </section>
  );
};
