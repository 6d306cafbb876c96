/**
 * `npm run pictures`: takes the pictures of the README, light and dark, in twice the pixels; the animation of the main job; and
 * the pictures of the stores, in every language that has such a document. Arguments select: popup, player, main-job, store,
 * and languages. With "matrix" as the first argument, it draws pictures for developers only: see matrix.ts.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { press, valueOf } from '../browsers/controls.ts';
import { type Language, languages } from '../languages.mjs';
import { root, runScript, say } from '../programs.ts';
import { makeMatrix } from './matrix.ts';
import { pageScenes } from './page-scenes.ts';
import { popupScenes } from './popup-scenes.ts';
import {
  closeAll,
  drawHtml,
  newPopupOn,
  photograph,
  popupShots,
  type Scenes,
  shoot,
  shootPopup,
  type Shot,
} from './shoot.ts';
import { listedLanguages, takeStorePictures } from './store.ts';
import { openStudio, scale, type Studio } from './studio.ts';
import { webScenes } from './web-scenes.ts';

/** All screens in all of their states. */
const scenes: Scenes = { ...popupScenes, ...pageScenes, ...webScenes };

/** Pixels of CSS between the pictures of a row, and around it. */
const gap = 40;

/** Pixels of CSS, and what a file in the README may weigh in bytes. */
const animationSize = { width: 960, height: 600 };
const heaviest = 1_000_000;

interface Frame {
  /** Base64 of the page below the toolbar, and of the popup. */
  page: string;
  popup?: string;
  address: string;
  /** Where the pointer is, in pixels of CSS; nowhere while keys are pressed. */
  pointer?: readonly [number, number];
  /** What is pressed. */
  key?: string;
  milliseconds: number;
}

const button = [872, 24] as const;

/** A frame as a page: a browser's toolbar is drawn, all below it is from the real thing. */
const frameHtml = (frame: Frame, icon: string): string => `<!doctype html><style>
  body { margin: 0; font: 13px Inter, sans-serif; inline-size: 960px; block-size: 600px; overflow: hidden; position: relative; background: #fff }
  .bar { block-size: 48px; background: #e9eaf1; display: flex; align-items: center; gap: 14px; padding: 0 16px; box-sizing: border-box }
  .bar i { inline-size: 11px; block-size: 11px; border-radius: 50%; background: #c3c5d4 }
  .address { flex: 1; background: #fff; border-radius: 99px; padding: 7px 16px; color: #444; overflow: hidden; white-space: nowrap; margin: 0 90px 0 12px }
  .button { position: absolute; left: 856px; top: 8px; inline-size: 32px; block-size: 32px; border-radius: 50%; display: grid; place-items: center }
  .lit { background: #d3d5e4 }
  .page { display: block; inline-size: 960px }
  .popup { position: absolute; top: 50px; right: 60px; inline-size: 340px; border-radius: 10px; box-shadow: 0 0 0 1px #0002, 0 14px 40px #0005 }
  .key { position: absolute; left: 50%; bottom: 26px; translate: -50%; padding: 9px 18px; border-radius: 10px; background: #1d2148; color: #fff; font-size: 17px; font-weight: 500 }
  .pointer { position: absolute; filter: drop-shadow(0 1px 2px #0008) }
</style><div class="bar"><i></i><i></i><i></i><span class="address">${frame.address}</span></div>
<span class="button ${frame.popup === undefined ? '' : 'lit'}"><img width="20" src="data:image/png;base64,${icon}"></span>
<img class="page" src="data:image/png;base64,${frame.page}">
${frame.popup === undefined ? '' : `<img class="popup" src="data:image/png;base64,${frame.popup}">`}
${frame.key === undefined ? '' : `<span class="key">${frame.key}</span>`}
${frame.pointer === undefined ? '' : `<svg class="pointer" style="left: ${String(frame.pointer[0])}px; top: ${String(frame.pointer[1])}px" width="22" height="22" viewBox="0 0 22 22"><path d="M3 2v15l4-4 3 7 3-1.3-3-6.7h6z" fill="#fff" stroke="#111" stroke-width="1.3"/></svg>`}`;

