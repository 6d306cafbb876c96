/** `npm run music`: renders and encodes the tracks of the embedded service, and draws their covers. */
import { mkdir, writeFile } from 'node:fs/promises';
import { createMp3Encoder } from 'wasm-media-encoders';
import { rasterize } from '../rasterize.ts';
import { coverOf } from './covers.ts';
import { sampleRate, type Stereo } from './dsp.ts';
import { firstBird } from './pieces/first-bird.ts';
import { larkElsewhere } from './pieces/lark-elsewhere.ts';
import { linkLetsGo } from './pieces/link-lets-go.ts';
import { nobodyAtTheGate } from './pieces/nobody-at-the-gate.ts';
import { returningDusk } from './pieces/returning-dusk.ts';
import { smallLantern } from './pieces/small-lantern.ts';
import { softRoad } from './pieces/soft-road.ts';
import { lengthOf, render } from './render.ts';

const folder = new URL('../../server/music/', import.meta.url);

/** In the order of the track list. */
const pieces = [softRoad, returningDusk, smallLantern, nobodyAtTheGate, larkElsewhere, linkLetsGo, firstBird];

/** kbit/s. The bitrate is constant, so that a player knows the length from the first bytes and seeks exactly. */
const bitrate = 64;

const tracks = pieces.map((piece, index) => {
  const fileName = `${String(index + 1).padStart(2, '0')}-${piece.slug}`;
  return {
    file: `${fileName}.mp3`,
    cover: `${fileName}.png`,
    name: piece.name,
    artist: piece.artist,
    seconds: Number(lengthOf(piece).toFixed(1)),
  };
});

await mkdir(folder, { recursive: true });
for (const [index, piece] of pieces.entries()) {
  console.log(piece.name);
  await writeFile(new URL(`${tracks[index]?.file}`, folder), await encodeMp3(render(piece)));
}

const covers = await rasterize(pieces.map(({ cover }) => ({ svg: coverOf(cover), size: 320 })));
for (const [index, cover] of covers.entries()) {
  await writeFile(new URL(`${tracks[index]?.cover}`, folder), cover);
}

await writeFile(new URL('tracks.json', folder), `${JSON.stringify(tracks, null, 2)}\n`);

/** The bytes of an MP3 file (LAME). */
async function encodeMp3({ left, right }: Stereo): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 2, bitrate, outputSampleRate: sampleRate });

  // The encoder returns its own memory, which the next call overwrites.
  const body = Uint8Array.from(encoder.encode([left, right]));
  return Buffer.concat([body, encoder.finalize()]);
}
