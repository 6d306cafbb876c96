import type { ComponentChildren } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
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
  lead: TextKey;
}

const stepTexts: Record<StepName, StepTexts> = {
  'first-run': {
    name: 'firstRunConnect',
    title: 'firstRunConnectTitle',
    lead: 'firstRunConnectLead',
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

/** The steps in their order. In Safari nothing can play music. */
export const steps: readonly StepName[] = import.meta.env.SAFARI
  ? ['first-run', 'first-run-2']
  : ['first-run', 'first-run-2', 'first-run-3'];

const allSteps: readonly Step[] = [...steps, doneStep];

/** The step that the fragment of an address names; null for none. */
export const stepOf = (hash: string): Step | null => allSteps.find((step) => `#${step}` === hash) ?? null;

interface StepsProps {
  current: Step;
  isConnected: boolean;
}

/** All steps, with the current one marked. A first step that was skipped is not marked as done. */
const Steps = ({ current, isConnected }: StepsProps) => {
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

/** A new step moves the focus to its title, for screen readers and the keyboard. */
const useTitleFocus = (step: Step) => {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const title = element.current?.querySelector<HTMLElement>('h1');
    if (!title) return;
    title.tabIndex = -1;
    if (step !== doneStep) title.setAttribute('aria-describedby', 'step-count');
    title.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [step]);
  return element;
};

const nextLabel = (step: Step, isDone: boolean): string => {
  if (step === steps.at(-1)) return text('firstRunFinish');
  return text(isDone ? 'firstRunNext' : 'firstRunSkip');
};

interface StepButtonsProps extends Pick<FirstRunProps, 'step' | 'goTo'> {
  /** Whether the step is completed, so that the next step skips nothing. */
  isDone: boolean;
}

/** Leads to all settings or the previous step, and to the next step, which is the primary button once this one is completed. */
const StepButtons = ({ step, isDone, goTo }: StepButtonsProps) => {
  const at = allSteps.indexOf(step);
  const before = allSteps[at - 1];
  const next = allSteps[at + 1];
  return (
    <footer>
      {before && (
        <button type="button" class="plain" onClick={() => goTo(before)}>
          {text('firstRunBack')}
        </button>
      )}
      <a class="button plain" href="#connection">
        {text('firstRunAllSettings')}
      </a>
      {next && (
        <button type="button" class={isDone ? 'primary next' : 'next'} onClick={() => goTo(next)}>
          {nextLabel(step, isDone)}
        </button>
      )}
    </footer>
  );
};

const doneTexts = (isConnected: boolean): Omit<StepTexts, 'name'> =>
  isConnected
    ? { title: 'firstRunReady', lead: 'firstRunReadyNote' }
    : { title: 'firstRunNotYet', lead: 'firstRunNotYetNote' };

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
  const element = useTitleFocus(step);
  const { connection } = useContext(Policy);
  const at = steps.findIndex((each) => each === step);
  const isDone = step !== 'first-run' || isConnected;
  const { title, lead } = step === doneStep ? doneTexts(isConnected) : stepTexts[step];
  const isByPolicy = step === 'first-run' && connection.hasKey;
  return (
    <main ref={element} class="page first-run">
      <header>
        <img src="/icons/96.png" width="28" height="28" alt="" />
        <strong class="grow">{text('extensionName')}</strong>
        <Steps current={step} isConnected={isConnected} />
      </header>
      <p role="status" class="notice">
        {isReset && text('firstRunReset')}
      </p>
      <div class="step" key={step}>
        <h1>{text(title)}</h1>
        <p class="soft">{text(isByPolicy ? 'policyConnection' : lead)}</p>
        <p id="step-count" class="unseen">
          {at >= 0 && text('firstRunStep', String(at + 1), String(steps.length))}
        </p>
        {children}
      </div>
      {step !== doneStep && <StepButtons step={step} isDone={isDone} goTo={goTo} />}
    </main>
  );
};
