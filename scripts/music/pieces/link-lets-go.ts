import { nylon } from '../pluck.ts';
import { arpeggio, block, chords, melody, type Piece } from '../score.ts';
import { choir, electricPiano, softBass } from '../sustained.ts';

// B flat major with ninths, and a circle of fifths: Dm, Gm, Cm, F.
const harmony = chords(`
  Bb1 F3 A3 C4 D4 | G1 F3 A3 Bb3 D4 | Eb2 D3 G3 Bb3 F4 | F2 Eb3 G3 Bb3 D4 |
  Bb1 F3 A3 C4 D4 | G1 F3 A3 Bb3 D4 | Eb2 D3 G3 Bb3 F4 | Eb2 C3 Gb3 Bb3 F4 |
  D2 C3 F3 A3 E4 | G1 F3 Bb3 D4 A4 | C2 Eb3 G3 Bb3 D4 | F2 Eb3 G3 C4 D4 |
  Bb1 F3 A3 C4 D4 | Eb2 C3 Gb3 Bb3 F4 | Bb1 F3 A3 C4 D4`);

const tune = melody(
  `_:4 | _:4 | _:2 G4 Bb4 | C5:1.5 D5:.5 Bb4:2 | D5:2.5 C5:.5 A4 | Bb4:3 D5 | F5:1.5 D5:.5 Bb4 G4 | Gb4:3 _ |
   A4 C5 E5 F5 | D5:3 A4 | Bb4 C5 D5 G5 | F5:2 D5 C5 | D5:3 F4 | Gb4:2 Bb4:2 | A4:4`,
  { velocity: 0.55 },
);

export const linkLetsGo: Piece = {
  slug: 'the-link-lets-go',
  name: 'The Link Lets Go',
  artist: 'Waylark,Night Bus Trio',
  beatsPerMinute: 72,
  beats: 60,
  layers: [
    {
      voice: electricPiano,
      notes: [
        ...block(harmony, { every: 4, from: 1, roll: 0.06, velocity: 0.58, stretch: 0.6 }),
        ...block(harmony, { every: 4, at: 2.66, from: 2, roll: 0.04, velocity: 0.48, stretch: 0.33 }),
      ],
      loudness: -21.5,
      room: 0.5,
      echo: 0.14,
    },
    { voice: nylon, notes: tune, loudness: -22, pan: 0.2, room: 0.7, echo: 0.18 },
    {
      voice: softBass,
      notes: arpeggio(harmony, {
        pattern: '0 _ _ _ _ 0 _ 0',
        step: 0.5,
        every: 4,
        velocity: 0.5,
        stretch: 0.6,
      }),
      loudness: -26,
      room: 0.15,
    },
    { voice: choir, notes: block(harmony, { every: 4, from: 1, stretch: 1.05 }), loudness: -33, room: 1.2 },
  ],
  cover: {
    sky: ['#171a45', '#343a80', '#b0698a'],
    sun: { x: 160, y: 128, radius: 0, colour: '#ffb98a' },
    land: ['#2f2d6b', '#1d1f52'],
    road: '#ff9b5e',
    stars: 48,
    birds: [[84, 84, 36, 34]],
    motif: `<g fill="none" stroke="#ffcfa0" stroke-width="10" stroke-linecap="round">
      <rect transform="translate(112 150) rotate(-28)" x="-40" y="-20" width="80" height="40" rx="20"/>
      <path transform="translate(208 88) rotate(-34)" d="M-34-20H22A20 20 0 0 1 22 20H-14"/></g>`,
  },
};
