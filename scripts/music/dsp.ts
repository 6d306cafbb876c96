/** Frames a second of everything here. */
export const sampleRate = 44100;

/** Uniform in 0…1, the same series for the same seed. */
export type Random = () => number;

export interface Stereo {
  left: Float32Array;
  right: Float32Array;
}

/** FNV-1a over the text, then mulberry32. */
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

/** Adds `source` times `gain` to `target`, from `offset` frames on; what does not fit is dropped. */
export function mix(target: Float32Array, source: Float32Array, { gain = 1, offset = 0 } = {}): void {
  const end = Math.min(source.length, target.length - offset);
  for (let i = 0; i < end; i++) {
    target[offset + i] = (target[offset + i] ?? 0) + (source[i] ?? 0) * gain;
  }
}

export function scale(signal: Float32Array, gain: (frame: number) => number): void {
  for (let i = 0; i < signal.length; i++) signal[i] = (signal[i] ?? 0) * gain(i);
}

export function decibels(level: number): number {
  return 10 ** (level / 20);
}

/** 0 before `from`, 1 after `to`, a cosine between them. */
export function rise(x: number, from: number, to: number): number {
  const part = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return 0.5 - 0.5 * Math.cos(Math.PI * part);
}

/** One pole, `cutoff` in Hz. */
export function lowpass(cutoff: number): (x: number) => number {
  const keep = Math.exp((-2 * Math.PI * cutoff) / sampleRate);
  let y = 0;
  return (x) => (y = x + keep * (y - x));
}

interface Biquad {
  type: 'highpass' | 'highshelf';
  frequency: number;
  q: number;
  gain?: number;
}

/** Second-order filters of the Audio EQ Cookbook (R. Bristow-Johnson), `gain` in dB. */
export function biquad({ type, frequency, q, gain = 0 }: Biquad): (x: number) => number {
  const [b0, b1, b2, a0, a1, a2] = coefficients[type]((2 * Math.PI * frequency) / sampleRate, q, gain);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return (x) => {
    const y = (b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2) / a0;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  };
}

type Coefficients = [b0: number, b1: number, b2: number, a0: number, a1: number, a2: number];

const coefficients = {
  highpass(w: number, q: number): Coefficients {
    const [cos, alpha] = [Math.cos(w), Math.sin(w) / (2 * q)];
    return [(1 + cos) / 2, -(1 + cos), (1 + cos) / 2, 1 + alpha, -2 * cos, 1 - alpha];
  },
  highshelf(w: number, q: number, gain: number): Coefficients {
    const a = 10 ** (gain / 40);
    const [cos, slope] = [Math.cos(w), (Math.sqrt(a) * Math.sin(w)) / q];
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
