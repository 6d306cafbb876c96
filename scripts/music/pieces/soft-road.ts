import { arpeggio, block, chords, melody, type Piece } from '../score.ts';
import { feltPiano } from '../struck.ts';
import { pad, softBass } from '../sustained.ts';

// D major: the bass descends D, C#, B, A and returns.
const harmony = chords(`
  D2 A2 F#3 A3 E4 | D2 A2 F#3 A3 E4 |
  D2 A2 F#3 A3 D4 | C#2 A2 E3 F#3 C#4 | B1 F#2 D3 F#3 A3 | A1 E2 D3 E3 A3 |
  G1 D2 B2 F#3 A3 | F#1 D2 A2 D3 A3 | E2 B2 G3 B3 D4 | A1 G2 D3 E3 B3 |
  G1 D2 B2 D3 F#3 | A1 E2 C#3 E3 A3 | B1 F#2 D3 F#3 A3 | E2 B2 G3 A3 D4 |
  A1 G2 D3 E3 G3 | D2 A2 F#3 A3 E4`);

const tune = melody(
  `_ A4 D5 E5 | F#5:2.5 E5:.5 C#5 | D5:3 A4 | B4:1.5 A4:.5 E5:2 |
   D5:2.5 B4:.5 F#5 | E5 D5 A4:2 | G4 B4 D5 F#5 | E5:3 _ |
   B5:2 A5 F#5 | A5:1.5 E5:.5 C#5:2 | D5 E5 F#5:2 | G5 F#5 E5 B4 |
   D5:2 E5:2 | F#5:4`,
  { at: 8, velocity: 0.58 },
);

export const softRoad: Piece = {
  slug: 'where-the-road-goes-soft',
  name: 'Where the Road Goes Soft',
  artist: 'Waylark',
  beatsPerMinute: 72,
  beats: 64,
  layers: [
    { voice: feltPiano, notes: tune, loudness: -21, pan: 0.12, room: 0.8, echo: 0.12 },
    {
      voice: feltPiano,
      notes: arpeggio(harmony, { pattern: '0 1 2 3 4 3 2 3', step: 0.5, every: 4, velocity: 0.36 }),
      loudness: -25,
      pan: -0.15,
      room: 0.7,
    },
    { voice: pad, notes: block(harmony, { every: 4, from: 2, stretch: 1.1 }), loudness: -29, room: 1 },
    { voice: softBass, notes: block(harmony, { every: 4, to: 1 }), loudness: -30, room: 0.2 },
  ],
  cover: {
    sky: ['#23265c', '#5b4b86', '#f2a07b'],
    sun: { x: 214, y: 176, radius: 24, colour: '#ffd9ae' },
    land: ['#3a3a72', '#232862'],
    road: '#ff9b5e',
    stars: 26,
    birds: [[112, 104, 92, 36]],
  },
};
