import { text } from '../../lib/i18n/texts.ts';
import type { Finding, Row } from '../../lib/diagnostics/verdict.ts';
import { AccessNote, Answers } from '../link-test/TestLink.tsx';
import { StateIcon } from './StateIcon.tsx';
import { type RowContext, detailsOf, findingTexts, nameOf, states } from './texts.ts';

interface ChecksProps {
  rows: readonly Row[];
  context: RowContext;
  /** Opens the service's address in a tab. */
  open(): void;
  /** Tests a real link; null during a check. */
  testLink: ((origin: string | null) => void) | null;
  /** The origin of the short links where access to it has to be requested, else null. */
  origin: string | null;
  /** Whether the tab showed what the real link leads to. */
  answer(hasArrived: boolean): void;
}

/** The findings of Add with which a real link can be tested. */
const testableFindings: readonly Finding[] = ['not-tried', 'adding', 'added', 'failure'];

const Details = ({ row }: { row: Row }) => {
  const details = detailsOf(row);
  return details.length === 0 ? null : (
    <dl>
      {details.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

type OneCheckProps = Omit<ChecksProps, 'rows'> & { row: Row };

/** The buttons of a row. */
const RowActions = ({ row, open, testLink, origin, answer }: Omit<OneCheckProps, 'context'>) => (
  <>
    {row.finding === 'certificate-unknown' && (
      <button type="button" onClick={open}>
        {text('diagnosticsOpen')}
      </button>
    )}
    {testableFindings.includes(row.finding) && row.check === 'add' && testLink && (
      <>
        <AccessNote origin={origin} />
        <button type="button" aria-disabled={row.state === 'waiting'} onClick={() => testLink(origin)}>
          {text('diagnosticsTryAdd')}
        </button>
      </>
    )}
    {row.finding === 'asking' && <Answers answer={answer} />}
  </>
);

const OneCheck = ({ row, context, ...rest }: OneCheckProps) => (
  <li tabIndex={row.check === 'follow' ? -1 : undefined}>
    <StateIcon state={row.state} />
    <div>
      <h3>
        {nameOf(row.check)}
        <span data-state={row.state}>{text(states[row.state])}</span>
      </h3>
      {findingTexts(row, context).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Details row={row} />
      <RowActions row={row} {...rest} />
    </div>
  </li>
);

/** The result of each check. */
export const Checks = ({ rows, ...rest }: ChecksProps) => (
  <ul class="checks" role="list" aria-label={text('diagnosticsResults')}>
    {rows.map((row) => (
      <OneCheck key={row.check} row={row} {...rest} />
    ))}
  </ul>
);
