import { lowpass, sampleRate } from './dsp.ts';
import { applyEnvelope, framesFor, type Tone, type Voice } from './voice.ts';

interface Ring {
  frequency: number;
  level: number;
  /** Seconds until 1/e. */
  decay: number;
}

/** Adds a sine that decays, computed by a recurrence with two multiplications. */
function ring(out: Float32Array, { frequency, level, decay }: Ring): void {
  if (frequency > 12000) return;
  const w = (2 * Math.PI * frequency) / sampleRate;
  const r = Math.exp(-1 / (decay * sampleRate));
  const feedback1 = 2 * r * Math.cos(w);
  const feedback2 = r * r;
  let y1 = 0;
  let y2 = (-level * Math.sin(w)) / r;

  for (let i = 0; i < out.length; i++) {
    out[i] = (out[i] ?? 0) + y1;
    const y = feedback1 * y1 - feedback2 * y2;
    y2 = y1;
    y1 = y;
  }
}

/** Adds the noise of a finger, hammer or comb that starts a tone; it decays within a few hundredths of a second. */
function knock(
  out: Float32Array,
  { tone, cutoff, level }: { tone: Tone; cutoff: number; level: number },
): void {
  const first = lowpass(cutoff);
  const second = lowpass(cutoff);
  const end = Math.min(out.length, Math.round(0.12 * sampleRate));
  for (let i = 0; i < end; i++) {
    const noise = second(first(tone.random() * 2 - 1));
    out[i] = (out[i] ?? 0) + noise * level * tone.velocity * Math.exp(-i / (0.02 * sampleRate));
  }
}

/** A piano with felt between hammers and strings: a dark sound, two strings per note, a soft hammer noise. */
export const feltPiano: Voice = (tone) => {
  const { frequency, velocity, random } = tone;
  const envelope = { duration: tone.duration, attack: 0.009, release: 0.5 };
  const out = new Float32Array(framesFor(envelope));
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
  return applyEnvelope(out, envelope);
};

/** `ratio` to the note's frequency, `decay` in seconds until 1/e at A4. */
type Partials = [ratio: number, level: number, decay: number][];

function tines(partials: Partials, { cutoff, level }: { cutoff: number; level: number }): Voice {
  return (tone) => {
    const envelope = { duration: tone.duration + 0.6, attack: 0.004, release: 0.8 };
    const out = new Float32Array(framesFor(envelope));
    const longer = Math.sqrt(440 / tone.frequency);
    const tuning = 2 ** (((tone.random() - 0.5) * 3) / 1200);
    partials.forEach(([ratio, strength, decay], i) => {
      // A higher velocity raises the overtones more than the fundamental.
      const loudness = i === 0 ? tone.velocity : tone.velocity ** 1.7;
      ring(out, {
        frequency: tone.frequency * ratio * tuning,
        level: strength * loudness,
        decay: decay * longer,
      });
    });
    knock(out, { tone, cutoff, level });
    return applyEnvelope(out, envelope);
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

/** A glass bowl: almost only the fundamental, twice and slightly detuned. */
export const glass = tines(
  [
    [1, 0.55, 2.6],
    [1.0016, 0.35, 2.2],
    [2.71, 0.07, 0.9],
    [5.15, 0.02, 0.4],
  ],
  { cutoff: 900, level: 0.05 },
);
