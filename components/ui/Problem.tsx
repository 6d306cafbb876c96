import type { ComponentChildren } from 'preact';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import { actionLabels } from './action-labels.ts';
import { failureSentence, remedy, type Remedy } from '../../lib/i18n/failure-sentence.ts';

/** A sentence about what went wrong, announced as soon as it appears. Without one it is empty, and hidden. */
export const Alert = ({ children }: { children: ComponentChildren }) => (
  <p role="alert" class="problem">
    {children}
  </p>
);

interface ProblemProps {
  failure: Failure | null;
  place: 'popup' | 'settings';
  /** What the buttons for the remedies do; a remedy without one has no button. */
  remedies?: Partial<Record<NonNullable<Remedy>, () => void>>;
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
export const Problem = ({ failure, place, remedies = {} }: ProblemProps) => {
  const rows = failure ? detailsOf(failure) : [];
  const next = failure && remedy(failure);
  const apply = next && remedies[next];
  return (
    <div class={failure ? 'problem' : 'unseen'}>
      <p role="alert">{failure && failureSentence(failure, text, place)}</p>
      {apply && (
        <button type="button" onClick={apply}>
          {text(actionLabels[next])}
        </button>
      )}
      {rows.length > 0 && <Details rows={rows} />}
    </div>
  );
};
