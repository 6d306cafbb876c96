import { type Random, sampleRate, scale, smoothStep } from './dsp.ts';

/** One note for one channel. */
export interface Tone {
  /** Hz. */
  frequency: number;
  /** Seconds, without the release. */
  duration: number;
  /** 0 to 1. */
  velocity: number;
  /** The second of the piece at which it begins. */
  at: number;
  /** -1 is the left channel, 1 the right one. */
  side: -1 | 1;
  random: Random;
}

/** Returns the whole sound of a note with its release. Its peak is about the velocity. */
export type Voice = (tone: Tone) => Float32Array;

/** Times in seconds. */
interface Envelope {
  duration: number;
  attack: number;
  release: number;
}

export function framesFor({ duration, release }: Envelope): number {
  return Math.ceil((duration + release) * sampleRate);
}

/** Fades a sound in and out, in place, with cosine curves that do not click. */
export function applyEnvelope(sound: Float32Array, { duration, attack, release }: Envelope): Float32Array {
  scale(sound, (i) => {
    const t = i / sampleRate;
    return smoothStep(t, 0, attack) * (1 - smoothStep(t, duration, duration + release));
  });
  return sound;
}
