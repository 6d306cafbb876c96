import { block, chords, melody, type Note, type Piece, transpose } from '../score.ts';
import { feltPiano, glass } from '../struck.ts';
import { lark, pad, softBass } from '../sustained.ts';

// C Lydian, then A flat Lydian, then C major.
const harmony = chords(`
  C2 G2 E3 B3 D4 | C2 G2 D3 F#3 B3 | C2 G2 E3 B3 D4 | A1 E2 C3 G3 B3 |
  Ab1 Eb2 C3 G3 D4 | Bb1 F2 D3 G3 C4 | C2 G2 E3 A3 D4 | C2 G2 D3 F#3 B3 |
  A1 E2 C3 G3 B3 | F2 C3 A3 E4 G4 | G1 D2 C3 F3 A3 | C2 G2 E3 B3 D4`);

const tune = melody(
  `_:2 G4 B4 | D5:3 F#5 | E5:4 | _ C5 E5 G5 | G5:2 Eb5 D5 | F5:3 C5 | D5:2 A4 G4 | F#5:4 |
   _ E5 G5 B5 | A5:2 G5 C5 | D5:3 C5 | E5:4`,
  { velocity: 0.5 },
);

/** Chirps around one pitch, from `beat` on; `steps` are semitones. */
function chirps(beat: number, steps: number[]): Note[] {
  return steps.map((step, i) => ({
    beat: beat + i * 0.14 + (i % 3 === 2 ? 0.07 : 0),
    beats: 0.1,
    pitch: 102 + step,
    velocity: 0.4 + 0.4 * Math.sin((Math.PI * (i + 1)) / (steps.length + 1)),
  }));
}

const birdsong = [
  ...chirps(5.4, [0, 3, 0, 5, 3, 0]),
  ...chirps(14.6, [4, 0, 4, 7, 4]),
  ...chirps(22.3, [0, 3, 0, 3, 7, 5, 3]),
  ...chirps(31.2, [2, 5, 2, 0]),
  ...chirps(38.5, [0, 3, 5, 3, 7, 3, 0, 3]),
  ...chirps(45.5, [5, 3, 0]),
];

/** The long notes of the tune, an octave above. */
const highNotes = transpose(
  tune.filter(({ beats }) => beats >= 3),
  12,
);

export const firstBird: Piece = {
  slug: 'first-bird',
  name: 'First Bird',
  artist: 'Waylark',
  beatsPerMinute: 58,
  beats: 48,
  layers: [
    { voice: feltPiano, notes: tune, loudness: -21, room: 0.9, echo: 0.3 },
    { voice: glass, notes: highNotes, loudness: -31, room: 1.2, echo: 0.3 },
    { voice: pad, notes: block(harmony, { every: 4, from: 1, stretch: 1.15 }), loudness: -23.5, room: 1 },
    { voice: softBass, notes: block(harmony, { every: 4, to: 1 }), loudness: -28, room: 0.2 },
    { voice: lark, notes: birdsong, loudness: -40, pan: -0.4, room: 2.5, echo: 0.3 },
  ],
  cover: {
    sky: ['#3c4f8f', '#e79a86', '#ffdca8'],
    sun: { x: 160, y: 206, radius: 40, colour: '#fff3d6' },
    land: ['#6a6a9a', '#3d4a7e'],
    road: '#ff9b5e',
    stars: 6,
    birds: [
      [176, 92, 76, 30],
      [92, 70, 22, 20],
    ],
  },
};
