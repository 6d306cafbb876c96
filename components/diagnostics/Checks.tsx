import { useContext, useState } from 'preact/hooks';
import type { SavedConnection } from '../../lib/diagnostics/diagnose.ts';
import type { Row, State } from '../../lib/diagnostics/rows.ts';
import { text } from '../../lib/i18n/texts.ts';
import { AccessNote, Answers, CreatedLink } from '../link-test/TestLink.tsx';
import { Policy } from '../policy/Policy.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { answerDetails, findingText, millisecondsText, nameOf, sentText, states } from './texts.ts';

/** Each state has its own shape, so that it does not depend on the colour. */
const icons: Record<State, IconName> = {
  good: 'check',
  notice: 'info',
  bad: 'alert',
  unchecked: 'wait',
  waiting: 'wait',
};

interface ChecksProps {
  rows: readonly Row[];
  connection: SavedConnection | undefined;
  /** Opens the service's address in a tab. */
  open(): void;
  /** Opens the form of the connection to enter another key. */
  changeKey(): void;
  testLink(origin: string | null): void;
  /** The origin of the short links if access to it has to be requested, else null. */
  origin: string | null;
  /** Whether the tab showed what the real link leads to. */
  answer(hasArrived: boolean): void;
  /** Resolves with whether the clipboard holds the text. */
  copy(text: string): Promise<boolean>;
}

interface RowProps extends Omit<ChecksProps, 'rows'> {
  row: Row;
}

/** What corrects a problem: the only primary button, since a problem leaves what depends on it unchecked. */
const Fix = ({ row: { check, finding, state }, open, changeKey }: RowProps) => {
  const { hasKey } = useContext(Policy).connection;
  if (finding === 'unreachable')
    return (
      <button type="button" class="primary small" onClick={open}>
        {text('diagnosticsOpen')}
      </button>
    );
  if (finding === 'key-rejected' && !hasKey)
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

/** What was sent and what came back, below the row. */
const Details = ({ row, connection }: Pick<RowProps, 'row' | 'connection'>) => (
  <dl id={`${row.check}-details`} class="meta num">
    {[...sentText(row, connection), ...answerDetails(row)].map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** The creation of a real link on request, and what it led to. */
const LinkTest = ({ row, testLink, origin, answer, copy }: RowProps) => (
  <>
    {row.finding === 'creating' && <AccessNote origin={origin} style="note" />}
    {row.shortLink && <CreatedLink shortLink={row.shortLink} copy={copy} />}
    {row.finding === 'asking' && <Answers answer={answer} />}
    {(row.finding === 'not-tried' || row.state === 'bad') && (
      <button type="button" class="small quiet" onClick={() => testLink(origin)}>
        {text('diagnosticsTryAdd')}
      </button>
    )}
  </>
);

/** One line: icon, name, sentence, and the time at the end; for a problem with its fix. */
const OneCheck = (props: RowProps) => {
  const { row, connection } = props;
  const { check, state, failure, milliseconds } = row;
  const [isOpen, setOpen] = useState(false);
  const sentence = findingText(row, connection);
  const isTested = check === 'add' && state !== 'unchecked';
  return (
    <li class="check" data-state={state} tabIndex={check === 'add' ? -1 : undefined}>
      <Icon name={icons[state]} />
      <h3>
        {nameOf(check)}
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
        <Fix {...props} />
        {state === 'bad' && failure && (
          <button
            type="button"
            class="small quiet"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${check}-details` : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {text('details')}
          </button>
        )}
        {check === 'add' && <LinkTest {...props} />}
      </div>
      {isOpen && state === 'bad' && <Details row={row} connection={connection} />}
    </li>
  );
};

/** Problems first, then what could not be checked, what is optional, and what passed. */
const order: readonly State[] = ['bad', 'waiting', 'unchecked', 'notice', 'good'];

/**
 * The rows as they are shown. A good response time is in the summary; the row of a real link, which is tested on request, is
 * the last unless another problem prevents the test, so that it does not move when its result arrives.
 */
const shownRows = (rows: readonly Row[]): Row[] => {
  const isPrevented = rows.some(({ check, state }) => check !== 'add' && state === 'bad');
  const rankOf = ({ check, state }: Row): number =>
    check === 'add' && !isPrevented ? order.length : order.indexOf(state);
  return rows
    .filter(({ check, state }) => check !== 'times' || state === 'notice')
    .toSorted((a, b) => rankOf(a) - rankOf(b));
};

/** The result of each check, one line each. */
export const Checks = ({ rows, ...props }: ChecksProps) => (
  <ul class="card rows checks" aria-label={text('diagnosticsResults')}>
    {shownRows(rows).map((row) => (
      <OneCheck key={row.check} row={row} {...props} />
    ))}
  </ul>
);
