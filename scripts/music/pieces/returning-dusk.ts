import { block, chords, melody, type Piece, transpose } from '../score.ts';
import { choir, electricPiano, flute, softBass } from '../sustained.ts';

// C major that begins on the fourth, with a minor fourth (A flat).
const harmony = chords(`
  F2 C3 A3 C4 E4 G4 | F2 D3 G3 B3 D4 G4 | E2 B2 G3 B3 D4 G4 | A2 E3 G3 B3 C4 E4 |
  D2 A2 F3 A3 C4 E4 | F2 C3 Ab3 C4 D4 F4 | C2 G2 E3 G3 B3 D4 | C2 G2 E3 G3 A3 D4 |
  F2 C3 A3 C4 E4 G4 | F2 D3 G3 B3 D4 A4 | E2 B2 G3 B3 D4 G4 | A2 E3 G3 C4 E4 B4 |
  D2 A2 F3 A3 C4 E4 | F2 C3 Ab3 C4 D4 F4 | C2 G2 E3 G3 B3 D4`);

const tune = melody(
  `_:4 | _:4 | _:2 D5 E5 | G5:3 E5 | F5:2 E5 A4 | C5:1.5 D5:.5 Ab4:2 | G4:3 _ | _:4 |
   E5:1.5 G5:.5 C6:2 | B5:3 A5 | G5:2 D5:2 | E5:3 B4 | C5 D5 F5 A5 | Ab5:1.5 G5:.5 D5:2 | E5:4`,
  { velocity: 0.55 },
);

export const returningDusk: Piece = {
  slug: 'dusk-returning',
  name: 'Dusk, Returning',
  artist: 'Waylark,Dusk Choir',
  beatsPerMinute: 66,
  beats: 60,
  layers: [
    {
      voice: electricPiano,
      notes: [
        ...block(harmony, { every: 4, from: 2, roll: 0.09, velocity: 0.58 }),
        // Chords an octave above, in the second half of each bar.
        ...transpose(
          block(harmony, { every: 4, at: 2.5, from: 3, roll: 0.25, velocity: 0.42, stretch: 0.4 }),
          12,
        ),
      ],
      loudness: -22,
      room: 0.6,
      echo: 0.18,
    },
    { voice: choir, notes: block(harmony, { every: 4, from: 2, stretch: 1.05 }), loudness: -29, room: 1.2 },
    { voice: flute, notes: tune, loudness: -24, pan: 0.18, room: 1.1, echo: 0.2 },
    { voice: softBass, notes: block(harmony, { every: 4, to: 1 }), loudness: -27, room: 0.2 },
  ],
  cover: {
    sky: ['#1f2257', '#6a4a86', '#f58f7c'],
    sun: { x: 92, y: 200, radius: 34, colour: '#ffc08f' },
    land: ['#41366f', '#25235c'],
    road: '#f58f7c',
    stars: 34,
    birds: [
      [196, 82, 58, 22],
      [244, 112, 40, 26],
      [170, 126, 32, 20],
    ],
  },
};
