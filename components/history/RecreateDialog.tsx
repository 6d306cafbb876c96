import { Dialog } from '../ui/Dialog.tsx';
import { useEffect, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { remedy } from '../../lib/i18n/failure-sentence.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import {
  type Choice,
  durations,
  expiryOf,
  type Preset,
  presets,
  readChoice,
} from '../../lib/validity/validity.ts';
import { expiryText } from '../../lib/i18n/dates.ts';
import { type CreatedLink, useShortening } from '../popup/use-shortening.ts';
import { ValiditySelect } from '../popup/ValidityFields.tsx';
import { Problem } from '../ui/Problem.tsx';
import { shortenLabel } from '../ui/action-labels.ts';
import type { HistoryActions } from './history-actions.ts';
import { titleOf } from '../../lib/history/search.ts';
import { hasProblem, problemOf } from './entry-texts.ts';

interface RecreateDialogProps {
  attempt: Attempt;
  actions: Pick<HistoryActions, 'shorten' | 'copy' | 'acknowledge' | 'openSettings'>;
  /** Offered first if the link had a custom expiry time. */
  choice: Preset;
  /** The validities to choose from. */
  offered: readonly Choice[];
  /** Whether the new link is copied without a click on Copy. */
  copyAtOnce: boolean;
  onCreated(created: CreatedLink): void;
  onClose(): void;
}

/** Whether this choice has the validity of the attempt. */
const isOf = (choice: Preset, { validity }: Attempt): boolean =>
  choice === 'never'
    ? validity.kind === 'never'
    : validity.kind === 'duration' && durations[choice] === validity.seconds;

const offeredIn = ({
  offered,
  attempt,
  choice,
}: Pick<RecreateDialogProps, 'offered' | 'attempt' | 'choice'>) => {
  const choices = presets.filter((each) => offered.includes(each));
  return { choices, first: choices.find((each) => isOf(each, attempt)) ?? choice };
};

interface ValidityProps {
  offered: readonly Preset[];
  chosen: Preset;
  choose(choice: Preset): void;
}

const Validity = ({ offered, chosen, choose }: ValidityProps) => {
  const now = Date.now();
  const read = readChoice(chosen, { text: '', nowMs: now });
  return (
    <div class="field">
      <ValiditySelect offered={offered} chosen={chosen} choose={choose} />
      <p id="end" class="note">
        {read.ok && expiryText(expiryOf(read.validity, Math.floor(now / 1000)))}
      </p>
    </div>
  );
};

/** Requests another link for the same address; the history contains no private windows. */
const useRecreate = ({
  attempt,
  actions,
  copyAtOnce,
  onCreated,
}: Pick<RecreateDialogProps, 'attempt' | 'actions' | 'copyAtOnce' | 'onCreated'>) => {
  const page = { tabId: null, link: attempt.link, title: attempt.title, private: false };
  const shorten: HistoryActions['shorten'] = (request) => actions.shorten({ ...request, another: true });
  const shortening = useShortening({ page, copyAtOnce, actions: { ...actions, shorten } });
  useEffect(() => {
    if (shortening.created) onCreated(shortening.created);
  }, [shortening.created]);
  return shortening;
};

const AboutLink = ({ attempt }: { attempt: Attempt }) => (
  <div class="about">
    <p class="clamp">
      <bdi>{titleOf(attempt)}</bdi>
    </p>
    <p class="cut soft" dir="ltr">
      {attempt.link}
    </p>
  </div>
);

/** Creates another short link for the same address; for an attempt with an unknown outcome, tries it again. */
export const RecreateDialog = (props: RecreateDialogProps) => {
  const { attempt, actions, onClose } = props;
  const { choices, first } = offeredIn(props);
  const [chosen, choose] = useState(first);
  const shortening = useRecreate(props);
  const { sending, failure, wait, start } = shortening;
  const isUnknown = attempt.state === 'unknown';
  const submit = (event: Event): void => {
    event.preventDefault();
    const read = readChoice(chosen, { text: '', nowMs: Date.now() });
    if (read.ok) start(attempt.link, read.validity);
  };
  const isForSettings = failure && remedy(failure) === 'settings';
  return (
    <Dialog title={text(isUnknown ? 'tryAgain' : 'historyRecreate')} onClose={onClose}>
      <form method="dialog" class="form" onSubmit={(event) => event.submitter?.id === 'go' && submit(event)}>
        <AboutLink attempt={attempt} />
        {hasProblem(attempt) && <p>{problemOf(attempt)}</p>}
        {isUnknown && <p>{text('historyRecreateUnknown')}</p>}
        <Validity offered={choices} chosen={chosen} choose={choose} />
        <Problem
          failure={failure}
          place="popup"
          {...(isForSettings && { remedy: 'settings', onRemedy: actions.openSettings })}
        />
        <div class="buttons">
          <button id="go" class="primary" data-autofocus aria-disabled={sending || wait > 0}>
            {shortenLabel(shortening)}
          </button>
          <button>{text('historyCancel')}</button>
        </div>
      </form>
    </Dialog>
  );
};
