import { lowpass, sampleRate, smoothStep } from './dsp.ts';
import { applyEnvelope, framesFor, type Tone, type Voice } from './voice.ts';

const tableSize = 2048;
/** Radians of a full circle. */
const turn = 2 * Math.PI;

/** One period with the harmonics below 9 kHz, each at `level(harmonic)`, scaled to an RMS of 0.3. */
function wavetable(frequency: number, level: (harmonic: number) => number): Float32Array {
  const table = new Float32Array(tableSize + 1);
  const count = Math.max(1, Math.min(32, Math.floor(9000 / frequency)));
  let power = 0;
  for (let n = 1; n <= count; n++) {
    const amount = level(n);
    power += amount ** 2 / 2;
    for (let i = 0; i <= tableSize; i++) {
      table[i] = (table[i] ?? 0) + amount * Math.sin((turn * n * i) / tableSize + n * n);
    }
  }
  return table.map((x) => (x * 0.3) / Math.sqrt(power));
}

/** The value of a wavetable at a phase from 0 to 1, interpolated. */
function valueAt(table: Float32Array, phase: number): number {
  const position = phase * tableSize;
  const i = Math.floor(position);
  const value = table[i] ?? 0;
  return value + ((table[i + 1] ?? 0) - value) * (position - i);
}

interface Ensemble {
  tables: [dark: Float32Array, bright: Float32Array];
  players: number;
  /** How far the players are out of tune at most. */
  cents: number;
  /** Seconds. */
  attack: number;
  /** Seconds. */
  release: number;
}

/**
 * Several players, each slightly out of tune and with a vibrato. Together they change from the dark table to the bright one
 * and back in 15 seconds.
 */
function ensemble(tone: Tone, { tables, players, cents, attack, release }: Ensemble): Float32Array {
  const envelope = { duration: Math.max(tone.duration, attack), attack, release };
  const out = new Float32Array(framesFor(envelope));
  for (let player = 0; player < players; player++) {
    // The players are spread evenly, so that together they are in tune.
    const detune = 2 ** (((((player + tone.random()) / players) * 2 - 1) * cents) / 1200);
    const rate = 4.2 + tone.random();
    const depth = 0.0008 + 0.0012 * tone.random();
    let phase = tone.random();

    for (let i = 0; i < out.length; i++) {
      const t = i / sampleRate;
      const brightness = 0.45 + 0.4 * Math.sin(turn * 0.066 * (tone.at + t) + tone.side);
      const value = valueAt(tables[0], phase) * (1 - brightness) + valueAt(tables[1], phase) * brightness;
      out[i] = (out[i] ?? 0) + (value * tone.velocity) / players;
      const bend = 1 + depth * Math.sin(turn * rate * t) * Math.min(1, t);
      phase += (tone.frequency * detune * bend) / sampleRate;
      phase -= Math.floor(phase);
    }
  }
  return applyEnvelope(out, envelope);
}

export const pad: Voice = (tone) =>
  ensemble(tone, {
    tables: [wavetable(tone.frequency, (n) => n ** -2.6), wavetable(tone.frequency, (n) => n ** -1.6)],
    players: 3,
    cents: 7,
    attack: 1.5,
    release: 2.4,
  });

/** Gain of a voice's formants at a frequency in Hz; each formant is half an octave wide. */
function formantGain(hertz: number, formants: [centre: number, level: number][]): number {
  return formants.reduce((sum, [centre, level]) => {
    return sum + level * Math.exp(-((Math.log2(hertz / centre) / 0.5) ** 2));
  }, 0.01);
}

/** Distant voices that change between "oo" and "ah". */
export const choir: Voice = (tone) => {
  const sung = (formants: [number, number][]): Float32Array =>
    wavetable(tone.frequency, (n) => n ** -0.7 * formantGain(n * tone.frequency, formants));
  const oo = sung([[340, 1], [760, 0.16], [2300, 0.01]]); // prettier-ignore
  const ah = sung([[640, 1], [1050, 0.5], [2500, 0.05]]); // prettier-ignore
  return ensemble(tone, { tables: [oo, ah], players: 4, cents: 11, attack: 1.1, release: 1.8 });
};

