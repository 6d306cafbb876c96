import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { doneStep, neighbours, type Step, stepNames, steps } from './steps.ts';

interface FirstRunProps {
  step: Step;
  isConnected: boolean;
  /** Whether everything was reset just now. */
  isReset: boolean;
  goTo(step: Step): void;
  /** The content of the step; its first `h2` is its title. */
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
              <span class="number" aria-hidden="true" />
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
    const title = element.current?.querySelector<HTMLElement>('.step h2');
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

/** Buttons for the previous and the next step; the latter is the primary button once this step is completed. */
const StepButtons = ({ step, isDone, goTo }: StepButtonsProps) => {
  const { before, next } = neighbours(step);
  return (
    <div class="step-buttons">
      {before && (
        <button type="button" onClick={() => goTo(before)}>
          {text('firstRunBack')}
        </button>
      )}
      {next && (
        <button type="button" class={isDone ? 'primary next' : 'next'} onClick={() => goTo(next)}>
          {nextLabel(step, isDone)}
        </button>
      )}
    </div>
  );
};

/** The first steps after installation, one at a time; each can be skipped. */
export const FirstRun = ({ step, isConnected, isReset, goTo, children }: FirstRunProps) => {
  const element = useTitleFocus(step);
  const at = steps.findIndex((each) => each === step);
  const isDone = step !== 'first-run' || isConnected;
  return (
    <main ref={element} class="page first-run">
      <header>
        <img src="/icons/96.png" width="40" height="40" alt="" />
        <h1>{text('firstRunTitle')}</h1>
      </header>
      <p role="status" class="note">
        {isReset && text('firstRunReset')}
      </p>
      <Steps current={step} isConnected={isConnected} />
      <p id="step-count" class="count">
        {at >= 0 && text('firstRunStep', String(at + 1), String(steps.length))}
      </p>
      <div class="step" key={step}>
        {children}
      </div>
      {step !== doneStep && (
        <>
          <StepButtons step={step} isDone={isDone} goTo={goTo} />
          <p class="all-settings">
            <a href="#connection">{text('firstRunAllSettings')}</a>
          </p>
        </>
      )}
    </main>
  );
};
