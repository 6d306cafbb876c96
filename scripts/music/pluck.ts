import { lowpass, sampleRate } from './dsp.ts';
import { applyEnvelope, framesFor, type Tone, type Voice } from './voice.ts';

/** One period of low-passed noise: the shape of a string that a finger plucks near a third of its length. */
function excitation({ random, velocity }: Tone, period: number): Float32Array {
  const length = Math.floor(period);
  const first = lowpass(900 + 2800 * velocity);
  const second = lowpass(900 + 2800 * velocity);
  const raw = Float32Array.from({ length }, () => random() * 2 - 1);

  // The filters run twice over the noise so that its end joins its start: a step would click in every period.
  raw.forEach((x) => second(first(x)));
  const noise = raw.map((x) => second(first(x)));

  const finger = Math.round(length * 0.31);
  const shape = noise.map((x, i) => x - (noise[(i + finger) % length] ?? 0));
  const mean = shape.reduce((sum, x) => sum + x, 0) / length;
  const power = shape.reduce((sum, x) => sum + (x - mean) ** 2, 0) / length;
  return shape.map((x) => ((x - mean) / Math.sqrt(power)) * velocity * 0.3);
}

/** A nylon string (Karplus and Strong): a loop of one period that loses high frequencies in each round. */
export const nylon: Voice = (tone) => {
  const envelope = { duration: tone.duration + 0.2, attack: 0.004, release: 0.4 };
  const out = new Float32Array(framesFor(envelope));
  const damping = 0.42;

  const period = sampleRate / tone.frequency - damping;
  const whole = Math.floor(period);
  const fraction = period - whole;
  const loss = Math.exp(-1 / (tone.frequency * 1.9 * Math.min(1.5, Math.sqrt(200 / tone.frequency))));

  // Frames before 0 are the shape of the string when the finger releases it.
  const start = excitation(tone, period);
  const read = (i: number): number => (i < 0 ? start.at(i % whole) : out[i]) ?? 0;

  let last = read(-1);
  for (let i = 0; i < out.length; i++) {
    const now = read(i - whole) * (1 - fraction) + read(i - whole - 1) * fraction;
    out[i] = loss * ((1 - damping) * now + damping * last);
    last = now;
  }
  return applyEnvelope(out, envelope);
};
