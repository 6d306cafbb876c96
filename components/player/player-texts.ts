import { language, text, type TextKey } from '../../lib/i18n/texts.ts';
import type { Problem, Repeat, SleepState, TrackInfo } from '../../lib/music/contract.ts';
import { sleepTimeLeft } from '../../lib/music/playback-options.ts';
import { timeUnitText } from '../../lib/i18n/numbers.ts';

const problems: Record<Problem, TextKey> = {
  'not-connected': 'playerNotConnected',
  'access-missing': 'playerAccessMissing',
  unreachable: 'playerUnreachable',
  'no-tracks': 'playerNoTracks',
  'nothing-plays': 'playerNothingPlays',
  blocked: 'playerBlocked',
};

/** One sentence: what happened and what to do. */
export const problemText = (problem: Problem): string => text(problems[problem]);

const repeats: Record<Repeat, TextKey> = {
  list: 'playerRepeatList',
  one: 'playerRepeatOne',
  off: 'playerRepeatOff',
};

export const repeatText = (repeat: Repeat): string => text(repeats[repeat]);

export const trackText = ({ name, artist }: TrackInfo): string =>
  artist === '' ? name : text('playerTrackBy', name, artist);

const splitSeconds = (seconds: number) => {
  const whole = Math.floor(seconds);
  return { hour: Math.floor(whole / 3600), minute: Math.floor(whole / 60) % 60, second: whole % 60 };
};

/** A duration in words: "1 minute 3 seconds". */
const durationText = (seconds: number): string => {
  const { hour, minute, second } = splitSeconds(seconds);
  const parts: string[] = [];
  if (hour > 0) parts.push(timeUnitText('hour', hour));
  if (minute > 0) parts.push(timeUnitText('minute', minute));
  if (second > 0 || seconds < 1) parts.push(timeUnitText('second', second));
  // The narrow style joins with a space in English and without any separator in Chinese.
  return new Intl.ListFormat(language(), { type: 'unit', style: 'narrow' }).format(parts);
};

/** A duration in digits: "1:03", or "1:02:03". */
export const durationDigits = (seconds: number): string => {
  const { hour, minute, second } = splitSeconds(seconds);
  const padded = (value: number): string => String(value).padStart(2, '0');
  return hour > 0 ? `${hour}:${padded(minute)}:${padded(second)}` : `${minute}:${padded(second)}`;
};

/** The position in a track, both in seconds, for assistive technology; `total` is null while unknown. */
export const positionText = (elapsed: number, total: number | null): string =>
  total === null
    ? durationText(elapsed)
    : text('playerSeekValue', durationText(elapsed), durationText(total));

/** What is left of the sleep timer, in minutes and, in the last one, in seconds; "" if no time is set. */
export const sleepLeftText = (sleep: SleepState | null): string => {
  const milliseconds = sleepTimeLeft(sleep);
  if (milliseconds === null) return '';
  const seconds = Math.ceil(milliseconds / 1000);
  const left =
    seconds < 60
      ? timeUnitText('second', seconds, 'short')
      : timeUnitText('minute', Math.ceil(seconds / 60), 'short');
  return text('playerSleepLeft', left);
};
