import { text } from '../../lib/i18n/texts.ts';
import type { Told } from '../../lib/delivery/contract.ts';
import type { ToldActions } from './actions.ts';
import { Failed } from './Failed.tsx';
import { Made } from './Made.tsx';
import { Quiet } from './Quiet.tsx';
import { useTold } from './use-told.ts';

interface ToldPageProps {
  copyAtOnce: boolean;
  actions: ToldActions;
}

interface OutcomeProps {
  told: Told;
  copied: boolean | null;
  act(id: string): void;
  actions: ToldActions;
}

const Outcome = ({ told, copied, act, actions }: OutcomeProps) => {
  const { outcome, act: offered } = told;
  const press = (): void => {
    if (offered?.what === 'settings') actions.openSettings();
    else if (offered) act(offered.id);
  };
  return (
    <>
      {told.link !== '' && (
        <p class="note cut" dir="ltr">
          {text('toldFor', told.link)}
        </p>
      )}
      {outcome.ok ? (
        <Made {...{ told, copied }} made={outcome} copy={actions.copy} another={offered && press} />
      ) : (
        <Failed failure={outcome.failure} what={offered?.what ?? null} act={press} />
      )}
    </>
  );
};

/** A page of ours that tells an outcome where no toast can, with all that a toast offers. */
export const ToldPage = ({ copyAtOnce, actions }: ToldPageProps) => {
  const { telling, act } = useTold({ copyAtOnce, actions });
  return (
    <main class="told">
      <h1>{text('toldTitle')}</h1>
      <div class="form">
        {telling === null && <p role="status">{text('shortening')}</p>}
        {telling === 'gone' && (
          <>
            <p role="status">{text('toldGone')}</p>
            <div class="buttons">
              <button type="button" onClick={actions.openHistory}>
                {text('toldHistory')}
              </button>
            </div>
          </>
        )}
        {telling !== null && telling !== 'gone' && <Outcome {...telling} act={act} actions={actions} />}
      </div>
      {telling !== 'gone' && <Quiet {...actions} />}
    </main>
  );
};
