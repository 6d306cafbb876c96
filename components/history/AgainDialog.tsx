import { useEffect, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { remedy } from '../../lib/i18n/failure-sentence.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import {
  type Choice,
  durations,
  endOf,
  type LastingChoice,
  lastingChoices,
  readChoice,
} from '../../lib/validity/validity.ts';
import { endInWords } from '../moment.ts';
import { type Made, useShortening } from '../popup/use-shortening.ts';
import { ValiditySelect } from '../popup/ValidityFields.tsx';
import { Problem } from '../ui/Problem.tsx';
import type { HistoryActions } from './actions.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { titleOf } from './words.ts';

interface AgainDialogProps {
  attempt: Attempt;
  actions: Pick<HistoryActions, 'shorten' | 'copy' | 'markShown' | 'openSettings'>;
  /** Offered first where the link had an end of its own. */
  choice: LastingChoice;
  /** The validities to choose from. */
  offered: readonly Choice[];
  made(made: Made): void;
  closed(): void;
}

/** Whether that choice gave this validity. */
const isOf = (choice: LastingChoice, { validity }: Attempt): boolean =>
  choice === 'never'
    ? validity.kind === 'never'
    : validity.kind === 'duration' && durations[choice] === validity.seconds;

const offeredIn = ({
  offered,
  attempt,
  choice,
}: Pick<AgainDialogProps, 'offered' | 'attempt' | 'choice'>) => {
  const choices = lastingChoices.filter((each) => offered.includes(each));
  return { choices, first: choices.find((each) => isOf(each, attempt)) ?? choice };
};

interface ValidityProps {
  offered: readonly LastingChoice[];
  chosen: LastingChoice;
  choose(choice: LastingChoice): void;
}

const Validity = ({ offered, chosen, choose }: ValidityProps) => {
  const now = Date.now();
  const read = readChoice(chosen, { text: '', nowMs: now });
  return (
    <div class="field">
      <ValiditySelect offered={offered} chosen={chosen} choose={choose} />
      <p id="end" class="note">
        {read.ok && endInWords(endOf(read.validity, Math.floor(now / 1000)))}
      </p>
    </div>
  );
};

/** What a wish of this page is: another link of the same address, of an ordinary window. */
const useAgain = ({ attempt, actions, made }: Pick<AgainDialogProps, 'attempt' | 'actions' | 'made'>) => {
  const page = { tabId: null, link: attempt.link, title: attempt.title, private: false };
  const shorten: HistoryActions['shorten'] = (wish) => actions.shorten({ ...wish, another: true });
  const shortening = useShortening({ page, copyAtOnce: true, actions: { ...actions, shorten } });
  useEffect(() => {
    if (shortening.made) made(shortening.made);
  }, [shortening.made]);
  return shortening;
};

const buttonText = ({ sending, wait }: { sending: boolean; wait: number }): string => {
  if (sending) return text('shortening');
  return wait > 0 ? text('shortenWait', String(wait)) : text('shorten');
};

/** Another short link of the same address, with a new end; of what nobody knows, a second try. */
export const AgainDialog = ({ attempt, actions, made, closed, ...validity }: AgainDialogProps) => {
  const { choices, first } = offeredIn({ attempt, ...validity });
  const [chosen, choose] = useState(first);
  const shortening = useAgain({ attempt, actions, made });
  const { sending, failure, wait, start } = shortening;
  const isUnknown = attempt.state === 'unknown';
  const submit = (event: Event): void => {
    event.preventDefault();
    const read = readChoice(chosen, { text: '', nowMs: Date.now() });
    if (read.ok) start(attempt.link, read.validity);
  };
  const isForSettings = failure && remedy(failure) === 'settings';
  return (
    <Dialog title={text(isUnknown ? 'tryAgain' : 'historyAgain')} closed={closed}>
      <form method="dialog" class="form" onSubmit={(event) => event.submitter?.id === 'go' && submit(event)}>
        <div class="about">
          <p class="clamp">
            <bdi>{titleOf(attempt)}</bdi>
          </p>
          <p class="cut soft" dir="ltr">
            {attempt.link}
          </p>
        </div>
        {isUnknown && <p class="note">{text('historyAgainUnknown')}</p>}
        <Validity offered={choices} chosen={chosen} choose={choose} />
        <Problem
          failure={failure}
          place="popup"
          {...(isForSettings && { remedy: 'settings', onRemedy: actions.openSettings })}
        />
        <div class="buttons">
          <button id="go" class="primary" data-first aria-disabled={sending || wait > 0}>
            {buttonText(shortening)}
          </button>
          <button>{text('historyCancel')}</button>
        </div>
      </form>
    </Dialog>
  );
};
