import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { Steps } from './Steps.tsx';
import { after, neighbours, type Step, steps } from './steps.ts';

interface FirstRunProps {
  step: Step;
  isConnected: boolean;
  /** Everything was reset just now. */
  isReset: boolean;
  go(step: Step): void;
  /** What the step itself shows; its first `h2` is its title. */
  children: ComponentChildren;
}

/** A new step begins at its title, for whoever reads along and for the keyboard. */
const useTitleFocus = (step: Step) => {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const title = element.current?.querySelector<HTMLElement>('.step h2');
    if (!title) return;
    title.tabIndex = -1;
    if (step !== after) title.setAttribute('aria-describedby', 'step-count');
    title.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [step]);
  return element;
};

const nextLabel = (step: Step, isDone: boolean): string => {
  if (step === steps.at(-1)) return text('firstRunFinish');
  return text(isDone ? 'firstRunNext' : 'firstRunSkip');
};

interface WaysProps extends Pick<FirstRunProps, 'step' | 'go'> {
  /** Whether this step has nothing left to do, so that going on skips nothing. */
  isDone: boolean;
}

/** Back and on; what goes on is the main thing only where the step has none of its own left. */
const Ways = ({ step, isDone, go }: WaysProps) => {
  const { before, next } = neighbours(step);
  return (
    <div class="ways-on">
      {before && (
        <button type="button" onClick={() => go(before)}>
          {text('firstRunBack')}
        </button>
      )}
      {next && (
        <button type="button" class={isDone ? 'primary on' : 'on'} onClick={() => go(next)}>
          {nextLabel(step, isDone)}
        </button>
      )}
    </div>
  );
};

/** The first steps after installation: a few words, one step at a time, and each can be skipped. */
export const FirstRun = ({ step, isConnected, isReset, go, children }: FirstRunProps) => {
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
      <Steps now={step} isConnected={isConnected} />
      <p id="step-count" class="count">
        {at >= 0 && text('firstRunStep', String(at + 1), String(steps.length))}
      </p>
      <div class="step" key={step}>
        {children}
      </div>
      {step !== after && (
        <>
          <Ways {...{ step, isDone, go }} />
          <p class="leave">
            <a href="#connection">{text('firstRunAllSettings')}</a>
          </p>
        </>
      )}
    </main>
  );
};
