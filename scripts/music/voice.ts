import { type Random, rise, sampleRate, scale } from './dsp.ts';

/** One note for one ear: Hz, seconds held, velocity 0…1, second of the piece, -1 left or 1 right. */
export interface Tone {
  frequency: number;
  held: number;
  velocity: number;
  at: number;
  side: -1 | 1;
  random: Random;
}

/** Gives the whole sound of a note, release included, about 1 at its peak times velocity. */
export type Voice = (tone: Tone) => Float32Array;

interface Shape {
  held: number;
  attack: number;
  release: number;
}

export function framesFor({ held, release }: Shape): number {
  return Math.ceil((held + release) * sampleRate);
}

/** A cosine in over `attack` seconds and out over `release` after `held`: no edge that could click. */
export function shaped(sound: Float32Array, { held, attack, release }: Shape): Float32Array {
  scale(sound, (i) => {
    const t = i / sampleRate;
    return rise(t, 0, attack) * (1 - rise(t, held, held + release));
  });
  return sound;
}
