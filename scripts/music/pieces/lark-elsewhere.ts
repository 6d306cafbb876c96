import { arpeggio, block, chords, melody, type Piece } from '../score.ts';
import { glass, kalimba } from '../struck.ts';
import { pad, softBass } from '../sustained.ts';

// E major: the pattern of the kalimba stays the same while the bass changes.
const harmony = chords(`
  E2 B2 G#3 B3 F#4 | E2 B2 G#3 B3 F#4 | C#2 G#2 E3 B3 E4 | C#2 G#2 E3 B3 E4 |
  A1 E2 C#3 G#3 B3 | A1 E2 C#3 G#3 B3 | B1 F#2 E3 F#3 B3 | B1 F#2 D#3 F#3 B3 |
  E2 B2 G#3 B3 F#4 | G#1 D#2 B2 F#3 B3 | C#2 G#2 E3 B3 E4 | A1 E2 C#3 G#3 B3 |
  F#2 C#3 A3 C#4 E4 | B1 F#2 E3 A3 C#4 | E2 B2 G#3 B3 F#4`);

const kalimbaChords = chords(`
  E4 B4 F#5 G#5 | E4 B4 F#5 G#5 | E4 B4 E5 G#5 | E4 B4 E5 G#5 | E4 C#5 E5 B5 | E4 C#5 E5 G#5 |
  F#4 B4 E5 F#5 | F#4 B4 D#5 F#5 | E4 B4 F#5 G#5 | F#4 B4 D#5 F#5 | E4 B4 E5 G#5 | E4 C#5 E5 B5 |
  F#4 C#5 E5 A5 | F#4 B4 E5 F#5 | E4 B4 F#5 G#5`);

const tune = melody(
  `B5:3 G#5 | F#5:4 | G#5:2 E5:2 | C#5:3 _ | E5:2 B5:2 | C#6:3 B5 | F#5:4 | _:4 |
   G#5:2 B5:2 | D#6:3 B5 | G#5:2 E5 F#5 | E5:4 | A5:2 C#6:2 | B5:3 A5 | G#5:4`,
  { velocity: 0.45 },
);

export const larkElsewhere: Piece = {
  slug: 'the-lark-is-elsewhere',
  name: 'The Lark Is Elsewhere',
  artist: 'Fieldnotes',
  beatsPerMinute: 76,
  beats: 60,
  layers: [
    {
      voice: kalimba,
      notes: arpeggio(kalimbaChords, { pattern: '0 2 1 3 _ 2 1 _', step: 0.5, every: 4, velocity: 0.55 }),
      loudness: -22,
      pan: -0.2,
      room: 0.6,
      echo: 0.3,
    },
    { voice: glass, notes: tune, loudness: -24, pan: 0.25, room: 1.1 },
    { voice: pad, notes: block(harmony, { every: 4, from: 1, stretch: 1.1 }), loudness: -26, room: 1 },
    { voice: softBass, notes: block(harmony, { every: 4, to: 1 }), loudness: -29, room: 0.2 },
  ],
  cover: {
    sky: ['#233a6e', '#3f8f93', '#f4d3a0'],
    sun: { x: 160, y: 194, radius: 30, colour: '#fff0d0' },
    land: ['#3b7f86', '#235a72'],
    road: '#ffb782',
    stars: 0,
    birds: [[238, 62, 26, 48]],
    motif: `<g fill="none" stroke="#173f58" stroke-width="3" stroke-linecap="round">
      <path d="M34 300C36 250 30 220 44 176M52 304C52 262 60 236 56 196M70 306C68 272 80 252 84 222"/>
      <path d="M252 306C254 268 246 240 240 214M272 304C272 254 284 226 282 182M290 302C292 264 302 246 304 212"/></g>`,
  },
};
