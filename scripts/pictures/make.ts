/**
 * `npm run pictures`: takes pictures of every screen in English and in Chinese, light beside dark, for the README and the
 * stores. The names of screens as arguments select those, and "store" the pictures of the stores.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv } from 'node:process';
import { root, runScript } from '../programs.ts';
import { say } from '../say.ts';
import { type Screen, screens, screensBeforeConnecting } from './screens.ts';
import { sheet } from './sheet.ts';
import { drawLogo, takeStorePictures } from './store.ts';
import { languages, openStudio, type Studio } from './studio.ts';

const selected = argv.slice(2);
const isStoreSelected = selected.length === 0 || selected.includes('store');
const { ok, output } = await runScript('build');
if (!ok) throw new Error(output);

/** Takes pictures of those of these screens that are selected. */
async function takePictures(studio: Studio, candidates: Record<string, Screen>): Promise<void> {
  const folder = join(root, 'art', studio.language);
  await mkdir(folder, { recursive: true });
  for (const [name, screen] of Object.entries(candidates)) {
    if (selected.length > 0 && !selected.includes(name)) continue;

    const light = await screen(studio, 'light');
    const dark = await screen(studio, 'dark');
    await writeFile(join(folder, `${name}.png`), await sheet(studio.browser, { light, dark }));
    say(`✓ art/${studio.language}/${name}.png`);
  }
}

for (const language of languages) {
  const studio = await openStudio(language);
  try {
    await takePictures(studio, screensBeforeConnecting);
    await studio.connect();
    await takePictures(studio, screens);
    if (isStoreSelected) await takeStorePictures(studio, screens);
  } finally {
    await studio.close();
  }
}
if (isStoreSelected) await drawLogo();
