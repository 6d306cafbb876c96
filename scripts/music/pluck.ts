import { lowpass, sampleRate } from './dsp.ts';
import { framesFor, shaped, type Tone, type Voice } from './voice.ts';

/** One period of softened noise, as a finger near a third of the string would leave it. */
function excitation({ random, velocity }: Tone, period: number): Float32Array {
  const length = Math.floor(period);
  const [soft, softer] = [lowpass(900 + 2800 * velocity), lowpass(900 + 2800 * velocity)];
  const raw = Float32Array.from({ length }, () => random() * 2 - 1);
  // The second time round joins end and start: a step there would tick with every turn of the loop.
  raw.forEach((x) => softer(soft(x)));
  const noise = raw.map((x) => softer(soft(x)));
  const finger = Math.round(length * 0.31);
  const shape = noise.map((x, i) => x - (noise[(i + finger) % length] ?? 0));
  const mean = shape.reduce((sum, x) => sum + x, 0) / length;
  const power = shape.reduce((sum, x) => sum + (x - mean) ** 2, 0) / length;
  return shape.map((x) => ((x - mean) / Math.sqrt(power)) * velocity * 0.3);
}

/** A nylon string (Karplus and Strong): a loop as long as a period, a little duller each time round. */
export const nylon: Voice = (tone) => {
  const shape = { held: tone.held + 0.2, attack: 0.004, release: 0.4 };
  const out = new Float32Array(framesFor(shape));
  const dull = 0.42;
  const period = sampleRate / tone.frequency - dull;
  const whole = Math.floor(period);
  const part = period - whole;
  const loss = Math.exp(-1 / (tone.frequency * 1.9 * Math.min(1.5, Math.sqrt(200 / tone.frequency))));
  // The string is already in that shape when it is let go.
  const start = excitation(tone, period);
  const read = (i: number): number => (i < 0 ? start.at(i % whole) : out[i]) ?? 0;
  let last = read(-1);
  for (let i = 0; i < out.length; i++) {
    const now = read(i - whole) * (1 - part) + read(i - whole - 1) * part;
    out[i] = loss * ((1 - dull) * now + dull * last);
    last = now;
  }
  return shaped(out, shape);
};
