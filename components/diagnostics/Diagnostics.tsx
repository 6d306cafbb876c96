import { useRef, useState } from 'preact/hooks';
import { copy } from '../../lib/browser/clipboard.ts';
import { background } from '../../lib/background.ts';
import { requestAccess } from '../../lib/browser/permissions.ts';
import type { LoggedError } from '../../lib/errors/error-log.ts';
import { formatNumber, language, plural, text } from '../../lib/i18n/texts.ts';
import { nameOf } from '../../lib/settings/connection-info.ts';
import { Created, useLinkTest } from '../link-test/TestLink.tsx';
import { faulty, listed, openForm, policy } from '../options/options-state.ts';
import { goToAddress } from '../page.ts';
import { CopyButton, useCopy } from '../ui/CopyButton.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { DetailList } from '../ui/Problem.tsx';
import { type Facts, problemIn, type Row, rowsOf, runningCheck, type State } from './checks.ts';
import { diagnose } from './diagnose.ts';
import { failureDetails, reportOf, timeOf } from './report.ts';

/** Each state has its own shape, so that it does not depend on the color. */
const icons: Partial<Record<State, IconName>> = { good: 'check', notice: 'info', bad: 'alert' };

/** What the lines of a connection need. */
interface OfConnection {
  facts: Facts;
  /** Checks all connections again. */
  check(): void;
  test: ReturnType<typeof useLinkTest>;
  /** Whether it is the first one with a problem, whose button is the only filled one. */
  isFirst: boolean;
}

/** The button that corrects a problem, or who can: what the organization has set, nobody can change here. */
const Fix = ({ fix, facts, check, isFirst }: OfConnection & { fix: Row['fix'] }) => {
  const { id, address, isLocked } = facts.connection;
  const fixes = {
    access: ['policyAllow', () => void requestAccess(new URL(address).origin).then(check)],
    'open-address': ['diagnosticsOpen', () => goToAddress(address)],
    key: ['diagnosticsChangeKey', () => openForm(id, '[name=secretKey]')],
    connection: ['connectionCodeEdit', () => openForm(id)],
  } as const;
  const canEdit = !isLocked && !policy.value.connection.hasKey;
  if (!fix) return null;
  if (!canEdit && (fix === 'key' || fix === 'connection'))
    return <span class="note">{text('diagnosticsAskAdministrator')}</span>;
  const [label, run] = fixes[fix];
  return (
    <button type="button" class={isFirst ? 'primary small' : 'small'} onClick={run}>
      {text(label)}
    </button>
  );
};

