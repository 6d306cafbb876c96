import { biquad, decibels, rise, sampleRate, scale, type Stereo } from './dsp.ts';

/** Mean power of each stretch of 400 ms, 100 ms apart, heard as ITU-R BS.1770 hears (K-weighting). */
function powers({ left, right }: Stereo): number[] {
  const hop = Math.round(sampleRate / 10);
  const tenths: number[] = new Array<number>(Math.ceil(left.length / hop)).fill(0);
  for (const ear of [left, right]) {
    const shelf = biquad({ type: 'highshelf', frequency: 1682, q: Math.SQRT1_2, gain: 4 });
    const floor = biquad({ type: 'highpass', frequency: 38, q: 0.5 });
    ear.forEach((x, i) => {
      const tenth = Math.floor(i / hop);
      tenths[tenth] = (tenths[tenth] ?? 0) + floor(shelf(x)) ** 2 / hop;
    });
  }
  return tenths.slice(3).map((_, i) => tenths.slice(i, i + 4).reduce((sum, x) => sum + x / 4, 0));
}

function mean(values: number[]): number {
  return values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length);
}

const lufs = (power: number): number => -0.691 + 10 * Math.log10(power);

/** Gated loudness in LUFS (ITU-R BS.1770). */
export function loudness(sound: Stereo): number {
  const heard = powers(sound).filter((power) => lufs(power) > -70);
  const gate = mean(heard) / 10;
  return lufs(mean(heard.filter((power) => power > gate)));
}

export function setLoudness(sound: Stereo, target: number): void {
  const gain = decibels(target - loudness(sound));
  for (const ear of [sound.left, sound.right]) scale(ear, () => gain);
}

/** Bends what is above 0.5 so that nothing passes 0.8 (-1.9 dBFS), with no corner in the curve. */
function tamed(x: number): number {
  const over = Math.abs(x) - 0.5;
  return over <= 0 ? x : Math.sign(x) * (0.5 + 0.3 * Math.tanh(over / 0.3));
}

/** In place: rumble and DC out, loudness set, peaks tamed, ends faded. */
export function master(sound: Stereo, { target, fadeOut }: { target: number; fadeOut: number }): void {
  const { left, right } = sound;
  for (const ear of [left, right]) {
    const floor = biquad({ type: 'highpass', frequency: 32, q: Math.SQRT1_2 });
    ear.forEach((x, i) => (ear[i] = floor(x)));
  }
  const seconds = left.length / sampleRate;
  const fade = (i: number): number => {
    const t = i / sampleRate;
    return rise(t, 0, 0.15) * (1 - rise(t, seconds - fadeOut, seconds - 0.05));
  };
  for (const ear of [left, right]) scale(ear, fade);
  setLoudness(sound, target);
  for (const ear of [left, right]) ear.forEach((x, i) => (ear[i] = tamed(x)));
}
