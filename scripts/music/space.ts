import { lowpass, type Random, sampleRate, smoothStep, type Stereo } from './dsp.ts';

/** Fast Fourier transform, in place, radix 2. The length must be a power of two. */
function fourier(real: Float64Array, imaginary: Float64Array): void {
  const n = real.length;
  reorder(real, imaginary);
  const angles = Array.from({ length: n / 2 }, (_, i) => (-2 * Math.PI * i) / n);
  const cosines = Float64Array.from(angles, Math.cos);
  const sines = Float64Array.from(angles, Math.sin);

  for (let half = 1; half < n; half *= 2) {
    const stride = n / half / 2;
    for (let start = 0; start < n; start += half * 2) {
      for (let k = 0; k < half; k++) {
        const cosine = cosines[k * stride] ?? 0;
        const sine = sines[k * stride] ?? 0;
        const a = start + k;
        const b = a + half;
        const realA = real[a] ?? 0;
        const imaginaryA = imaginary[a] ?? 0;
        const realB = real[b] ?? 0;
        const imaginaryB = imaginary[b] ?? 0;

        const x = realB * cosine - imaginaryB * sine;
        const y = realB * sine + imaginaryB * cosine;
        real[a] = realA + x;
        imaginary[a] = imaginaryA + y;
        real[b] = realA - x;
        imaginary[b] = imaginaryA - y;
      }
    }
  }
}

/** Moves each value to the index with the bits of its own index in reverse order. */
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
  const first = values[i] ?? 0;
  values[i] = values[j] ?? 0;
  values[j] = first;
}

/**
 * Impulse response of a hall for one channel, with energy 1: noise whose low frequencies decay by 60 dB in `seconds` and
 * whose high frequencies decay faster.
 */
function hallResponse(random: Random, seconds: number): Float64Array {
  const low = lowpass(500);
  const middle = lowpass(2600);
  const bass = lowpass(110);

  const response = Float64Array.from({ length: Math.ceil(seconds * 1.1 * sampleRate) }, (_, i) => {
    const t = i / sampleRate - 0.018;
    const noise = random() * 2 - 1;
    const dark = low(noise);
    const mid = middle(noise);
    const rumble = bass(noise);
    if (t < 0) return 0;

    // exp(-6.91) is -60 dB.
    const decay = (duration: number): number => Math.exp((-6.91 * t) / duration);
    const bands = (dark - rumble) * decay(seconds) + (mid - dark) * decay(seconds * 0.7);
    return (bands + (noise - mid) * 0.5 * decay(seconds * 0.3)) * (0.35 + 0.65 * smoothStep(t, 0, 0.05));
  });

  const energy = response.reduce((sum, x) => sum + x * x, 0);
  return response.map((x) => x / Math.sqrt(energy));
}

/**
 * The sound of `dry` in a hall whose reverb lasts `seconds`. It is a convolution with noise, which does not ring as delay
 * lines do. One complex transform carries both channels: the left one is the real part, the right one the imaginary part.
 */
export function reverberate(dry: Float32Array, seconds: number, random: Random): Stereo {
  const left = hallResponse(random, seconds);
  const right = hallResponse(random, seconds);
  let size = 1;
  while (size < dry.length + left.length) size *= 2;

  const real = padded(dry, size);
  const imaginary = new Float64Array(size);
  const hallReal = padded(left, size);
  const hallImaginary = padded(right, size);
  fourier(real, imaginary);
  fourier(hallReal, hallImaginary);

  for (let i = 0; i < size; i++) {
    const a = real[i] ?? 0;
    const b = imaginary[i] ?? 0;
    const c = hallReal[i] ?? 0;
    const d = hallImaginary[i] ?? 0;
    // The product is conjugated: the same transform is then the inverse one.
    real[i] = (a * c - b * d) / size;
    imaginary[i] = -(a * d + b * c) / size;
  }
  fourier(real, imaginary);

  return {
    left: Float32Array.from(real.subarray(0, dry.length)),
    right: Float32Array.from(imaginary.subarray(0, dry.length), (x) => -x),
  };
}

function padded(values: Float32Array | Float64Array, size: number): Float64Array {
  const result = new Float64Array(size);
  result.set(values);
  return result;
}

/** Echoes that alternate between the channels, `seconds` apart; each has a lower level and fewer high frequencies. */
export function pingPong(dry: Float32Array, seconds: number): Stereo {
  const left = new Float32Array(dry.length);
  const right = new Float32Array(dry.length);
  const leftFilter = lowpass(2200);
  const rightFilter = lowpass(1800);
  const delay = Math.round(seconds * sampleRate);
  for (let i = delay; i < dry.length; i++) {
    left[i] = leftFilter((dry[i - delay] ?? 0) + 0.42 * (right[i - delay] ?? 0));
    right[i] = rightFilter(0.72 * (left[i - delay] ?? 0));
  }
  return { left, right };
}
