import { lowpass, type Random, rise, sampleRate, type Stereo } from './dsp.ts';

/** In place, radix 2; the length is a power of two. */
function fourier(real: Float64Array, imaginary: Float64Array): void {
  const n = real.length;
  reorder(real, imaginary);
  const angles = Array.from({ length: n / 2 }, (_, i) => (-2 * Math.PI * i) / n);
  const [cosines, sines] = [Float64Array.from(angles, Math.cos), Float64Array.from(angles, Math.sin)];
  for (let half = 1; half < n; half *= 2) {
    const stride = n / half / 2;
    for (let start = 0; start < n; start += half * 2) {
      for (let k = 0; k < half; k++) {
        const [c, s] = [cosines[k * stride] ?? 0, sines[k * stride] ?? 0];
        const [a, b] = [start + k, start + k + half];
        const [ar, ai, br, bi] = [real[a] ?? 0, imaginary[a] ?? 0, real[b] ?? 0, imaginary[b] ?? 0];
        const [x, y] = [br * c - bi * s, br * s + bi * c];
        real[a] = ar + x;
        imaginary[a] = ai + y;
        real[b] = ar - x;
        imaginary[b] = ai - y;
      }
    }
  }
}

/** Puts each value where its index, read with the bits reversed, belongs. */
function reorder(real: Float64Array, imaginary: Float64Array): void {
  const n = real.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    swap(real, i, j);
    swap(imaginary, i, j);
  }
}

function swap(values: Float64Array, i: number, j: number): void {
  const kept = values[i] ?? 0;
  values[i] = values[j] ?? 0;
  values[j] = kept;
}

/** A hall's answer at one ear, energy 1: noise; its lows fall by 60 dB in `seconds`, its highs sooner. */
function hall(random: Random, seconds: number): Float64Array {
  const [low, middle] = [lowpass(500), lowpass(2600)];
  const bass = lowpass(110);
  const answer = Float64Array.from({ length: Math.ceil(seconds * 1.1 * sampleRate) }, (_, i) => {
    const t = i / sampleRate - 0.018;
    const noise = random() * 2 - 1;
    const [dark, mid, rumble] = [low(noise), middle(noise), bass(noise)];
    if (t < 0) return 0;
    const fall = (sixty: number): number => Math.exp((-6.91 * t) / sixty);
    const bands = (dark - rumble) * fall(seconds) + (mid - dark) * fall(seconds * 0.7);
    return (bands + (noise - mid) * 0.5 * fall(seconds * 0.3)) * (0.35 + 0.65 * rise(t, 0, 0.05));
  });
  const energy = answer.reduce((sum, x) => sum + x * x, 0);
  return answer.map((x) => x / Math.sqrt(energy));
}

/**
 * The sound of `dry` in a hall. Convolution with white-noise tails has no metallic ring, and one complex
 * transform carries both ears: the left one as real, the right one as imaginary part.
 */
export function reverberate(dry: Float32Array, seconds: number, random: Random): Stereo {
  const [left, right] = [hall(random, seconds), hall(random, seconds)];
  let size = 1;
  while (size < dry.length + left.length) size *= 2;
  const [sr, si, hr, hi] = [dry, [], left, right].map((values) => {
    const padded = new Float64Array(size);
    padded.set(values);
    return padded;
  }) as [Float64Array, Float64Array, Float64Array, Float64Array];
  fourier(sr, si);
  fourier(hr, hi);
  for (let i = 0; i < size; i++) {
    const [a, b, c, d] = [sr[i] ?? 0, si[i] ?? 0, hr[i] ?? 0, hi[i] ?? 0];
    // Conjugated, so that the same transform goes back.
    sr[i] = (a * c - b * d) / size;
    si[i] = -(a * d + b * c) / size;
  }
  fourier(sr, si);
  return {
    left: Float32Array.from(sr.subarray(0, dry.length)),
    right: Float32Array.from(si.subarray(0, dry.length), (x) => -x),
  };
}

/** Repeats that go from ear to ear, `seconds` apart, each softer and darker than the one before. */
export function pingPong(dry: Float32Array, seconds: number): Stereo {
  const left = new Float32Array(dry.length);
  const right = new Float32Array(dry.length);
  const [dim, dimmer] = [lowpass(2200), lowpass(1800)];
  const delay = Math.round(seconds * sampleRate);
  for (let i = delay; i < dry.length; i++) {
    left[i] = dim((dry[i - delay] ?? 0) + 0.42 * (right[i - delay] ?? 0));
    right[i] = dimmer(0.72 * (left[i - delay] ?? 0));
  }
  return { left, right };
}
