import { lowpass, sampleRate } from './dsp.ts';
import { framesFor, shaped, type Tone, type Voice } from './voice.ts';

interface Ring {
  frequency: number;
  level: number;
  /** Seconds until 1/e. */
  decay: number;
}

/** Adds one dying sine, by the two-multiply recurrence. */
function ring(out: Float32Array, { frequency, level, decay }: Ring): void {
  if (frequency > 12000) return;
  const w = (2 * Math.PI * frequency) / sampleRate;
  const r = Math.exp(-1 / (decay * sampleRate));
  const [feed, back] = [2 * r * Math.cos(w), r * r];
  let [y1, y2] = [0, (-level * Math.sin(w)) / r];
  for (let i = 0; i < out.length; i++) {
    out[i] = (out[i] ?? 0) + y1;
    const y = feed * y1 - back * y2;
    y2 = y1;
    y1 = y;
  }
}

/** The finger, felt or comb behind the tone: soft noise, gone after a few hundredths of a second. */
function knock(
  out: Float32Array,
  { tone, cutoff, level }: { tone: Tone; cutoff: number; level: number },
): void {
  const [soft, softer] = [lowpass(cutoff), lowpass(cutoff)];
  const end = Math.min(out.length, Math.round(0.12 * sampleRate));
  for (let i = 0; i < end; i++) {
    const noise = softer(soft(tone.random() * 2 - 1));
    out[i] = (out[i] ?? 0) + noise * level * tone.velocity * Math.exp(-i / (0.02 * sampleRate));
  }
}

/** A piano with felt between hammer and strings: dark, two strings a note, a breath of hammer. */
export const feltPiano: Voice = (tone) => {
  const { frequency, velocity, random } = tone;
  const shape = { held: tone.held, attack: 0.009, release: 0.5 };
  const out = new Float32Array(framesFor(shape));
  const body = 3.2 * Math.min(1.6, Math.sqrt(220 / frequency));
  const bright = 500 + 1500 * velocity;
  for (let n = 1; n <= 14 && n * frequency < 6500; n++) {
    const partial = n * frequency * Math.sqrt(1 + 0.00035 * n * n);
    const level = (n ** -0.9 * Math.exp(-partial / bright) * velocity) / Math.exp(-frequency / bright);
    const cents = 0.6 + 0.5 * random();
    const decay = body / (1 + 0.4 * (n - 1));
    ring(out, { frequency: partial * 2 ** (cents / 1200), level: level * 0.5, decay });
    ring(out, { frequency: partial * 2 ** (-cents / 1200), level: level * 0.35, decay: decay * 1.7 });
  }
  knock(out, { tone, cutoff: 700, level: 0.5 });
  return shaped(out, shape);
};

/** [ratio to the note, level, seconds until 1/e at A4] */
type Partials = [ratio: number, level: number, decay: number][];

function tines(partials: Partials, { cutoff, level }: { cutoff: number; level: number }): Voice {
  return (tone) => {
    const shape = { held: tone.held + 0.6, attack: 0.004, release: 0.8 };
    const out = new Float32Array(framesFor(shape));
    const age = Math.sqrt(440 / tone.frequency);
    const tuning = 2 ** (((tone.random() - 0.5) * 3) / 1200);
    partials.forEach(([ratio, strength, decay], i) => {
      // Hitting harder opens the overtones more than the note itself.
      const soft = i === 0 ? tone.velocity : tone.velocity ** 1.7;
      ring(out, { frequency: tone.frequency * ratio * tuning, level: strength * soft, decay: decay * age });
    });
    knock(out, { tone, cutoff, level });
    return shaped(out, shape);
  };
}

export const kalimba = tines(
  [
    [1, 0.9, 0.85],
    [2, 0.1, 0.4],
    [5.42, 0.14, 0.11],
    [8.9, 0.04, 0.05],
  ],
  { cutoff: 1100, level: 0.9 },
);

export const musicBox = tines(
  [
    [1, 0.8, 1.5],
    [2.003, 0.16, 0.9],
    [3.01, 0.1, 0.5],
    [5.1, 0.05, 0.22],
    [6.27, 0.05, 0.12],
  ],
  { cutoff: 2400, level: 0.25 },
);

/** A bowl: almost only the note, and its beating. */
export const glass = tines(
  [
    [1, 0.55, 2.6],
    [1.0016, 0.35, 2.2],
    [2.71, 0.07, 0.9],
    [5.15, 0.02, 0.4],
  ],
  { cutoff: 900, level: 0.05 },
);
