import type { Validity } from './schema.ts';
import { noExpiry } from './contract.ts';

/** The durations on offer, in seconds, by the value of their option. */
export const durations = {
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  year: 31_536_000,
} as const;

export type Duration = keyof typeof durations;
/** A validity that can be chosen again later: everything but a custom end. */
export type LastingChoice = Duration | 'never';
export type Choice = LastingChoice | 'custom';

export const lastingChoices: readonly LastingChoice[] = [...(Object.keys(durations) as Duration[]), 'never'];
export const choices: readonly Choice[] = [...lastingChoices, 'custom'];

export type ReadValidity =
  { ok: true; validity: Validity } | { ok: false; reason: 'end-missing' | 'end-past' | 'end-too-far' };

/** Reads a custom end, `YYYY-MM-DDTHH:mm` in local time as a datetime-local field gives it. */
export const readCustomEnd = (text: string, nowMs: number): ReadValidity => {
  const end = Math.floor(new Date(text).getTime() / 1000);
  if (text === '' || Number.isNaN(end)) return { ok: false, reason: 'end-missing' };
  if (end * 1000 <= nowMs) return { ok: false, reason: 'end-past' };
  if (end >= noExpiry) return { ok: false, reason: 'end-too-far' };
  return { ok: true, validity: { kind: 'until', end } };
};

/** The validity behind a choice that lasts. */
export const lastingValidity = (choice: LastingChoice): Validity =>
  choice === 'never' ? { kind: 'never' } : { kind: 'duration', seconds: durations[choice] };

/** The validity behind a choice of the select and, for a custom one, the text of its field. */
export const readChoice = (choice: Choice, custom: { text: string; nowMs: number }): ReadValidity => {
  if (choice === 'custom') return readCustomEnd(custom.text, custom.nowMs);
  return { ok: true, validity: lastingValidity(choice) };
};

/** A moment as a datetime-local field wants it: local time, to the minute. */
export const toFieldTime = (ms: number): string => {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
};

/** Where a validity ends, in Unix seconds, if it began at `nowSeconds`. */
export const endOf = (validity: Validity, nowSeconds: number): number => {
  switch (validity.kind) {
    case 'duration':
      return nowSeconds + validity.seconds;
    case 'until':
      return validity.end;
    case 'never':
      return noExpiry;
  }
};