/** The letter that the short link is pasted into. */
const letter = (
  text: string,
): string => `<!doctype html><style>body { margin: 0; padding: 28px 64px; font: 18px/1.65 Inter, sans-serif; color: #1d2148 }
  h1 { font-size: 20px; font-weight: 600; margin: 0 0 12px } dl { margin: 0 0 20px; font-size: 15px }
  dl div { display: flex; gap: 16px; padding: 9px 0; border-block-end: 1px solid #e3dfd6 } dt { inline-size: 64px; color: #585c80 }
  dd { margin: 0 } p { margin: 0 0 14px } a { color: #34388a } i { border-inline-start: 2px solid #34388a; margin-inline-start: 1px }</style>
<h1>New message</h1>
<dl><div><dt>To</dt><dd>Mira Okafor</dd></div><div><dt>Subject</dt><dd>Sunday walk</dd></div></dl>
<p>Hi Mira,</p><p>this is the bird that we heard on Sunday: ${text}<i></i></p>
<p>It sings long before you see it. Nine o’clock at the station again?</p><p>Best,<br>Jonas</p>`;

/** The frames of click, copied, paste. */
async function framesOf(studio: Studio): Promise<Frame[]> {
  const address = studio.linkOf(0);
  const below = { width: animationSize.width, height: animationSize.height - 48, deviceScaleFactor: 1.5 };
  const page = await studio.openSample(address);
  await page.setViewport(below);
  const web = await shoot(page);
  await closeAll(studio);

  const popup = await newPopupOn(studio);
  const form = await shootPopup(popup);
  await press(popup, studio.text('shorten'));
  const link = await valueOf(popup, studio.text('shortLinkLabel'));
  const result = await shootPopup(popup);
  await closeAll(studio);

  const draft = await studio.browser.newPage();
  await draft.setViewport(below);
  await draft.setContent(letter(''));
  const writing = await shoot(draft);
  await draft.setContent(letter(`<a href="${link}">${link}</a>`));
  const pasted = await shoot(draft);
  const shown = { page: web, address };
  const mail = { address: 'https://mail.example/new' };
  return [
    { ...shown, pointer: [900, 330], milliseconds: 900 },
    { ...shown, pointer: button, milliseconds: 700 },
    { ...shown, popup: form, pointer: button, milliseconds: 1400 },
    { ...shown, popup: form, key: 'Enter ↵', milliseconds: 800 },
    { ...shown, popup: result, milliseconds: 2200 },
    { ...mail, page: writing, milliseconds: 900 },
    { ...mail, page: writing, key: 'Ctrl + V', milliseconds: 800 },
    { ...mail, page: pasted, milliseconds: 2600 },
  ];
}

/** Makes art/main-job.webp of the real popup, with img2webp (Debian's package webp). */
async function makeAnimation(studio: Studio): Promise<void> {
  studio.look = { features: [{ name: 'prefers-color-scheme', value: 'light' }] };
  const folder = await mkdtemp(join(tmpdir(), 'waylark-frames-'));
  const icon = await readFile(join(root, 'public', 'icons', '48.png'), 'base64');
  const args = ['-loop', '0', '-min_size', '-lossless'];
  const frames = await framesOf(studio);
  for (const [at, frame] of frames.entries()) {
    const file = join(folder, `${String(at)}.png`);
    const size = { ...animationSize, deviceScaleFactor: 1.5 };
    await writeFile(file, await drawHtml(studio.browser, frameHtml(frame, icon), size));
    args.push('-d', String(frame.milliseconds), file);
  }
  const output = join(root, 'art', 'main-job.webp');
  const { status, stderr } = spawnSync('img2webp', [...args, '-o', output], { encoding: 'utf8' });
  await rm(folder, { recursive: true, force: true });
  if (status !== 0) throw new Error(`img2webp (Debian's package webp) failed. ${stderr}`);
  const bytes = (await stat(output)).size;
  if (bytes > heaviest)
    throw new Error(`The animation has ${String(bytes)} bytes, above ${String(heaviest)}.`);
  say(`✓ art/main-job.webp: ${String(Math.round(bytes / 1000))} kB`);
}

