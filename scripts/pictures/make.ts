/**
 * `npm run pictures`: every screen in English and in Chinese, its light side beside its dark one, for the README and for
 * the stores. Names of screens as arguments make those alone.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv } from 'node:process';
import { root, runScript } from '../programs.ts';
import { say } from '../say.ts';
import { firstScreens, type Screen, screens } from './screens.ts';
import { sheet } from './sheet.ts';
import { languages, openStage, type Stage } from './stage.ts';

const wanted = argv.slice(2);
const { ok, output } = await runScript('build');
if (!ok) throw new Error(output);

/** Draws the wanted ones of these screens. */
async function draw(stage: Stage, some: Record<string, Screen>): Promise<void> {
  const folder = join(root, 'art', stage.language);
  await mkdir(folder, { recursive: true });
  for (const [name, screen] of Object.entries(some)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const [light, dark] = [await screen(stage, 'light'), await screen(stage, 'dark')];
    await writeFile(join(folder, `${name}.png`), await sheet(stage.browser, { light, dark }));
    say(`✓ art/${stage.language}/${name}.png`);
  }
}

for (const language of languages) {
  const stage = await openStage(language);
  try {
    await draw(stage, firstScreens);
    await stage.connect();
    await draw(stage, screens);
  } finally {
    await stage.close();
  }
}
