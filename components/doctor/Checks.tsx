import { text } from '../../lib/browser/texts.ts';
import type { Finding, Row } from '../../lib/doctor/verdict.ts';
import { StateIcon } from './StateIcon.tsx';
import { type Around, detailsOf, findingInWords, names, states } from './words.ts';

interface ChecksProps {
  rows: readonly Row[];
  around: Around;
  /** Opens the service's address in a tab. */
  open(): void;
  /** Makes a real link; null while the check goes on. */
  tryAdd: (() => void) | null;
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

const OneCheck = ({ row, around, open, tryAdd }: Omit<ChecksProps, 'rows'> & { row: Row }) => (
  <li>
    <StateIcon state={row.state} />
    <div>
      <h3>
        {text(names[row.check])}
        <span data-state={row.state}>{text(states[row.state])}</span>
      </h3>
      {findingInWords(row, around).map((said) => (
        <p key={said}>{said}</p>
      ))}
      <Details row={row} />
      {row.finding === 'certificate-unknown' && (
        <button type="button" onClick={open}>
          {text('doctorOpen')}
        </button>
      )}
      {mayAdd.includes(row.finding) && row.check === 'add' && tryAdd && (
        <button type="button" aria-disabled={row.state === 'waiting'} onClick={tryAdd}>
          {text('doctorTryAdd')}
        </button>
      )}
    </div>
  </li>
);

/** What was found, a row a check. */
export const Checks = ({ rows, ...rest }: ChecksProps) => (
  <ul class="checks" role="list" aria-label={text('doctorResults')}>
    {rows.map((row) => (
      <OneCheck key={row.check} row={row} {...rest} />
    ))}
  </ul>
);
