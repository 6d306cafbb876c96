/** The pictures of the stores: five screenshots with a caption inside, and two tiles. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages } from '../languages.mjs';
import { root, say } from '../programs.ts';
import { drawHtml, popupShots, type Shot } from './shoot.ts';
import type { Studio } from './studio.ts';

/** The five screenshots of the stores, in their order; each has a caption in store/<language>.md. */
export const screenshots = ['popup', 'toast', 'history', 'tabs', 'player'] as const;

type Screenshot = (typeof screenshots)[number];

/** The tiles that the stores show, in pixels. */
export const tiles = [
  { name: 'tile', width: 440, height: 280 },
  { name: 'marquee', width: 1400, height: 560 },
] as const;

/** The languages that have a listing. */
export const listedLanguages = languages.filter((each) => existsSync(join(root, 'store', `${each}.md`)));

/** The texts below the headings of a file of store/, by heading. */
export const fieldsOf = (markdown: string): ReadonlyMap<string, string> => {
  const [, ...sections] = markdown.split('\n## ');
  return new Map(
    sections.map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return [heading, lines.join('\n').trim()];
    }),
  );
};

/** The captions of the screenshots and of the tiles, by name: lines such as "- popup: Shorten the page". */
const captionsOf = (markdown: string): ReadonlyMap<string, string> => {
  const lines = (fieldsOf(markdown).get('Captions') ?? '').matchAll(/^- (\w+): (.*)$/gm);
  return new Map([...lines].map(([, name = '', caption = '']) => [name, caption]));
};

const folder = join(root, 'store', 'pictures');
const screen = { width: 1280, height: 800 };

/** Takes the pictures of scenes, as base64. */
type TakeScenes = (shots: readonly Shot[]) => Promise<string[]>;

/** The part of a screenshot that is not its caption, in pixels. */
const stage = { width: 1184, height: 624 };

/** The smallest text of the screens has 12 pixels; in the stores it has more. */
const style = `
  * { box-sizing: border-box; margin: 0 }
  body { font: 600 34px/1.25 system-ui, 'Noto Sans CJK SC', sans-serif; color: #fff; position: relative;
    background: linear-gradient(#20245a, #34388a 32%, #6a61a6 62%, #c08ba4 86%, #f2b79c); block-size: 100vh; overflow: hidden }
  header { text-wrap: balance; text-align: center; display: flex; align-items: center; justify-content: center; gap: 24px; block-size: 128px; padding: 0 48px }
  header img { inline-size: 72px }
  .shot { border-radius: 14px; box-shadow: 0 0 0 1px rgb(20 20 60 / 14%), 0 18px 50px rgb(20 20 60 / 40%) }
  /* The shadows are below all of them. */
  .popups, .stage { filter: drop-shadow(0 18px 25px rgb(20 20 60 / 40%)) }
  :is(.popups, .stage) .shot { box-shadow: 0 0 0 1px rgb(20 20 60 / 14%) }
  .popups { display: flex; justify-content: center; align-items: center; gap: 16px; block-size: 640px }
  /* Three of them are as wide as the stage. */
  .popups .shot { inline-size: 384px }
  .stage { display: grid; gap: 24px; margin: 0 48px; inline-size: ${String(stage.width)}px; block-size: ${String(stage.height)}px }
  .panel { position: relative; overflow: hidden }
  .panel img { position: absolute; display: block; inline-size: 100%; inset: 0 auto auto 0 }
  .beside { grid-template-columns: 1fr 1fr }
  .day { clip-path: polygon(0 0, 55.6% 0, 44.1% 100%, 0 100%) }
  .night { clip-path: polygon(55.5% 0, 100% 0, 100% 100%, 44% 100%) }
  body:has(.tile) { background: linear-gradient(#20245a, #34388a 40%, #6a61a6 84%, #a678a5) }
  .tile { display: grid; place-content: center; justify-items: center; gap: 12px; block-size: 100vh; text-align: center;
    font-size: 26px; padding: 16px }
  .icon { border-radius: 23%; box-shadow: 0 0 0 1px rgb(255 255 255 / 14%) }
  .tile .icon { inline-size: 104px }
  .tile strong { font-size: 40px; font-weight: 700; letter-spacing: -0.02em }
  .marquee { position: relative; inline-size: 760px; gap: 16px; font-size: 40px; padding: 0 }
  .marquee .icon { inline-size: 168px; margin-block-end: 8px }
  .marquee strong { font-size: 72px }
  .marquee + .shot { position: absolute; inset: 64px auto auto 760px; inline-size: 591px }
`;

