import { arpeggio, block, chords, melody, type Piece } from '../score.ts';
import { musicBox } from '../struck.ts';
import { pad } from '../sustained.ts';

// A waltz in G major, with a minor fourth in bar 16.
const harmony = chords(`
  G3 D4 B4 | G3 D4 A4 | G3 D4 B4 | G3 D4 A4 |
  G3 D4 B4 | E3 D4 G4 | C3 E4 B4 | D3 C4 F#4 | B3 D4 F#4 | E3 D4 G4 | A3 E4 G4 | D3 C4 F#4 |
  G3 D4 B4 | B3 D4 G4 | C3 E4 G4 | C3 Eb4 G4 | D3 D4 B4 | D3 C4 F#4 | G3 D4 A4 | G3 D4 B4`);

const tune = melody(
  `D6:2 B5 | G5:2 B5 | E5 G5 B5 | A5:3 | F#5 B5 D6 | E6:2 D6 | C6:2 B5 | A5:3 |
   D6:2 B5 | G6:2 F#6 | E6:2 G5 | Eb6:2 C6 | D6:2 B5 | C6 A5 F#5 | A5:2 G5 | G5:3`,
  { at: 12, velocity: 0.62 },
);

export const smallLantern: Piece = {
  slug: 'small-lantern',
  name: 'Small Lantern',
  artist: 'Paper Moon Box',
  beatsPerMinute: 84,
  beats: 60,
  layers: [
    { voice: musicBox, notes: tune, loudness: -22, pan: 0.15, room: 0.9, echo: 0.16 },
    {
      voice: musicBox,
      notes: arpeggio(harmony, { pattern: '0 1 2', step: 1, every: 3, velocity: 0.42 }),
      loudness: -26,
      pan: -0.2,
      room: 0.8,
    },
    { voice: pad, notes: block(harmony, { every: 3, stretch: 1.1 }), loudness: -26, room: 1 },
  ],
  cover: {
    sky: ['#191d4d', '#2f4f86', '#4f9a9c'],
    sun: { x: 78, y: 74, radius: 26, colour: '#fff0d2' },
    land: ['#2c4a78', '#20285f'],
    road: '#ffb37a',
    stars: 60,
    birds: [[104, 148, 30, 30]],
    motif: `<path d="M232 128V268M232 136H262V150" fill="none" stroke="#151a45" stroke-width="5" stroke-linecap="round"/>
      <circle cx="262" cy="168" r="54" fill="url(#glow)"/><path d="M250 152H274L279 178L262 188L245 178Z" fill="#ffc98f"/>`,
  },
};
