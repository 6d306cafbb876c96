import { text } from '../../lib/i18n/texts.ts';
import { connectionIn } from '../../lib/diagnostics/facts.ts';
import { rowsOf } from '../../lib/diagnostics/rows.ts';
import type { Row } from '../../lib/diagnostics/verdict.ts';
import { originToRequest } from '../../lib/connection/address.ts';
import type { DoctorActions } from './actions.ts';
import { Checks } from './Checks.tsx';
import { Report } from './Report.tsx';
import { reportOf } from './report.ts';
import { useDoctor } from './use-doctor.ts';
import { type Around, summaryOf } from './words.ts';

interface ResultsProps extends Pick<ReturnType<typeof useDoctor>, 'doing' | 'tryAdd' | 'answer'> {
  rows: readonly Row[];
  around: Around;
  /** Milliseconds since 1970. */
  at: number;
  actions: DoctorActions;
}

const Results = ({ rows, around, at, doing, tryAdd, answer, actions }: ResultsProps) => (
  <>
    <Checks
      {...{ rows, around, answer }}
      open={() => actions.open(around.at?.address ?? '')}
      tryAdd={doing === 'checking' ? null : tryAdd}
      askFor={around.at ? originToRequest(around.at) : null}
    />
    {doing === 'nothing' && (
      <Report report={reportOf(rows, { ...around, header: { ...actions.about, at } })} copy={actions.copy} />
    )}
  </>
);

/** What is wrong with the connection, if anything is, and what to do about it. */
export const Doctor = ({ actions }: { actions: DoctorActions }) => {
  const { known, doing, check, tryAdd, answer } = useDoctor(actions);
  const rows = known ? rowsOf(known.facts) : [];
  const around: Around = { at: known ? connectionIn(known.facts) : undefined, target: actions.target };
  return (
    <section class="doctor" aria-labelledby="doctor-title">
      <h2 id="doctor-title">{text('diagnosticsTitle')}</h2>
      <p class="note">{text('diagnosticsIntro')}</p>
      <div class="card">
        <div class="buttons">
          <button type="button" aria-disabled={doing !== 'nothing'} onClick={check}>
            {text('diagnosticsCheck')}
          </button>
          <p role="status">{known && summaryOf(rows, around)}</p>
        </div>
        {known && <Results {...{ rows, around, doing, tryAdd, answer, actions, at: known.at }} />}
      </div>
    </section>
  );
};
