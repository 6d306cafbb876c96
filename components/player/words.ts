import { language, text, type TextKey } from '../../lib/i18n/texts.ts';
import type { Repeat, TrackLine, Trouble } from '../../lib/music/contract.ts';
import { durationText } from '../../lib/i18n/numbers.ts';

const troubles: Record<Trouble, TextKey> = {
  'not-connected': 'playerNotConnected',
  'access-missing': 'playerAccessMissing',
  unreachable: 'playerUnreachable',
  'no-tracks': 'playerNoTracks',
  'nothing-plays': 'playerNothingPlays',
  blocked: 'playerBlocked',
};

/** What happened and what to do, in one sentence. */
export const troubleInWords = (trouble: Trouble): string => text(troubles[trouble]);

const repeats: Record<Repeat, TextKey> = {
  list: 'playerRepeatList',
  one: 'playerRepeatOne',
  off: 'playerRepeatOff',
};

export const repeatInWords = (repeat: Repeat): string => text(repeats[repeat]);

export const trackInWords = ({ name, artist }: TrackLine): string =>
  artist === '' ? name : text('playerTrackBy', name, artist);

const partsOf = (seconds: number) => {
  const whole = Math.floor(seconds);
  return { hour: Math.floor(whole / 3600), minute: Math.floor(whole / 60) % 60, second: whole % 60 };
};

/** "1 minute 3 seconds". */
export const timeInWords = (seconds: number): string => {
  const { hour, minute, second } = partsOf(seconds);
  const said = [
    ...(hour > 0 ? [durationText('hour', hour)] : []),
    ...(minute > 0 ? [durationText('minute', minute)] : []),
    ...(second > 0 || seconds < 1 ? [durationText('second', second)] : []),
  ];
  // Narrow: with a space in English, with nothing between in Chinese.
  return new Intl.ListFormat(language(), { type: 'unit', style: 'narrow' }).format(said);
};

export const minutesInWords = (minutes: number): string => durationText('minute', minutes);

/** "1:03", or "1:02:03". */
export const timeInDigits = (seconds: number): string => {
  const { hour, minute, second } = partsOf(seconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  return hour > 0 ? `${hour}:${two(minute)}:${two(second)}` : `${minute}:${two(second)}`;
};

/** Where in the track, as assistive technology says it; `total` is null while unknown. */
export const positionInWords = (elapsed: number, total: number | null): string =>
  total === null ? timeInWords(elapsed) : text('playerSeekValue', timeInWords(elapsed), timeInWords(total));

/** What is left until `end` (milliseconds since 1970): minutes, and seconds in the last one; short. */
export const leftInWords = (end: number): string => {
  const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
  const left =
    seconds < 60 ? durationText('second', seconds, 'short') : durationText('minute', Math.ceil(seconds / 60), 'short');
  return text('playerSleepLeft', left);
};
