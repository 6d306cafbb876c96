import { useEffect } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { readableAddress } from '../../lib/url/readable.ts';
import type { DeliveredOutcome } from '../../lib/delivery/contract.ts';
import { CreatedOutcome } from './CreatedOutcome.tsx';
import { FailedOutcome } from './FailedOutcome.tsx';
import { NotifyOffer } from './NotifyOffer.tsx';
import { type OutcomePageActions, type ShownOutcome, useOutcome } from './use-outcome.ts';

interface OutcomePageProps {
  copyAtOnce: boolean;
  actions: OutcomePageActions;
}

interface OutcomeProps {
  delivered: DeliveredOutcome;
  copied: boolean | null;
  runAction(id: string): void;
  actions: OutcomePageActions;
}

const Outcome = ({ delivered, copied, runAction, actions }: OutcomeProps) => {
  const { link, outcome, action } = delivered;
  const press = (): void => {
    if (action?.kind === 'settings') actions.openSettings();
    else if (action) runAction(action.id);
  };
  return (
    <>
      {link !== '' && (
        <p class="note clamp" dir="ltr" title={link}>
          {text('outcomeFor', readableAddress(link))}
        </p>
      )}
      {outcome.ok ? (
        <CreatedOutcome
          delivered={delivered}
          created={outcome}
          copied={copied}
          copy={actions.copy}
          createAnother={action && press}
        />
      ) : (
        <FailedOutcome failure={outcome.failure} action={action?.kind ?? null} press={press} />
      )}
    </>
  );
};

const OutcomeGone = ({ openHistory }: Pick<OutcomePageActions, 'openHistory'>) => (
  <>
    <p role="status">{text('outcomeGone')}</p>
    <div class="buttons">
      <button type="button" onClick={openHistory}>
        {text('outcomeHistory')}
      </button>
    </div>
  </>
);

/** The heading: it promises no link where there is none. */
const headingOf = (shown: ShownOutcome): TextKey => {
  if (shown === null || shown === 'gone' || shown.delivered.outcome.ok) return 'outcomeTitle';
  return shown.delivered.outcome.failure.linkCreated === 'no' ? 'outcomeFailedTitle' : 'outcomeUnknownTitle';
};

/** The page that shows an outcome if no toast can appear, with everything that a toast offers. */
export const OutcomePage = ({ copyAtOnce, actions }: OutcomePageProps) => {
  const { shown, runAction } = useOutcome({ copyAtOnce, actions });
  const heading = text(headingOf(shown));
  useEffect(() => {
    document.title = heading;
  }, [heading]);
  return (
    <main class="page outcome">
      <header>
        <img src="/icons/96.png" width="28" height="28" alt="" />
        <h1>{heading}</h1>
      </header>
      <div class="form card">
        {shown === null && <p role="status">{text('shortening')}</p>}
        {shown === 'gone' && <OutcomeGone openHistory={actions.openHistory} />}
        {shown !== null && shown !== 'gone' && <Outcome {...shown} runAction={runAction} actions={actions} />}
      </div>
      {shown !== 'gone' && <NotifyOffer {...actions} />}
    </main>
  );
};