/** An electric piano by frequency modulation, which moves slowly between the channels. */
export const electricPiano: Voice = (tone) => {
  const { frequency, velocity, at, side } = tone;
  const envelope = { duration: tone.duration, attack: 0.005, release: 0.45 };
  const out = new Float32Array(framesFor(envelope));
  const body = 1.7 * Math.min(1.5, (220 / frequency) ** 0.4);
  for (let i = 0; i < out.length; i++) {
    const t = i / sampleRate;
    const angle = turn * frequency * t;
    const index = velocity * (0.7 + 2.3 * Math.exp(-t / 0.6)) * Math.min(1, 600 / frequency);
    const bark = Math.sin(angle + index * Math.sin(angle));
    const bell = frequency < 700 ? 0.35 * velocity ** 2 * Math.exp(-t / 0.22) * Math.sin(7.02 * angle) : 0;
    const drift = 1 + 0.22 * side * Math.sin(turn * 0.8 * (at + t));
    out[i] = (bark * Math.exp(-t / body) + bell) * 0.5 * velocity * drift;
  }
  return applyEnvelope(out, envelope);
};

/** A small wooden flute: the noise of the breath, then the note, then a slow vibrato. */
export const flute: Voice = (tone) => {
  const { frequency, velocity, duration, random } = tone;
  const envelope = { duration: Math.max(0.2, duration - 0.05), attack: 0.11, release: 0.35 };
  const out = new Float32Array(framesFor(envelope));
  const upper = lowpass(frequency * 2);
  const lower = lowpass(frequency);
  let angle = 0;
  for (let i = 0; i < out.length; i++) {
    const t = i / sampleRate;
    const vibrato = Math.sin(turn * 4.6 * t) * smoothStep(t, 0.35, 1.1);
    angle += (turn * frequency * (1 + 0.0028 * vibrato - 0.004 * Math.exp(-t / 0.05))) / sampleRate;
    const noise = random() * 2 - 1;
    const breath = (upper(noise) - lower(noise)) * (0.03 + 0.12 * Math.exp(-t / 0.06));
    const note =
      Math.sin(angle) + 0.14 * velocity * Math.sin(2 * angle) + 0.05 * velocity * Math.sin(3 * angle);
    out[i] = (note * (1 + 0.04 * vibrato) + breath) * 0.5 * velocity;
  }
  return applyEnvelope(out, envelope);
};

export const softBass: Voice = (tone) => {
  const envelope = { duration: tone.duration * 0.92, attack: 0.05, release: 0.35 };
  const out = new Float32Array(framesFor(envelope));
  for (let i = 0; i < out.length; i++) {
    const angle = (turn * tone.frequency * i) / sampleRate;
    const note = Math.sin(angle) + 0.3 * Math.sin(2 * angle) + 0.1 * Math.sin(3 * angle);
    out[i] = note * 0.5 * tone.velocity * (0.55 + 0.45 * Math.exp(-i / sampleRate / 1.2));
  }
  return applyEnvelope(out, envelope);
};

/** A distant lark: one falling or rising chirp of an eighth of a second or less. */
export const lark: Voice = (tone) => {
  const envelope = { duration: 0.03 + 0.05 * tone.velocity, attack: 0.02, release: 0.05 };
  const out = new Float32Array(framesFor(envelope));
  // The bend depends on the note and not on `random`, so that both channels have the same chirp.
  const bend = Math.sin(tone.frequency * 7 + tone.at * 3) * 0.22;
  let angle = 0;
  for (let i = 0; i < out.length; i++) {
    angle += (turn * tone.frequency * (1 + (bend * i) / out.length)) / sampleRate;
    out[i] = Math.sin(angle) * 0.3 * tone.velocity;
  }
  return applyEnvelope(out, envelope);
};