const imageOf = (png: string, className = ''): string =>
  `<img class="${className}" src="data:image/png;base64,${png}">`;

const panelOf = (content: string): string => `<div class="shot panel">${content}</div>`;

/** A page in windows of this size, the one of the day first. */
const dayAndNight = (name: string, size: { width: number; height: number }): Shot[] => [
  { name, look: 'light', ...size },
  { name, look: 'dark', ...size },
];

/** What each screenshot shows below its caption. */
const bodies: Record<Screenshot, { shots: readonly Shot[]; html(pictures: readonly string[]): string }> = {
  popup: {
    shots: popupShots,
    html: (pictures) => `<div class="popups">${pictures.map((png) => imageOf(png, 'shot')).join('')}</div>`,
  },
  toast: {
    shots: dayAndNight('menu', { width: 820, height: 208 }),
    html: (pictures) => `<div class="stage">${pictures.map((png) => panelOf(imageOf(png))).join('')}</div>`,
  },
  history: {
    shots: dayAndNight('history', { width: 968, height: 510 }),
    html: ([day = '', night = '']) =>
      `<div class="stage">${panelOf(imageOf(day, 'day') + imageOf(night, 'night'))}</div>`,
  },
  tabs: {
    shots: dayAndNight('batch', { width: 498, height: 536 }),
    html: (pictures) =>
      `<div class="stage beside">${pictures.map((png) => panelOf(imageOf(png))).join('')}</div>`,
  },
  player: {
    shots: [{ name: 'player-on-site', look: 'dark', width: 900, height: 474 }],
    html: ([png = '']) => `<div class="stage">${panelOf(imageOf(png))}</div>`,
  },
};

/** Takes all pictures of the stores in the language of the studio; the extension is connected. */
export async function takeStorePictures({ browser, language }: Studio, take: TakeScenes): Promise<void> {
  const captions = captionsOf(await readFile(join(root, 'store', `${language}.md`), 'utf8'));
  const svg = await readFile(join(root, 'art', 'icon.svg'));
  const icon = `<img class="icon" src="data:image/svg+xml;base64,${svg.toString('base64')}">`;
  await mkdir(join(folder, language), { recursive: true });
  const save = async (name: string, { body, ...size }: { body: string; width: number; height: number }) => {
    const html = `<!doctype html><meta charset="utf-8"><style>${style}</style>${body}`;
    // A clip of the window has no transparency, which the stores refuse.
    const png = await drawHtml(browser, html, { ...size, options: { clip: { x: 0, y: 0, ...size } } });
    await writeFile(join(folder, language, name), png);
    say(`✓ store/pictures/${language}/${name}`);
  };

  for (const [index, name] of screenshots.entries()) {
    const caption = captions.get(name);
    if (caption === undefined) throw new Error(`There is no caption for ${name}.`);
    const { shots, html } = bodies[name];
    const body = `<header>${icon}${caption}</header>${html(await take(shots))}`;
    await save(`${String(index + 1)}-${name}.png`, { ...screen, body });
  }

  const words = `${icon}<strong>Waylark</strong><span>${captions.get('tile') ?? ''}</span>`;
  const [result = ''] = await take([{ name: 'popup-result', look: 'light' }]);
  const tileBodies = {
    tile: `<div class="tile">${words}</div>`,
    marquee: `<div class="tile marquee">${words}</div>${imageOf(result, 'shot')}`,
  };
  for (const { name, width, height } of tiles) {
    await save(`${name}-${String(width)}x${String(height)}.png`, { width, height, body: tileBodies[name] });
  }
}
