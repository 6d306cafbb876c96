/**
 * `npm run pictures`: takes pictures of every screen in English and in Chinese, light and dark, in twice the pixels; a sheet of
 * all controls; the animation of the main job; and the pictures of the stores. The names of pictures as arguments select
 * those, "store" the pictures of the stores, and those of languages (en, zh_CN) select languages. With "matrix" as the first
 * argument, it draws pictures for developers only: see matrix.ts.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv } from 'node:process';
import type { Language } from '../languages.mjs';
import { root, runScript } from '../programs.ts';
import { say, sentenceOf } from '../say.ts';
import { makeAnimation } from './animation.ts';
import { controlsSheet } from './controls-sheet.ts';
import { makeMatrix } from './matrix.ts';
import { pageScenes, unconnectedPages } from './page-scenes.ts';
import { popupScenes, unconnectedPopup } from './popup-scenes.ts';
import { closeAll, desktop, photograph, type Scenes, type Shot } from './scene.ts';
import { dayAndNight, drawSheet, type Frame, popupGrid } from './sheet.ts';
import { drawLogo, takeStorePictures } from './store.ts';
import { languages, openStudio, type Studio } from './studio.ts';
import { storeScenes, webScenes } from './web-scenes.ts';

const isLanguage = (name: string): name is Language => languages.some((each) => each === name);
const selected = argv.slice(2).filter((name) => !isLanguage(name));
const selectedLanguages = argv.slice(2).filter(isLanguage);
const chosenLanguages = selectedLanguages.length > 0 ? selectedLanguages : languages;
const isSelected = (name: string): boolean => selected.length === 0 || selected.includes(name);

const isMatrix = argv[2] === 'matrix';
if (isMatrix) await makeMatrix(argv.slice(3));
else {
  const { ok, output } = await runScript('build');
  if (!ok) throw new Error(output);
}

async function save({ language }: Studio, name: string, webp: Uint8Array): Promise<void> {
  const folder = join(root, 'art', language);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.webp`), webp);
  say(`✓ art/${language}/${name}.webp`);
}

/** Takes a picture of one of these scenes. */
async function take(studio: Studio, scenes: Scenes, { name, look, ...size }: Shot): Promise<string> {
  const scene = scenes[name];
  if (!scene) throw new Error(`There is no scene ${name}.`);
  studio.look = { features: [{ name: 'prefers-color-scheme', value: look }], ...size };
  return photograph(studio, scene);
}

/**
 * Windows for what is in the corner of a page of the web; all other pages have the size of a desktop. That of the player is
 * so high that 24 pixels are between it and the text of the page.
 */
const frames: Record<string, Frame> = {
  menu: { width: 760, height: 340 },
  pill: { width: 440, height: 760, shown: 640 },
  player: { width: 440, height: 1104, shown: 760 },
};

async function takePages(studio: Studio, scenes: Scenes): Promise<void> {
  for (const name of Object.keys(scenes)) {
    if (!isSelected(name)) continue;
    try {
      const frame = frames[name] ?? desktop;
      const { width, height } = frame;
      const light = await take(studio, scenes, { name, look: 'light', width, height });
      const dark = await take(studio, scenes, { name, look: 'dark', width, height });
      await save(studio, name, await drawSheet(studio.browser, dayAndNight([light, dark], frame)));
    } catch (error) {
      // The other pictures do not depend on it.
      say(`✗ art/${studio.language}/${name}.webp: ${sentenceOf(error)}`);
      process.exitCode = 1;
      await closeAll(studio);
    }
  }
}

async function takePopups(studio: Studio, unconnected: string | null): Promise<void> {
  const popup = (state: string, look: Shot['look']) =>
    take(studio, popupScenes, { name: `popup-${state}`, look });
  if (isSelected('popup')) {
    const row = [await popup('form', 'light'), await popup('result', 'light'), await popup('qr', 'dark')];
    await save(studio, 'popup', await drawSheet(studio.browser, popupGrid([row], 524)));
  }
  if (unconnected === null) return;
  const rows = [
    [
      await popup('custom', 'light'),
      await popup('reuse', 'light'),
      await popup('warning', 'light'),
      unconnected,
    ],
    [
      await popup('countdown', 'dark'),
      await popup('error', 'dark'),
      await popup('form', 'dark'),
      await popup('result', 'dark'),
    ],
  ];
  await save(studio, 'popup-states', await drawSheet(studio.browser, popupGrid(rows, 566)));
}

for (const language of isMatrix ? [] : chosenLanguages) {
  const studio = await openStudio(language);
  try {
    await takePages(studio, unconnectedPages);
    const unconnected = isSelected('popup-states')
      ? await take(studio, unconnectedPopup, { name: 'popup-not-connected', look: 'light' })
      : null;
    await studio.connect();
    if (language === 'en' && isSelected('controls'))
      await save(studio, 'controls', await controlsSheet(studio));
    await takePopups(studio, unconnected);
    await takePages(studio, { ...pageScenes, ...webScenes });
    if (isSelected('store')) {
      const scenes = { ...popupScenes, ...pageScenes, ...webScenes, ...storeScenes };
      await takeStorePictures(studio, (shot) => take(studio, scenes, shot));
    }
    if (language === 'en' && isSelected('main-job')) await makeAnimation(studio);
  } finally {
    await studio.close();
  }
}
if (!isMatrix && isSelected('store')) await drawLogo();
