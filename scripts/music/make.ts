// Composes, plays and encodes the embedded service's music and draws its covers: node scripts/music/make.ts
import { mkdir, writeFile } from 'node:fs/promises';
import { coverOf } from './covers.ts';
import { toMp3 } from './encode.ts';
import { pieces } from './pieces.ts';
import { rasterize } from '../rasterize.ts';
import { duration, render } from './render.ts';

const folder = new URL('../../server/music/', import.meta.url);

const tracks = pieces.map((piece, i) => {
  const file = `${String(i + 1).padStart(2, '0')}-${piece.slug}`;
  const { name, artist } = piece;
  return {
    file: `${file}.mp3`,
    cover: `${file}.png`,
    name,
    artist,
    seconds: Number(duration(piece).toFixed(1)),
  };
});

await mkdir(folder, { recursive: true });
for (const [i, piece] of pieces.entries()) {
  const { file, name } = tracks[i] ?? {};
  console.log(name);
  await writeFile(new URL(`${file}`, folder), await toMp3(render(piece)));
}
const covers = await rasterize(pieces.map(({ cover }) => ({ svg: coverOf(cover), size: 320 })));
for (const [i, cover] of covers.entries()) await writeFile(new URL(`${tracks[i]?.cover}`, folder), cover);
await writeFile(new URL('tracks.json', folder), `${JSON.stringify(tracks, null, 2)}\n`);
