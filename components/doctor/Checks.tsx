import { text } from '../../lib/i18n/texts.ts';
import type { Finding, Row } from '../../lib/diagnostics/verdict.ts';
import { Answers } from '../link-test/Answers.tsx';
import { AccessNote } from '../link-test/TryLink.tsx';
import { StateIcon } from './StateIcon.tsx';
import { type Around, detailsOf, findingInWords, nameOf, states } from './words.ts';

interface ChecksProps {
  rows: readonly Row[];
  around: Around;
  /** Opens the service's address in a tab. */
  open(): void;
  /** Tests a real link; null while the check goes on. */
  tryAdd: ((askFor: string | null) => void) | null;
  /** The origin of the short links where access to it has to be asked for, else null. */
  askFor: string | null;
  /** Whether the tab showed what the real link leads to. */
  answer(hasArrived: boolean): void;
}

/** What the row of Add says where there is somebody to ask. */
const mayAdd: readonly Finding[] = ['not-tried', 'adding', 'added', 'failure'];

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

/** What can be done about a row. */
const RowActions = ({ row, open, tryAdd, askFor, answer }: Omit<OneCheckProps, 'around'>) => (
  <>
    {row.finding === 'certificate-unknown' && (
      <button type="button" onClick={open}>
        {text('diagnosticsOpen')}
      </button>
    )}
    {mayAdd.includes(row.finding) && row.check === 'add' && tryAdd && (
      <>
        <AccessNote askFor={askFor} />
        <button type="button" aria-disabled={row.state === 'waiting'} onClick={() => tryAdd(askFor)}>
          {text('diagnosticsTryAdd')}
        </button>
      </>
    )}
    {row.finding === 'asking' && <Answers answer={answer} />}
  </>
);

const OneCheck = ({ row, around, ...rest }: OneCheckProps) => (
  <li tabIndex={row.check === 'follow' ? -1 : undefined}>
    <StateIcon state={row.state} />
    <div>
      <h3>
        {nameOf(row.check)}
        <span data-state={row.state}>{text(states[row.state])}</span>
      </h3>
      {findingInWords(row, around).map((said) => (
        <p key={said}>{said}</p>
      ))}
      <Details row={row} />
      <RowActions row={row} {...rest} />
    </div>
  </li>
);

/** What was found, a row a check. */
export const Checks = ({ rows, ...rest }: ChecksProps) => (
  <ul class="checks" role="list" aria-label={text('diagnosticsResults')}>
    {rows.map((row) => (
      <OneCheck key={row.check} row={row} {...rest} />
    ))}
  </ul>
);
