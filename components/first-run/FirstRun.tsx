import type { ComponentChildren } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import type { PolicyView } from '../../lib/connection/policy-connection.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { Policy } from '../policy/Policy.tsx';
import { Icon } from '../ui/Icon.tsx';

type StepName = 'first-run' | 'first-run-2' | 'first-run-3';

/** What is shown after the last step. */
const doneStep = 'first-run-done';

/** A step is named by its fragment of the address. */
export type Step = StepName | typeof doneStep;

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

/** The steps in their order. In Safari nothing can play music, and an organisation can turn it off. */
const stepsUnder = ({ musicOff }: PolicyView): StepName[] =>
  import.meta.env.SAFARI || musicOff
    ? ['first-run', 'first-run-2']
    : ['first-run', 'first-run-2', 'first-run-3'];

/** The step that the fragment of an address names; null for none. */
export const stepOf = (hash: string, policy: PolicyView): Step | null => {
  const all: Step[] = [...stepsUnder(policy), doneStep];
  return all.find((step) => `#${step}` === hash) ?? null;
};

interface StepsProps {
  steps: readonly StepName[];
  current: Step;
  isConnected: boolean;
}

/** All steps, with the current one marked. A first step that was skipped is not marked as done. */
const Steps = ({ steps, current, isConnected }: StepsProps) => {
  const at = steps.findIndex((step) => step === current);
  const reached = at === -1 ? steps.length : at;
  const isPast = (index: number): boolean => index < reached && (index > 0 || isConnected);
  return (
    <nav aria-label={text('firstRunSteps')}>
      <ol class="steps">
        {steps.map((step, index) => (
          <li key={step} class={isPast(index) ? 'past' : ''}>
            <a href={`#${step}`} aria-current={step === current ? 'step' : undefined}>
              {isPast(index) && <Icon name="check" small />}
              {text(stepTexts[step].name)}
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

interface StepButtonsProps extends Pick<FirstRunProps, 'goTo'> {
  before: StepName | undefined;
  after: StepName | undefined;
}

/** Leads to the steps beside this one. */
const StepButtons = ({ before, after, goTo }: StepButtonsProps) => (
  <footer class="buttons">
    {before && (
      <button type="button" class="plain" onClick={() => goTo(before)}>
        {text('firstRunBack')}
      </button>
    )}
    <button type="button" class="primary next" onClick={() => goTo(after ?? doneStep)}>
      {text('firstRunNext')}
    </button>
  </footer>
);

interface StepState {
  hasForm: boolean;
  isConnected: boolean;
}

const textsOf = (step: Step, { hasForm, isConnected }: StepState): Omit<StepTexts, 'name'> => {
  if (step === 'first-run' && !hasForm) return { title: 'firstRunConnectedTitle' };
  if (step !== doneStep) return stepTexts[step];
  return isConnected
    ? { title: 'firstRunReady', lead: 'firstRunReadyNote' }
    : { title: 'firstRunNotYet', lead: 'firstRunNotYetNote' };
};

interface FirstRunProps {
  step: Step;
  isConnected: boolean;
  /** Whether everything was reset just now. */
  isReset: boolean;
  goTo(step: Step): void;
  /** The content of the step, below its title. */
  children: ComponentChildren;
}

/** The first steps after installation, one at a time; each can be skipped. */
export const FirstRun = ({ step, isConnected, isReset, goTo, children }: FirstRunProps) => {
  const policy = useContext(Policy);
  const steps = stepsUnder(policy);
  // The form has its own buttons where the other steps have theirs.
  const hasForm = step === 'first-run' && !isConnected && !policy.connection.hasKey;
  const element = useStepFocus(step, hasForm);
  const at = steps.findIndex((each) => each === step);
  // The sentence of this step says that the person can choose the validity, which is wrong if a policy sets it.
  const isLeadTrue = step !== 'first-run-2' || policy.defaultValidity === null;
  const { title, lead } = textsOf(step, { hasForm, isConnected });
  return (
    <main ref={element} class="page first-run">
      <header>
        <img src="/icons/96.png" width="28" height="28" alt="" />
        <strong class="grow">{text('extensionName')}</strong>
        <Steps steps={steps} current={step} isConnected={isConnected} />
      </header>
      <p role="status" class="notice">
        {isReset && text('firstRunReset')}
      </p>
      <div class="step" key={step}>
        <h1 tabIndex={-1} aria-describedby={at < 0 ? undefined : 'step-count'}>
          {text(title)}
        </h1>
        {isLeadTrue && lead && <p class="soft">{text(lead)}</p>}
        {at >= 0 && (
          <p id="step-count" class="unseen">
            {text('firstRunStep', String(at + 1), String(steps.length))}
          </p>
        )}
        {children}
      </div>
      {at >= 0 && !hasForm && <StepButtons before={steps[at - 1]} after={steps[at + 1]} goTo={goTo} />}
    </main>
  );
};
