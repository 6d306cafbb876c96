import type { TextKey } from '../../lib/i18n/texts.ts';

/** The steps in their order, and what comes after them, by the part of the address that stands for each. */
export const steps = ['first-run', 'first-run-2', 'first-run-3'] as const;

export const after = 'first-run-done';

export type Step = (typeof steps)[number] | typeof after;

export const stepNames: Record<(typeof steps)[number], TextKey> = {
  'first-run': 'firstRunConnect',
  'first-run-2': 'firstRunDefaults',
  'first-run-3': 'firstRunMusic',
};

/** The step that an address names behind its "#"; null for none. */
export const stepOf = (hash: string): Step | null =>
  ([...steps, after] as const).find((step) => `#${step}` === hash) ?? null;

/** The one before and the one behind it. */
export const neighbours = (step: Step): { before: Step | null; next: Step | null } => {
  const all: readonly Step[] = [...steps, after];
  const at = all.indexOf(step);
  return { before: all[at - 1] ?? null, next: all[at + 1] ?? null };
};
