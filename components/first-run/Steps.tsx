import { text } from '../../lib/i18n/texts.ts';
import { type Step, stepNames, steps } from './steps.ts';

interface StepsProps {
  now: Step;
  isConnected: boolean;
}

/** The way through the steps, and where one is on it. A first step that was skipped is not ticked off. */
export const Steps = ({ now, isConnected }: StepsProps) => {
  const at = steps.findIndex((step) => step === now);
  const reached = at === -1 ? steps.length : at;
  const isPast = (index: number): boolean => index < reached && (index > 0 || isConnected);
  return (
    <nav aria-label={text('firstRunSteps')}>
      <ol class="steps">
        {steps.map((step, index) => (
          <li key={step} class={isPast(index) ? 'past' : ''}>
            <a href={`#${step}`} aria-current={step === now ? 'step' : undefined}>
              <span class="number" aria-hidden="true" />
              {text(stepNames[step])}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
};
