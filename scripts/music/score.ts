import type { Scene } from './covers.ts';
import type { Voice } from './voice.ts';

/** `pitch` is a MIDI number (69 = A4 = 440 Hz), `velocity` 0…1. */
export interface Note {
  beat: number;
  beats: number;
  pitch: number;
  velocity: number;
}

/** `loudness` in LUFS before mastering, `pan` -1…1, `room` and `echo` are parts of the layer sent there. */
export interface Layer {
  voice: Voice;
  notes: Note[];
  loudness: number;
  pan?: number;
  room: number;
  echo?: number;
}

export interface Piece {
  slug: string;
  name: string;
  /** Several artists are joined by a comma without a space, as the service writes them. */
  artist: string;
  beatsPerMinute: number;
  beats: number;
  layers: Layer[];
  cover: Scene;
}

const semitones: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** 'F#4' → 66. */
function pitchOf(name: string): number {
  const [, letter = '', accidental = '', octave = ''] = /^([A-G])([#b]?)(\d)$/.exec(name) ?? [];
  const semitone = semitones[letter];
  if (semitone === undefined) throw new Error(`Not a note: ${name}`);
  return semitone + 12 * (Number(octave) + 1) + { '': 0, '#': 1, b: -1 }[accidental as '' | '#' | 'b'];
}

/** 'D5:2 E5 _:.5 | F#5' → notes in a row; after the colon the length in beats, 1 if none; _ rests. */
export function melody(text: string, { at = 0, velocity = 0.6 } = {}): Note[] {
  const notes: Note[] = [];
  let beat = at;
  for (const word of text.split(/[\s|]+/).filter(Boolean)) {
    const [name = '', length = '1'] = word.split(':');
    const beats = Number(length);
    // Long notes carry the phrase, short ones pass.
    const accent = Math.min(1.15, 0.88 + 0.09 * beats);
    if (name !== '_') notes.push({ beat, beats, pitch: pitchOf(name), velocity: velocity * accent });
    beat += beats;
  }
  return notes;
}

/** 'D2 A2 F#3 | G2 D3 B3' → one list of pitches a chord, lowest first. */
export function chords(text: string): number[][] {
  return text.split('|').map((bar) => bar.trim().split(/\s+/).map(pitchOf));
}

/** Each chord lasts `every` beats, starting at beat `at`; `hold` stretches what is played. */
interface Playing {
  every: number;
  at?: number;
  velocity?: number;
  hold?: number;
}

/** Plays '0 2 3 _' as indexes into each chord, `step` beats apart; a note rings to its chord's end. */
export function arpeggio(
  harmony: number[][],
  { pattern, step, every, at = 0, velocity = 0.5, hold = 1 }: Playing & { pattern: string; step: number },
): Note[] {
  const order = pattern.split(' ');
  return harmony.flatMap((chord, bar) =>
    Array.from({ length: Math.round(every / step) }, (_, i): Note[] => {
      const pitch = chord[Number(order[i % order.length])];
      const beats = Math.max(step * 2, (every - i * step) * hold);
      const lift = i === 0 ? 1.12 : 0.9 + 0.12 * Math.sin((Math.PI * i * step) / every);
      if (pitch === undefined) return [];
      return [{ beat: at + bar * every + i * step, beats, pitch, velocity: velocity * lift }];
    }).flat(),
  );
}

/** Plays each chord at once, or rolled up with `roll` beats between its notes; `from` skips the lowest. */
export function block(
  harmony: number[][],
  { every, at = 0, velocity = 0.5, hold = 1, roll = 0, from = 0, to = 9 }: Playing & Partial<Rolled>,
): Note[] {
  return harmony.flatMap((chord, bar) =>
    chord.slice(from, to).map((pitch, i) => ({
      beat: at + bar * every + i * roll,
      beats: every * hold - i * roll,
      pitch,
      velocity: velocity * (1 - 0.04 * i),
    })),
  );
}

interface Rolled {
  roll: number;
  from: number;
  to: number;
}

export function transpose(notes: Note[], by: number): Note[] {
  return notes.map((note) => ({ ...note, pitch: note.pitch + by }));
}
