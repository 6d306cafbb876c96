/** Frames per second of all sounds in this folder. */
export const sampleRate = 44100;

/** Returns uniform numbers from 0 to 1: the same series for the same seed. */
export type Random = () => number;

export interface Stereo {
  left: Float32Array;
  right: Float32Array;
}

/** A random generator seeded with a text: FNV-1a of the text, then mulberry32. */
export function seeded(text: string): Random {
  let state = 2166136261;
  for (const char of text) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function silence(frames: number): Stereo {
  return { left: new Float32Array(frames), right: new Float32Array(frames) };
}

/** Adds `source` times `gain` to `target` from frame `offset` on; frames beyond the end of `target` are dropped. */
export function mix(target: Float32Array, source: Float32Array, { gain = 1, offset = 0 } = {}): void {
  const end = Math.min(source.length, target.length - offset);
  for (let i = 0; i < end; i++) {
    target[offset + i] = (target[offset + i] ?? 0) + (source[i] ?? 0) * gain;
  }
}

/** Multiplies each frame by `gain(frame)`, in place. */
export function scale(signal: Float32Array, gain: (frame: number) => number): void {
  for (let i = 0; i < signal.length; i++) signal[i] = (signal[i] ?? 0) * gain(i);
}

/** The factor of a gain in dB. */
export function fromDecibels(gain: number): number {
  return 10 ** (gain / 20);
}

/** 0 before `from`, 1 after `to`, and a cosine curve between them. */
export function smoothStep(x: number, from: number, to: number): number {
  const part = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return 0.5 - 0.5 * Math.cos(Math.PI * part);
}

/** A low-pass filter of one pole, `cutoff` in Hz. Call it with each frame in order. */
export function lowpass(cutoff: number): (x: number) => number {
  const feedback = Math.exp((-2 * Math.PI * cutoff) / sampleRate);
  let y = 0;

  return (x) => {
    y = x + feedback * (y - x);
    return y;
  };
}

interface Biquad {
  type: 'highpass' | 'highshelf';
  frequency: number;
  q: number;
  /** Decibels. */
  gain?: number;
}

/** A second-order filter of the Audio EQ Cookbook (R. Bristow-Johnson). Call it with each frame in order. */
export function biquad({ type, frequency, q, gain = 0 }: Biquad): (x: number) => number {
  const [b0, b1, b2, a0, a1, a2] = coefficients[type]((2 * Math.PI * frequency) / sampleRate, q, gain);
  let x1 = 0;
  let x2 = 0;
  let y1 = 0;
  let y2 = 0;

  return (x) => {
    const y = (b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2) / a0;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    return y;
  };
}

type Coefficients = [b0: number, b1: number, b2: number, a0: number, a1: number, a2: number];

const coefficients = {
  highpass(w: number, q: number): Coefficients {
    const cos = Math.cos(w);
    const alpha = Math.sin(w) / (2 * q);
    return [(1 + cos) / 2, -(1 + cos), (1 + cos) / 2, 1 + alpha, -2 * cos, 1 - alpha];
  },
  highshelf(w: number, q: number, gain: number): Coefficients {
    const a = 10 ** (gain / 40);
    const cos = Math.cos(w);
    const slope = (Math.sqrt(a) * Math.sin(w)) / q;
    return [
      a * (a + 1 + (a - 1) * cos + slope),
      -2 * a * (a - 1 + (a + 1) * cos),
      a * (a + 1 + (a - 1) * cos - slope),
      a + 1 - (a - 1) * cos + slope,
      2 * (a - 1 - (a + 1) * cos),
      a + 1 - (a - 1) * cos - slope,
    ];
  },
};
