import { Dialog } from '../ui/Dialog.tsx';
import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { remedy } from '../../lib/i18n/failure-sentence.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import type { Outcome } from '../../lib/shortening/request.ts';
import { type Choice, durations, type Preset, presets, readChoice } from '../../lib/validity/validity.ts';
import { firstCustomExpiry } from '../popup/use-fields.ts';
import { type CreatedLink, useShortening } from '../popup/use-shortening.ts';
import { ValidityFields } from '../popup/ValidityFields.tsx';
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
  /** Called with the outcome of a request if the dialog was closed meanwhile. */
  onLateOutcome(outcome: Outcome): void;
  onClose(): void;
}

/** Whether this choice has the validity of the attempt. */
const isOf = (choice: Preset, { validity }: Attempt): boolean =>
  choice === 'never'
    ? validity.kind === 'never'
    : validity.kind === 'duration' && durations[choice] === validity.seconds;

/** The fields of the validity: at first that of the attempt, if it is offered. */
const useValidity = ({ offered, attempt, choice }: RecreateDialogProps) => {
  const first = presets.find((each) => offered.includes(each) && isOf(each, attempt)) ?? choice;
  const [chosen, setChosen] = useState<Choice>(first);
  const [customExpiry, setCustomExpiry] = useState(firstCustomExpiry);
  return { offered, chosen, setChosen, customExpiry, setCustomExpiry };
};

/** Requests another link for the same address; the history contains no private windows. */
const useRecreate = ({ attempt, actions, copyAtOnce, onCreated, onLateOutcome }: RecreateDialogProps) => {
  const isOpen = useRef(true);
  useEffect(() => () => void (isOpen.current = false), []);
  const shorten: HistoryActions['shorten'] = (request) => {
    const pending = actions.shorten({ ...request, another: true });
    void pending.then((outcome) => !isOpen.current && onLateOutcome(outcome));
    return pending;
  };
  /** What is in the clipboard stays there if the dialog was closed meanwhile. */
  const copy: HistoryActions['copy'] = (promised) =>
    actions.copy(
      Promise.resolve(promised).then((link) => {
        if (!isOpen.current) throw new Error('The dialog is closed.');
        return link;
      }),
    );
  const page = { tabId: null, link: attempt.link, title: attempt.title, private: false };
  const shortening = useShortening({ page, copyAtOnce, actions: { ...actions, shorten, copy } });
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

/** The fields and what they send; a wrong date gets the focus. */
const useForm = (props: RecreateDialogProps) => {
  const validity = useValidity(props);
  const shortening = useRecreate(props);
  const submit = (event: SubmitEvent & { currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    const read = readChoice(validity.chosen, { text: validity.customExpiry, nowMs: Date.now() });
    if (read.ok) {
      shortening.start(props.attempt.link, read.validity);
      return;
    }
    shortening.refuse({ reason: read.reason, linkCreated: 'no' });
    event.currentTarget.querySelector<HTMLElement>('#expires-at')?.focus();
  };
  return { validity, shortening, submit };
};

/** Creates another short link for the same address; for an attempt with an unknown outcome, tries it again. */
export const RecreateDialog = (props: RecreateDialogProps) => {
  const { attempt, actions, onClose } = props;
  const { validity, shortening, submit } = useForm(props);
  const { sending, failure, wait } = shortening;
  const isUnknown = attempt.state === 'unknown';
  const isForSettings = failure && remedy(failure) === 'settings';
  return (
    <Dialog title={text(isUnknown ? 'tryAgain' : 'historyRecreate')} onClose={onClose}>
      <form
        method="dialog"
        class="form"
        noValidate
        onInput={shortening.clearRefusal}
        onSubmit={(event) => event.submitter?.id === 'go' && submit(event)}
      >
        <AboutLink attempt={attempt} />
        {hasProblem(attempt) && <p>{problemOf(attempt)}</p>}
        {isUnknown && <p>{text('historyRecreateUnknown')}</p>}
        <ValidityFields {...validity} />
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
