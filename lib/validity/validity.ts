import type { Validity } from './schema.ts';
import { noExpiry } from './contract.ts';

/** The durations that can be chosen, in seconds, by the value of their option. */
export const durations = {
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  year: 31_536_000,
} as const;

type Duration = keyof typeof durations;
/** A choice that can be stored and used again: every one except a custom end. */
export type Preset = Duration | 'never';
export type Choice = Preset | 'custom';

export const presets: readonly Preset[] = [...(Object.keys(durations) as Duration[]), 'never'];
export const choices: readonly Choice[] = [...presets, 'custom'];

export type ReadValidity =
  | { ok: true; validity: Validity }
  | { ok: false; reason: 'expiry-missing' | 'expiry-past' | 'expiry-too-far' };

/** Reads a custom expiry time, `YYYY-MM-DDTHH:mm` in local time, the format of a datetime-local field. */
export const readCustomExpiry = (text: string, nowMs: number): ReadValidity => {
  const expiresAt = Math.floor(new Date(text).getTime() / 1000);
  if (text === '' || Number.isNaN(expiresAt)) return { ok: false, reason: 'expiry-missing' };
  if (expiresAt * 1000 <= nowMs) return { ok: false, reason: 'expiry-past' };
  if (expiresAt >= noExpiry) return { ok: false, reason: 'expiry-too-far' };
  return { ok: true, validity: { kind: 'until', expiresAt } };
};

export const presetValidity = (choice: Preset): Validity =>
  choice === 'never' ? { kind: 'never' } : { kind: 'duration', seconds: durations[choice] };

/** The validity of a link that expires at that Unix time in seconds. */
export const validityUntil = (expiresAt: number): Validity =>
  expiresAt >= noExpiry ? { kind: 'never' } : { kind: 'until', expiresAt };

/** The validity of a choice in the select; for `custom`, it is read from the text of the date field. */
export const readChoice = (choice: Choice, custom: { text: string; nowMs: number }): ReadValidity => {
  if (choice === 'custom') return readCustomExpiry(custom.text, custom.nowMs);
  return { ok: true, validity: presetValidity(choice) };
};

/** The choice that stands for a validity; null if none does. */
export const choiceOf = (validity: Validity): Choice | null => {
  if (validity.kind === 'duration')
    return presets.find((each) => each !== 'never' && durations[each] === validity.seconds) ?? null;
  return validity.kind === 'never' || validity.expiresAt >= noExpiry ? 'never' : 'custom';
};

/** Whether a validity is one of these choices. If all of them are offered, every validity is allowed. */
export const isAllowedValidity = (validity: Validity, offered: readonly Choice[]): boolean =>
  choices.every((each) => offered.includes(each)) || offered.some((each) => each === choiceOf(validity));

/** A time in milliseconds as the value of a datetime-local field: local time, to the minute. */
export const toFieldTime = (ms: number): string => {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
};

/** The local date of a time in milliseconds, such as "2026-03-15". */
export const localDate = (ms: number): string => toFieldTime(ms).slice(0, 10);

/** The expiry time of a link that is created at `nowSeconds`; both in Unix seconds. */
export const expiryOf = (validity: Validity, nowSeconds: number): number => {
  switch (validity.kind) {
    case 'duration':
      return nowSeconds + validity.seconds;
    case 'until':
      return validity.expiresAt;
    case 'never':
      return noExpiry;
  }
};
