import { firstBird } from './pieces/first-bird.ts';
import { larkElsewhere } from './pieces/lark-elsewhere.ts';
import { linkLetsGo } from './pieces/link-lets-go.ts';
import { nobodyAtTheGate } from './pieces/nobody-at-the-gate.ts';
import { returningDusk } from './pieces/returning-dusk.ts';
import { smallLantern } from './pieces/small-lantern.ts';
import { softRoad } from './pieces/soft-road.ts';
import type { Piece } from './score.ts';

/** In the order of the track list, from dusk to dawn. */
export const pieces: Piece[] = [
  softRoad,
  returningDusk,
  smallLantern,
  nobodyAtTheGate,
  larkElsewhere,
  linkLetsGo,
  firstBird,
];