/** Draws pictures beside each other; of what is higher than the row, the top is cut off. WebP weighs a tenth of a PNG. */
function drawRow(
  { browser }: Studio,
  { pictures, width, height }: { pictures: readonly string[]; width: number; height: number },
): Promise<Uint8Array> {
  const figures = pictures.map((png) => `<figure><img src="data:image/png;base64,${png}"></figure>`);
  // The background is plain, since a gradient weighs more than all of the rest.
  const html = `<!doctype html><style>
    body { margin: ${String(gap)}px; background: #d9d6e8; display: flex; gap: ${String(gap)}px; align-items: start }
    figure { margin: 0; inline-size: ${String(width)}px; max-block-size: ${String(height)}px; overflow: hidden; border-radius: 12px;
      display: flex; align-items: end; box-shadow: 0 0 0 1px rgb(20 20 60 / 14%), 0 18px 50px rgb(20 20 60 / 28%) }
    img { inline-size: 100% }</style>${figures.join('')}`;
  return drawHtml(browser, html, {
    width: pictures.length * (width + gap) + gap,
    height: height + 2 * gap,
    deviceScaleFactor: scale,
    options: { type: 'webp', quality: 85 },
  });
}

async function take(studio: Studio, shots: readonly Shot[]): Promise<string[]> {
  const pictures: string[] = [];
  for (const shot of shots) {
    const scene = scenes[shot.name];
    if (!scene) throw new Error(`There is no scene ${shot.name}.`);
    pictures.push(await photograph(studio, scene, shot));
  }
  return pictures;
}

/** The pictures of the README: what they show, and the size of each in pixels of CSS. */
const rows: Record<string, { shots: readonly Shot[]; size: { width: number; height: number } }> = {
  popup: { shots: popupShots, size: { width: 360, height: 524 } },
  // The window is so high that 24 pixels are between the player and the text of the page.
  player: {
    shots: [
      { name: 'player', look: 'light', width: 440, height: 1104 },
      { name: 'player', look: 'dark', width: 440, height: 1104 },
    ],
    size: { width: 440, height: 760 },
  },
};

async function takeReadmePictures(studio: Studio, isSelected: (name: string) => boolean): Promise<void> {
  const folder = join(root, 'art', studio.language);
  await mkdir(folder, { recursive: true });
  for (const [name, { shots, size }] of Object.entries(rows)) {
    if (!isSelected(name)) continue;
    const pictures = await take(studio, shots);
    await writeFile(join(folder, `${name}.webp`), await drawRow(studio, { pictures, ...size }));
    say(`✓ art/${studio.language}/${name}.webp`);
  }
  if (studio.language === 'en' && isSelected('main-job')) await makeAnimation(studio);
}

const hasReadme = (language: Language): boolean =>
  existsSync(join(root, language === 'en' ? 'README.md' : `README.${language.replace('_', '-')}.md`));

async function takeAll(names: readonly string[]): Promise<void> {
  const { ok, output } = await runScript('build');
  if (!ok) throw new Error(output);

  const chosen = languages.filter((language) => names.includes(language));
  const selected = names.filter((name) => !languages.some((language) => language === name));
  const isSelected = (name: string): boolean => selected.length === 0 || selected.includes(name);
  for (const language of chosen.length > 0 ? chosen : languages) {
    const studio = await openStudio(language);
    try {
      await studio.connect();
      if (hasReadme(language)) await takeReadmePictures(studio, isSelected);
      if (listedLanguages.includes(language) && isSelected('store'))
        await takeStorePictures(studio, (shots) => take(studio, shots));
    } finally {
      await studio.close();
    }
  }
}

const [first, ...names] = process.argv.slice(2);
if (first === 'matrix') await makeMatrix(scenes, names);
else await takeAll(first === undefined ? [] : [first, ...names]);
