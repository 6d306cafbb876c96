import type { Scene } from './covers.ts';
import type { Voice } from './voice.ts';

export interface Note {
  /** The beat of the piece at which it begins. */
  beat: number;
  /** Its length. */
  beats: number;
  /** MIDI number: 69 is A4, 440 Hz. */
  pitch: number;
  /** 0 to 1. */
  velocity: number;
}

/** The notes of one instrument. */
export interface Layer {
  voice: Voice;
  notes: Note[];
  /** LUFS, before mastering. */
  loudness: number;
  /** -1 is left, 1 is right. */
  pan?: number;
  /** Gain of the signal that is sent to the reverb. */
  room: number;
  /** Gain of the signal that is sent to the echo. */
  echo?: number;
}

export interface Piece {
  /** Name of its files. */
  slug: string;
  name: string;
  /** Several artists are joined by a comma without a space, as the contract has it. */
  artist: string;
  beatsPerMinute: number;
  beats: number;
  layers: Layer[];
  cover: Scene;
}

const scaleDegrees: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** The MIDI number of a note: 'F#4' → 66. */
function pitchOf(name: string): number {
  const [, letter = '', accidental = '', octave = ''] = /^([A-G])([#b]?)(\d)$/.exec(name) ?? [];
  const semitone = scaleDegrees[letter];
  if (semitone === undefined) throw new Error(`Not a note: ${name}`);
  return semitone + 12 * (Number(octave) + 1) + { '': 0, '#': 1, b: -1 }[accidental as '' | '#' | 'b'];
}

/**
 * Notes that follow each other, such as 'D5:2 E5 _:.5 | F#5'. The number after the colon is the length in beats, 1 by
 * default; `_` is a rest.
 */
export function melody(text: string, { at = 0, velocity = 0.6 } = {}): Note[] {
  const notes: Note[] = [];
  let beat = at;
  for (const word of text.split(/[\s|]+/).filter(Boolean)) {
    const [name = '', length = '1'] = word.split(':');
    const beats = Number(length);
    // Long notes are louder than short ones.
    const accent = Math.min(1.15, 0.88 + 0.09 * beats);
    if (name !== '_') notes.push({ beat, beats, pitch: pitchOf(name), velocity: velocity * accent });
    beat += beats;
  }
  return notes;
}

/** The pitches of each chord, lowest first: 'D2 A2 F#3 | G2 D3 B3' is two chords. */
export function chords(text: string): number[][] {
  return text.split('|').map((bar) => bar.trim().split(/\s+/).map(pitchOf));
}

interface ChordTiming {
  /** Beats of each chord. */
  every: number;
  /** The beat of the first chord. */
  at?: number;
  velocity?: number;
  /** Factor of the notes' lengths. */
  stretch?: number;
}

interface ArpeggioOptions extends ChordTiming {
  /** Indexes of notes in the chord, such as '0 2 3 _'; `_` is a rest. */
  pattern: string;
  /** Beats between two notes. */
  step: number;
}

/** Plays the notes of each chord one after another; each note lasts until the end of its chord. */
export function arpeggio(
  harmony: number[][],
  { pattern, step, every, at = 0, velocity = 0.5, stretch = 1 }: ArpeggioOptions,
): Note[] {
  const order = pattern.split(' ');
  return harmony.flatMap((chord, bar) =>
    Array.from({ length: Math.round(every / step) }, (_, i): Note[] => {
      const pitch = chord[Number(order[i % order.length])];
      const beats = Math.max(step * 2, (every - i * step) * stretch);
      const accent = i === 0 ? 1.12 : 0.9 + 0.12 * Math.sin((Math.PI * i * step) / every);
      if (pitch === undefined) return [];
      return [{ beat: at + bar * every + i * step, beats, pitch, velocity: velocity * accent }];
    }).flat(),
  );
}

interface BlockOptions extends ChordTiming {
  /** Beats between two notes of a chord. */
  roll?: number;
  /** Index of the first note in a chord that is played. */
  from?: number;
  /** Index after the last one. */
  to?: number;
}

/** Plays all notes of each chord, at once or with `roll` between them. */
export function block(
  harmony: number[][],
  { every, at = 0, velocity = 0.5, stretch = 1, roll = 0, from = 0, to = 9 }: BlockOptions,
): Note[] {
  return harmony.flatMap((chord, bar) =>
    chord.slice(from, to).map((pitch, i) => ({
      beat: at + bar * every + i * roll,
      beats: every * stretch - i * roll,
      pitch,
      velocity: velocity * (1 - 0.04 * i),
    })),
  );
}

/** Moves notes up by semitones. */
export function transpose(notes: Note[], semitones: number): Note[] {
  return notes.map((note) => ({ ...note, pitch: note.pitch + semitones }));
}
