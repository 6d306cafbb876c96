import type { TextKey } from '../../lib/i18n/texts.ts';

type NumberedStep = 'first-run' | 'first-run-2' | 'first-run-3';

/** The steps in their order, each named by its fragment of the address. In Safari nothing can play music. */
export const steps: readonly NumberedStep[] = import.meta.env.SAFARI
  ? ['first-run', 'first-run-2']
  : ['first-run', 'first-run-2', 'first-run-3'];

/** What is shown after the last step. */
export const doneStep = 'first-run-done';

export type Step = NumberedStep | typeof doneStep;

export const stepNames: Record<NumberedStep, TextKey> = {
  'first-run': 'firstRunConnect',
  'first-run-2': 'firstRunDefaults',
  'first-run-3': 'firstRunMusic',
};

/** The step that the fragment of an address names; null for none. */
export const stepOf = (hash: string): Step | null =>
  ([...steps, doneStep] as const).find((step) => `#${step}` === hash) ?? null;

/** The previous and the next step. */
export const neighbours = (step: Step): { before: Step | null; next: Step | null } => {
  const all: readonly Step[] = [...steps, doneStep];
  const at = all.indexOf(step);
  return { before: all[at - 1] ?? null, next: all[at + 1] ?? null };
};