/** A check, what it has found and what can be done. The test of a real link is on request. */
const Check = ({ row, ...connection }: OfConnection & { row: Row }) => {
  const { check, label, state, sentence, fix } = row;
  const { facts, test } = connection;
  const canTest = check === 'add' && !row.isBlocked;
  const details = failureDetails(row);
  return (
    <li data-state={state} tabIndex={canTest ? -1 : undefined}>
      <Icon name={icons[state] ?? 'wait'} />
      <span class="name line">
        {label}
        <span class="unseen">{text(`checkState_${state}`)}</span>
      </span>
      <div class="found">
        {!(canTest && facts.link) && sentence}
        {canTest && <p role="status">{facts.link && sentence}</p>}
        {canTest && <Created link={facts.link} answer={test.answer} />}
      </div>
      <div class="buttons">
        {state !== 'bad' && <span class="meta num">{timeOf(row)}</span>}
        <Fix fix={fix} {...connection} />
        {canTest && (
          <button
            type="button"
            class="small"
            aria-disabled={test.link?.state === 'running'}
            onClick={() => void test.start(facts.connection)}
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
};

/** The checks of a connection: problems, what could not be checked, what is optional and what passed; the test of a link is last. */
const Checks = (connection: OfConnection) => {
  const rows = rowsOf(connection.facts);
  const lines = (shown: readonly Row[]) =>
    shown.map((row) => <Check key={row.check} row={row} {...connection} />);
  const [blocked, ...alike] = rows.filter(({ isBlocked }) => isBlocked);
  const found = rows.filter(({ check, isBlocked }) => check !== 'add' && !isBlocked);
  const passed = found.filter(({ state }) => state === 'good');
  const count = formatNumber(alike.length + 1);
  return (
    <ul class="checks">
      {lines(found.filter(({ state }) => state === 'bad'))}
      {blocked &&
        lines([{ ...blocked, ...(alike.length > 0 && { label: text('diagnosticsUnchecked', count) }) }])}
      {lines(found.filter(({ state }) => state === 'notice'))}
      {problemIn(connection.facts) ? (
        <li data-state="good">
          <details>
            <summary>
              <Icon name="check" />
              <span class="grow">{text('diagnosticsPassed', formatNumber(passed.length))}</span>
            </summary>
            <ul>{lines(passed)}</ul>
          </details>
        </li>
      ) : (
        lines(passed)
      )}
      {lines(rows.filter(({ check, isBlocked }) => check === 'add' && !isBlocked))}
    </ul>
  );
};

/** One of several connections: its state, its name and what is wrong. It unfolds once all is known. */
const ConnectionLine = (connection: OfConnection) => {
  const { facts } = connection;
  const { hue, isLocked } = facts.connection;
  const running = runningCheck(facts);
  const problem = problemIn(facts);
  const found = problem ? (problem.short ?? problem.sentence) : text('diagnosticsAllGood');
  const line = (
    <>
      {running ? <span class="spinner" /> : <Icon name={problem ? 'alert' : 'check'} />}
      <span class="name line">
        <span class="dot" data-hue={hue} />
        <bdi class="cut">{nameOf(facts.connection)}</bdi>
        {isLocked && <Icon name="lock" small />}
      </span>
      <span class="found">{running ? `${text(`checkName_${running}`)}…` : found}</span>
    </>
  );
  if (running) return <li>{line}</li>;
  return (
    <li data-state={problem ? 'bad' : 'good'}>
      <details>
        <summary>{line}</summary>
        <Checks {...connection} />
      </details>
      {problem && <Fix fix={problem.fix} {...connection} />}
    </li>
  );
};

/** Copies the report. Where the browser refuses that, the text is shown to be copied by hand. */
const CopyReport = ({ report }: { report: string }) => {
  const { copied, copyNow } = useCopy(() => copy(report), { failed: 'diagnosticsNotCopied' });
  return (
    <>
      <CopyButton copied={copied} copy={copyNow} label="diagnosticsCopy" kind="small quiet" />
      {copied === false && (
        <div class="editor">
          <p class="note warn">{text('diagnosticsNotCopied')}</p>
          <pre tabIndex={0} role="group" aria-label={text('diagnosticsReport')}>
            {report}
          </pre>
        </div>
      )}
    </>
  );
};

/** A check of all connections. */
interface Checked {
  /** When it began, in milliseconds since 1970. */
  at: number;
  facts: readonly Facts[];
  /** The unexpected errors; null while the check runs. */
  errors: readonly LoggedError[] | null;
}

interface Head {
  title: string;
  note: string;
  /** Missing while a check runs. */
  icon?: IconName;
  look?: 'good' | 'warn' | 'soft';
  /** Why no connection could be checked. */
  cause?: Row['cause'];
}

/** What the row says: while a check runs, which connection it is at; then what it found. */
const headOf = (facts: readonly Facts[], { at, errors }: Checked): Head => {
  const count = formatNumber(facts.length);
  const current = facts.find(runningCheck) ?? facts.at(-1);
  if (errors === null && current) {
    const number = formatNumber(facts.indexOf(current) + 1);
    const title = text('diagnosticsChecking', nameOf(current.connection));
    return { title, note: facts.length > 1 ? text('diagnosticsProgress', number, count) : '' };
  }
  const time = new Intl.DateTimeFormat(language(), { timeStyle: 'short' }).format(at);
  const checkedAt = text('diagnosticsCheckedAt', time);
  const [first, ...others] = facts.flatMap((each) => problemIn(each) ?? []);
  const isSeveral = facts.length > 1;
  if (!first)
    return {
      title: text('diagnosticsAllGood'),
      note: isSeveral ? text('diagnosticsCheckedAllAt', count, time) : checkedAt,
      icon: 'check',
      look: 'good',
    };
  const { cause, sentence } = first;
  if (cause && others.length + 1 === facts.length && others.every((each) => each.cause === cause)) {
    const note = plural('diagnosticsUncheckedAll', facts.length);
    return { title: sentence, note, icon: cause === 'offline' ? cause : 'alert', look: 'warn', cause };
  }
  const title = isSeveral
    ? plural('diagnosticsProblemsOf', others.length + 1, count)
    : text('diagnosticsProblem');
  return { title, note: checkedAt, icon: 'alert', look: 'warn' };
};

/** The doctor: says what is wrong with each connection, and how to correct that. */
export const Diagnostics = () => {
  const [last, setLast] = useState<Checked | null>(null);
  const [isUnfolded, setUnfolded] = useState(false);
  const running = useRef(new AbortController());
  const test = useLinkTest();
  const connections = listed.value ?? [];

  const check = async (): Promise<void> => {
    running.current = new AbortController();
    const { signal } = running.current;
    const at = Date.now();
    const facts = connections.map((connection): Facts => ({ connection, answers: {} }));
    const show = (errors: Checked['errors']): void => {
      if (!signal.aborted) setLast({ at, facts, errors });
    };
    show(null);
    await Promise.all(facts.map((each) => diagnose(each, () => show(null))));
    // Read last, with those that the check itself has caused.
    show((await background.loggedErrors({})) ?? []);
    if (signal.aborted) return;
    const [only, another] = facts;
    faulty.value = only && !another && problemIn(only) ? only.connection : null;
  };

  // A connection that was changed was not checked as it is now.
  const checked = last?.facts.every(({ connection }) => connections.includes(connection)) ? last : null;
  const facts = (checked?.facts ?? []).map((each) =>
    test.tested === each.connection.id && test.link ? { ...each, link: test.link } : each,
  );
  const head: Head = checked
    ? headOf(facts, checked)
    : { title: text('diagnosticsTitle'), note: text('diagnosticsNotRun'), icon: 'pulse', look: 'soft' };
  const isRunning = checked?.errors === null;
  const isGood = head.look === 'good';
  const isShown = isGood ? isUnfolded : checked !== null && !head.cause;
  const report = checked?.errors && isShown ? reportOf(facts, checked.at, checked.errors) : null;
  const first = facts.find(problemIn);
  const of = (each: Facts): OfConnection => ({
    facts: each,
    check: () => void check(),
    test,
    isFirst: each === first,
  });
  const isTesting = test.link?.state === 'running';

  /** One button, which keeps the focus: the second click of a double click does not stop the check. */
  const press = ({ detail }: MouseEvent): void => {
    if (isRunning && detail < 2) {
      running.current.abort();
      setLast(null);
    } else if (!isRunning && !isTesting) {
      test.clear();
      void check();
    }
  };
  return (
    <div id="diagnostics" class="doctor rows" role="group" aria-label={text('diagnosticsTitle')}>
      <div class="setting">
        <span class={head.look}>{head.icon ? <Icon name={head.icon} /> : <span class="spinner" />}</span>
        <div class={checked ? 'grow' : 'grow apart wrap'}>
          <p role="status">{head.title}</p>
          <p class="note num">{head.note}</p>
        </div>
        {isGood && (
          <button
            type="button"
            class="small quiet"
            aria-expanded={isUnfolded}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            {text(isUnfolded ? 'diagnosticsHide' : 'diagnosticsShow')}
          </button>
        )}
        {report !== null && !isGood && <CopyReport key={report} report={report} />}
        <button
          type="button"
          class={head.cause ? 'primary small' : 'small'}
          aria-disabled={isTesting}
          onClick={press}
        >
          {isRunning ? text('jobStop') : text(checked ? 'diagnosticsAgain' : 'diagnosticsRun')}
        </button>
      </div>
      {isShown && facts.length > 1 && (
        <ul class="rows connections">
          {facts.map((each) => (
            <ConnectionLine key={each.connection.id} {...of(each)} />
          ))}
        </ul>
      )}
      {report !== null && facts.length === 1 && facts.map((each) => <Checks key="only" {...of(each)} />)}
      {report !== null && isGood && (
        <div class="setting">
          <p class="note grow">{text('diagnosticsReportNote')}</p>
          <CopyReport key={report} report={report} />
        </div>
      )}
    </div>
  );
};
