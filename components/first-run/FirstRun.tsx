import type { ComponentChildren } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { Policy } from '../policy/policy-context.ts';
import { Icon } from '../ui/Icon.tsx';
import { doneStep, neighbours, type Step, stepNames, steps } from './steps.ts';

interface FirstRunProps {
  step: Step;
  isConnected: boolean;
  /** Whether everything was reset just now. */
  isReset: boolean;
  goTo(step: Step): void;
  /** The content of the step, below its title. */
  children: ComponentChildren;
}

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
              {text(stepNames[step])}
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
  const { before, next } = neighbours(step);
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

type Heading = readonly [title: TextKey, lead: TextKey];

/** What a step is called, and the sentence below it. */
const headingOf = (step: Step, isConnected: boolean): Heading => {
  switch (step) {
    case 'first-run':
      return ['firstRunConnectTitle', 'firstRunConnectLead'];
    case 'first-run-2':
      return ['firstRunDefaultsTitle', 'firstRunDefaultsIntro'];
    case 'first-run-3':
      return ['firstRunMusicTitle', 'firstRunMusicLead'];
    case 'first-run-done':
      return isConnected ? ['firstRunReady', 'firstRunReadyNote'] : ['firstRunNotYet', 'firstRunNotYetNote'];
  }
};

/** The first steps after installation, one at a time; each can be skipped. */
export const FirstRun = ({ step, isConnected, isReset, goTo, children }: FirstRunProps) => {
  const element = useTitleFocus(step);
  const { connection } = useContext(Policy);
  const at = steps.findIndex((each) => each === step);
  const isDone = step !== 'first-run' || isConnected;
  const [title, lead] = headingOf(step, isConnected);
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
