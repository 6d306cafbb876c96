import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { actionLabels } from './action-labels.ts';
import { type Remedy, failureSentence } from '../../lib/i18n/failure-sentence.ts';

interface ProblemProps {
  failure: Failure | null;
  place: 'popup' | 'settings';
  remedy?: NonNullable<Remedy>;
  onRemedy?: () => void;
}

const detailsOf = (failure: Failure): [TextKey, string][] => {
  const rows: [TextKey, string | undefined][] = [
    ['detailLabel', failure.label],
    ['detailCode', failure.code?.toString()],
    ['detailRequest', failure.requestId],
    ['detailService', failure.service],
  ];
  return rows.filter((row): row is [TextKey, string] => row[1] !== undefined && row[1] !== '');
};

const Details = ({ rows }: { rows: [TextKey, string][] }) => (
  <details>
    <summary>{text('details')}</summary>
    <dl>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{text(name)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </details>
);

/** A failure and what to do, announced as soon as it appears; the details are folded. */
export const Problem = ({ failure, place, remedy, onRemedy }: ProblemProps) => {
  const rows = failure ? detailsOf(failure) : [];
  return (
    <div class={failure ? 'problem' : 'unseen'}>
      <p role="alert">{failure && failureSentence(failure, text, place)}</p>
      {remedy && (
        <button type="button" onClick={onRemedy}>
          {text(actionLabels[remedy])}
        </button>
      )}
      {rows.length > 0 && <Details rows={rows} />}
    </div>
  );
};
