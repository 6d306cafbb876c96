import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { Connection, LockedConnections } from '../connection/Connection.tsx';
import { MusicSwitch } from '../music/MusicSwitch.tsx';
import {
  doneStep,
  goToStep,
  hasFirstForm,
  isConnected,
  isReset,
  policy,
  type Step,
  type StepName,
  steps,
} from '../options/options-state.ts';
import { Icon } from '../ui/Icon.tsx';
import { Defaults, PillPicture, Ready } from './steps.tsx';

interface StepTexts {
  name: TextKey;
  title: TextKey;
  /** The sentence below the title. */
  lead?: TextKey;
}

const stepTexts: Record<StepName, StepTexts> = {
  'first-run': {
    name: 'firstRunConnect',
    title: 'firstRunConnectTitle',
    lead: 'notConnected',
  },
  'first-run-2': {
    name: 'firstRunDefaults',
    title: 'firstRunDefaultsTitle',
    lead: 'firstRunDefaultsIntro',
  },
  'first-run-3': {
    name: 'firstRunMusic',
    title: 'firstRunMusicTitle',
    lead: 'firstRunMusicLead',
  },
};

/** All steps, with the current one marked. A first step that was skipped is not marked as done. */
const Steps = ({ current }: { current: Step }) => {
  const at = steps.value.findIndex((each) => each === current);
  const reached = at === -1 ? steps.value.length : at;
  const isPast = (index: number): boolean => index < reached && (index > 0 || isConnected.value);
  return (
    <nav aria-label={text('firstRunSteps')}>
      <ol class="steps">
        {steps.value.map((each, index) => (
          <li key={each} class={isPast(index) ? 'past' : ''}>
            <a href={`#${each}`} aria-current={each === current ? 'step' : undefined}>
              {isPast(index) && <Icon name="check" small />}
              {text(stepTexts[each].name)}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
};

/**
 * Focuses the first field of a new step if it has the form, else its title. When the form of the same step goes away, because
 * the service was connected, it focuses Next.
 */
const useStepFocus = (step: Step, hasForm: boolean) => {
  const element = useRef<HTMLElement>(null);
  const focused = useRef<Step | null>(null);
  useLayoutEffect(() => {
    const find = (selector: string) => element.current?.querySelector<HTMLElement>(selector);
    const isSame = focused.current === step;
    focused.current = step;
    const start = hasForm ? 'input:not([readonly])' : 'h1';
    find(isSame ? ':scope > footer > .next' : start)?.focus({ preventScroll: true });
    if (!isSame) scrollTo(0, 0);
  }, [step, hasForm]);
  return element;
};

const textsOf = (step: Step): Omit<StepTexts, 'name'> => {
  if (step === 'first-run' && !hasFirstForm.value) return { title: 'firstRunConnectedTitle' };
  if (step !== doneStep) return stepTexts[step];
  return isConnected.value
    ? { title: 'firstRunReady', lead: 'firstRunReadyNote' }
    : { title: 'firstRunNotYet', lead: 'firstRunNotYetNote' };
};

const contents: Record<Step, () => ComponentChildren> = {
  'first-run': () => (
    <>
      <Connection />
      <LockedConnections />
    </>
  ),
  'first-run-2': () => <Defaults />,
  'first-run-3': () => (
    <div class="music">
      <PillPicture />
      <div class="card rows">
        <MusicSwitch />
      </div>
    </div>
  ),
  'first-run-done': () => <Ready />,
};

/** The first steps after installation, one at a time; each can be skipped. */
export const FirstRun = ({ step }: { step: Step }) => {
  // The form has its own buttons where the other steps have theirs.
  const hasForm = hasFirstForm.value;
  const element = useStepFocus(step, hasForm);
  const at = steps.value.findIndex((each) => each === step);
  const before = steps.value[at - 1];
  const after = steps.value[at + 1] ?? doneStep;
  const { title, lead } = textsOf(step);
  // The sentence of this step says that the person can choose the validity, which is wrong if a policy sets it.
  const isLeadTrue = step !== 'first-run-2' || policy.value.defaultValidity === null;
  return (
    <main ref={element} class="page first-run">
      <header>
        <img src="/icons/96.png" width="28" height="28" alt="" />
        <strong class="grow">{text('extensionName')}</strong>
        <Steps current={step} />
      </header>
      <p role="status" class="notice">
        {isReset.value && text('firstRunReset')}
      </p>
      <div class="step" key={step}>
        <h1 tabIndex={-1} aria-describedby={at < 0 ? undefined : 'step-count'}>
          {text(title)}
        </h1>
        {isLeadTrue && lead && <p class="soft">{text(lead)}</p>}
        {at >= 0 && (
          <p id="step-count" class="unseen">
            {text('firstRunStep', String(at + 1), String(steps.value.length))}
          </p>
        )}
        {contents[step]()}
      </div>
      {at >= 0 && !hasForm && (
        <footer class="buttons">
          {before && (
            <button type="button" class="plain" onClick={() => goToStep(before)}>
              {text('firstRunBack')}
            </button>
          )}
          <button type="button" class="primary next" onClick={() => goToStep(after)}>
            {text('firstRunNext')}
          </button>
        </footer>
      )}
    </main>
  );
};
