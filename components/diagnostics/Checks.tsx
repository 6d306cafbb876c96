import type { ComponentChildren } from 'preact';
import { plural, text } from '../../lib/i18n/texts.ts';
import type { SavedConnection } from '../../lib/diagnostics/diagnose.ts';
import type { Finding, Row, State } from '../../lib/diagnostics/rows.ts';
import { AccessNote, Answers } from '../link-test/TestLink.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { detailsOf, findingTexts, followFindings, nameOf, states } from './texts.ts';

/** Each state has its own shape, so that it does not depend on the colour. */
const icons: Record<State, IconName> = {
  good: 'check',
  notice: 'info',
  bad: 'alert',
  unchecked: 'more',
  waiting: 'more',
};

/** The icon of a row's state; the word for it is in the row's title. */
export const StateIcon = ({ state }: { state: State }) => (
  <span data-state={state}>
    <Icon name={icons[state]} />
  </span>
);

interface ChecksProps {
  rows: readonly Row[];
  connection: SavedConnection | undefined;
  /** Opens the service's address in a tab. */
  open(): void;
  /** Tests a real link; null during a check. */
  testLink: ((origin: string | null) => void) | null;
  /** The origin of the short links if access to it has to be requested, else null. */
  origin: string | null;
  /** Whether the tab showed what the real link leads to. */
  answer(hasArrived: boolean): void;
}

/** The findings of Add with which a real link can be tested. */
const testableFindings: readonly Finding[] = ['not-tried', 'adding', 'added', 'failure'];

const isLinkTest = ({ check, finding }: Row): boolean =>
  (check === 'add' && testableFindings.includes(finding)) ||
  (check === 'follow' && followFindings.includes(finding));

/** The checks whose problems are corrected in the form of the connection. */
const isOfConnection = ({ check }: Row): boolean =>
  check === 'saved' || check === 'permission' || check === 'token';

const Details = ({ row }: { row: Row }) => {
  const details = detailsOf(row);
  return details.length === 0 ? null : (
    <dl class="meta num">
      {details.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

interface OneCheckProps extends Pick<ChecksProps, 'connection'> {
  row: Row;
  /** What stands below the sentences. */
  children?: ComponentChildren;
}

/** The icon shows the state, and assistive technology reads it with the name. */
const OneCheck = ({ row, connection, children }: OneCheckProps) => (
  <li class="check" tabIndex={row.check === 'follow' ? -1 : undefined}>
    <StateIcon state={row.state} />
    <div class="grow">
      <h3>
        {nameOf(row.check)}
        <span class="unseen">{text(states[row.state])}</span>
      </h3>
      {findingTexts(row, connection).map((sentence) => (
        <p key={sentence} class="soft">
          {sentence}
        </p>
      ))}
      {children}
    </div>
  </li>
);

interface FixProps extends Pick<ChecksProps, 'open'> {
  row: Row;
  isPrimary: boolean;
}

const hasFix = (row: Row): boolean =>
  row.finding === 'certificate-unknown' || (row.state === 'bad' && isOfConnection(row));

/** What corrects a problem. */
const Fix = ({ row, isPrimary, open }: FixProps) => {
  if (!hasFix(row)) return null;
  const style = isPrimary ? 'primary small' : 'small';
  if (row.finding === 'certificate-unknown')
    return (
      <button type="button" class={style} onClick={open}>
        {text('diagnosticsOpen')}
      </button>
    );
  return (
    <a class={`button ${style}`} href="#connection">
      {text('diagnosticsChange')}
    </a>
  );
};

/** Problems first, then notes, and a certificate that only the person can check. */
const attentionOf = (rows: readonly Row[]): Row[] => [
  ...rows.filter(({ state }) => state === 'bad'),
  ...rows.filter(({ state }) => state === 'notice'),
  ...rows.filter(({ finding }) => finding === 'certificate-unknown'),
];

/** The rows that need attention; the first fix is the primary button. */
const Findings = ({ rows, connection, open }: Pick<ChecksProps, 'rows' | 'connection' | 'open'>) => {
  const primary = rows.find(hasFix);
  return rows.length === 0 ? null : (
    <ul class="card rows">
      {rows.map((row) => (
        <OneCheck key={row.check} row={row} connection={connection}>
          <div class="buttons">
            <Fix row={row} isPrimary={row === primary} open={open} />
            {detailsOf(row).length > 0 && (
              <details>
                <summary>{text('details')}</summary>
                <Details row={row} />
              </details>
            )}
          </div>
        </OneCheck>
      ))}
    </ul>
  );
};

/** The test of a real link, which runs on request only. */
const LinkTest = ({ rows, connection, testLink, origin, answer }: Omit<ChecksProps, 'open'>) =>
  rows.length === 0 ? null : (
    <ul class="card rows">
      {rows.map((row) => (
        <OneCheck key={row.check} row={row} connection={connection}>
          <Details row={row} />
          {row.check === 'add' && testLink && (
            <>
              <AccessNote origin={origin} style="soft" />
              <div class="buttons">
                <button
                  type="button"
                  class="small"
                  aria-disabled={row.state === 'waiting'}
                  onClick={() => testLink(origin)}
                >
                  {text('diagnosticsTryAdd')}
                </button>
              </div>
            </>
          )}
          {row.finding === 'asking' && <Answers answer={answer} />}
        </OneCheck>
      ))}
    </ul>
  );

interface FoldedProps extends Pick<ChecksProps, 'rows' | 'connection'> {
  name: string;
  state: State;
}

/** Rows that need no attention, in one line. */
const Folded = ({ rows, connection, name, state }: FoldedProps) =>
  rows.length === 0 ? null : (
    <details class="card rows folded">
      <summary>
        <StateIcon state={state} />
        <span class="grow">{name}</span>
      </summary>
      <ul class="rows">
        {rows.map((row) => (
          <OneCheck key={row.check} row={row} connection={connection}>
            <Details row={row} />
          </OneCheck>
        ))}
      </ul>
    </details>
  );

/** The result of each check: what needs attention first, the rest folded. */
export const Checks = ({ rows, connection, open, ...test }: ChecksProps) => {
  const linkTest = rows.filter(isLinkTest);
  const attention = attentionOf(rows.filter((row) => !isLinkTest(row)));
  const others = rows.filter((row) => !linkTest.includes(row) && !attention.includes(row));
  const passed = others.filter(({ state }) => state === 'good');
  // If a real link can be tested, opening it is a part of that test.
  const unchecked = others.filter(
    ({ state, check }) => state === 'unchecked' && !(check === 'follow' && linkTest.length > 0),
  );
  const folded = [
    { state: 'good', rows: passed, name: plural('diagnosticsPassed', passed.length) },
    { state: 'unchecked', rows: unchecked, name: plural('diagnosticsNotChecked', unchecked.length) },
  ] as const;
  return (
    <div class="checks" role="group" aria-label={text('diagnosticsResults')}>
      <Findings rows={attention} connection={connection} open={open} />
      {folded.map((each) => (
        <Folded key={each.state} {...each} connection={connection} />
      ))}
      <LinkTest rows={linkTest} connection={connection} {...test} />
    </div>
  );
};
