import { biquad, fromDecibels, sampleRate, scale, smoothStep, type Stereo } from './dsp.ts';

/** Mean power of blocks of 400 ms that begin 100 ms apart, with the K-weighting of ITU-R BS.1770. */
function blockPowers({ left, right }: Stereo): number[] {
  const framesPerTenth = Math.round(sampleRate / 10);
  const tenths: number[] = new Array<number>(Math.ceil(left.length / framesPerTenth)).fill(0);

  for (const channel of [left, right]) {
    const shelf = biquad({ type: 'highshelf', frequency: 1682, q: Math.SQRT1_2, gain: 4 });
    const highpass = biquad({ type: 'highpass', frequency: 38, q: 0.5 });
    channel.forEach((x, i) => {
      const tenth = Math.floor(i / framesPerTenth);
      tenths[tenth] = (tenths[tenth] ?? 0) + highpass(shelf(x)) ** 2 / framesPerTenth;
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
  const audible = blockPowers(sound).filter((power) => lufs(power) > -70);
  const gate = mean(audible) / 10;
  return lufs(mean(audible.filter((power) => power > gate)));
}

/** Scales a sound, in place, to a loudness in LUFS. */
export function setLoudness(sound: Stereo, target: number): void {
  const gain = fromDecibels(target - loudness(sound));
  for (const channel of [sound.left, sound.right]) scale(channel, () => gain);
}

/** A soft limiter: a smooth curve above 0.5 that does not exceed 0.8 (-1.9 dBFS). */
function limited(x: number): number {
  const over = Math.abs(x) - 0.5;
  return over <= 0 ? x : Math.sign(x) * (0.5 + 0.3 * Math.tanh(over / 0.3));
}

/**
 * Finishes a sound, in place: removes rumble and DC, fades beginning and end, sets the loudness, limits peaks.
 *
 * @param options `target` in LUFS, `fadeOut` in seconds
 */
export function master(sound: Stereo, { target, fadeOut }: { target: number; fadeOut: number }): void {
  const { left, right } = sound;
  const channels = [left, right];

  for (const channel of channels) {
    const highpass = biquad({ type: 'highpass', frequency: 32, q: Math.SQRT1_2 });
    channel.forEach((x, i) => (channel[i] = highpass(x)));
  }

  const seconds = left.length / sampleRate;
  const fade = (i: number): number => {
    const t = i / sampleRate;
    return smoothStep(t, 0, 0.15) * (1 - smoothStep(t, seconds - fadeOut, seconds - 0.05));
  };
  for (const channel of channels) scale(channel, fade);

  setLoudness(sound, target);
  for (const channel of channels) channel.forEach((x, i) => (channel[i] = limited(x)));
}
