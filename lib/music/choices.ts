import type { Playback, Report, SleepChoice } from './contract.ts';

/** As the service's own old 404 page had them. */
export const firstPlayback: Playback = {
  volume: 0.7,
  muted: false,
  shuffle: true,
  repeat: 'list',
  audio: null,
  position: 0,
};

/** What the sleep timer can be set to, in minutes or to the end of the track. */
export const sleepChoices = [15, 30, 60, 'track-end'] as const satisfies readonly SleepChoice[];

/** The sleep timer, set now; null is off. */
export const sleepAfter = (after: SleepChoice | null): Report['sleep'] =>
  after && { after, end: after === 'track-end' ? null : Date.now() + after * 60_000 };
