import { nylon } from '../pluck.ts';
import { arpeggio, block, chords, melody, type Piece } from '../score.ts';
import { glass } from '../struck.ts';
import { pad } from '../sustained.ts';

// A minor with the Dorian sixth, F sharp.
const harmony = chords(`
  A2 E3 B3 C4 E4 | A2 E3 B3 C4 E4 | F2 C3 A3 C4 E4 | F2 C3 A3 C4 G4 |
  C3 G3 D4 E4 G4 | B2 G3 B3 D4 G4 | A2 E3 B3 C4 E4 | F#2 D3 A3 D4 E4 |
  F2 C3 A3 C4 E4 | C3 G3 C4 E4 G4 | D3 A3 C4 F4 A4 | E2 B2 A3 B3 E4 | E2 B2 G#3 B3 E4 |
  A2 E3 B3 C4 E4 | F2 C3 A3 C4 G4 | F#2 D3 A3 D4 E4 | F2 C3 A3 C4 E4 | A2 E3 B3 C4 E4`);

const tune = melody(
  `E5:2 D5 | C5:2 G4 | D5:2 G5 | E5:3 | F#5:2 A5 |
   G5:2 E5 | E5 D5 C5 | F5:2 A5 | B5:2 A5 | G#5:3 |
   A5:2 E5 | G5 E5 C5 | D5:2 F#5 | E5:3`,
  { at: 9, velocity: 0.5 },
);

export const nobodyAtTheGate: Piece = {
  slug: 'nobody-at-the-gate',
  name: 'Nobody at the Gate',
  artist: 'Waylark,Hedge & Wire',
  beatsPerMinute: 70,
  beats: 54,
  layers: [
    {
      voice: nylon,
      notes: arpeggio(harmony, { pattern: '0 2 3 4 3 2', step: 0.5, every: 3, velocity: 0.5 }),
      loudness: -22,
      pan: -0.1,
      room: 0.55,
    },
    { voice: glass, notes: tune, loudness: -24, pan: 0.25, room: 1.1, echo: 0.25 },
    { voice: pad, notes: block(harmony, { every: 3, from: 1, stretch: 1.15 }), loudness: -31, room: 1 },
  ],
  cover: {
    sky: ['#1d2556', '#2d5f83', '#8fb8a2'],
    sun: { x: 236, y: 120, radius: 22, colour: '#ffe9c9' },
    land: ['#2f6478', '#1f3a62'],
    road: '#f0a878',
    stars: 30,
    birds: [[92, 138, 48, 40]],
    motif: `<g fill="none" stroke="#14234a" stroke-width="6" stroke-linecap="round">
      <path d="M112 214V288M238 210V292"/><path d="M112 226L40 214M112 250L30 240M112 274L30 268" stroke-width="4"/>
      <path d="M238 224L300 204M238 246L306 228M238 268L308 254M246 264L300 212" stroke-width="4"/></g>`,
  },
};
