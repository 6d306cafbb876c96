/**
 * `npm run pictures`: makes the film and the pictures of the README, and the pictures of the stores, in every language that has
 * such a document. Arguments select: film, move, tour, store, and languages. With "windows" as the first argument, it takes those of docs/using.md, all or
 * by their names. With "matrix", it draws pictures for developers only: see matrix.ts.
 */
import { join } from 'node:path';
import { choose, valueOf } from '../tests/support/browsers/controls.ts';
import { languages } from '../scripts/languages.mjs';
import { build } from '../scripts/programs.ts';
import { makeMatrix } from './matrix.ts';
import { openScene, withoutMusic } from './scene-steps.ts';
import { scenes } from './scenes.ts';
import {
  closeAll,
  drawHtml,
  drawnStyle,
  imageOf,
  listOf,
  pointerAt,
  popupOf,
  popupOn,
  positionIn,
  shoot,
  shootPopup,
  windowOf,
  writeWebp,
} from './shoot.ts';
import { listedLanguages, takeStorePictures } from './store.ts';
import { openStudio, type Studio } from './studio.ts';
import { takeWindowPictures } from './windows.ts';

/** Pixels of CSS, as the README shows the film, and how much its screens are enlarged: their smallest text has 13.5 pixels. */
const film = { width: 720, height: 544 };
const zoom = 1.125;

/** Pixels of the film for one of CSS, and what its file may weigh in bytes. */
const density = 2;
const heaviest = 600_000;

/** What a link in a newsletter has. */
const tracking = '?utm_source=newsletter&utm_medium=email&utm_campaign=birds';

const filmStyle = `
  .window { inset: 0 }
  .view > img { inline-size: 720px }
  .popup { inset: -2px 14px auto auto; zoom: ${zoom} }
  .keys { position: absolute; inset: auto auto 28px 40px; display: flex; gap: 8px }
  kbd { padding: 8px 16px; border-radius: 10px; background: #1d2148; color: #fff; font: 500 16px/24px system-ui }
  .letter { padding: 28px 40px; font-size: 16px; line-height: 28px; color: #1d2148 }
  h1 { font-size: 20px; font-weight: 600; margin-block-end: 12px }
  dl { margin-block-end: 20px; font-size: 14px; line-height: 20px }
  dl div { display: flex; gap: 16px; padding-block: 8px; border-block-end: 1px solid #e3dfd6 }
  dt { inline-size: 64px; color: #585c80 }
  dd { margin: 0 }
  p { margin-block-end: 12px }
  u { color: #34388a; text-underline-offset: 3px; background: #e5e6f6 }
`;

interface Frame {
  html: string;
  /** What is pressed. */
  keys?: readonly string[];
  milliseconds: number;
}

const letterOf = ({ heading, fields, paragraphs }: Studio['samples']['letter'], link: string): string => {
  const rows = Object.entries(fields).map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`);
  const text = paragraphs.map((each) => `<p>${each.replace('%s', `<u>${link}</u>`)}</p>`);
  return `<div class="letter"><h1>${heading}</h1><dl>${rows.join('')}</dl>${text.join('')}</div>`;
};

/** From a long address to the short link in a letter: the page and the popup are real. */
async function framesOf(studio: Studio): Promise<Frame[]> {
  const { text } = studio;
  const day = text('validity_day');
  await studio.setHistory();
  const popup = await popupOn(studio, 0, tracking);
  await withoutMusic(popup, studio);
  const take = () => shootPopup(popup, zoom * density);
  const remove = await popup.waitForSelector(`::-p-text(${text('trackingRemove', '').trim()})`);
  const [x = 0, y = 0] =
    (await remove?.evaluate((node) => {
      const { left, width, bottom } = node.getBoundingClientRect();
      return [left + width / 2, bottom - 8 - document.body.getBoundingClientRect().top];
    })) ?? [];
  const form = await take();
  await remove?.click();
  await popup.mouse.move(0, 0);
  await popup.focus('select');
  const clean = await take();
  await choose(popup, text('validityLabel'), day);
  // Only after a key do browsers show the focus of a button.
  await popup.keyboard.press('Tab');
  await popup.focus('[type=submit]');
  const chosen = await take();
  await popup.keyboard.press('Enter');
  const link = await valueOf(popup, text('shortLinkLabel'));
  const result = await take();
  await closeAll(studio);

  const page = await studio.openSample(studio.linkOf(0) + tracking);
  const size = { width: film.width / zoom, height: Math.ceil((film.height - 48) / zoom) };
  await page.setViewport({ ...size, deviceScaleFactor: zoom * density });
  // The keys are shown in the place of the last paragraphs.
  await page.$$eval('p:nth-of-type(n + 3)', (all) => all.forEach((paragraph) => paragraph.remove()));
  const article = imageOf(await shoot(page));
  await closeAll(studio);

  const address = page.url();
  const withPopup = (over: string) => windowOf({ address, isLit: true, view: article + over });
  const toOpen = windowOf({ address, view: article }) + pointerAt(686, 30);
  const toDay =
    listOf(clean, day) + pointerAt(140, (clean.list?.below ?? 0) + 24 + 28 * positionIn(clean, day));
  const mail = { address: 'mail.example/compose', view: letterOf(studio.samples.letter, link) };
  return [
    { html: withPopup(popupOf(form, pointerAt(x, y))), milliseconds: 1200 },
    { html: withPopup(popupOf(clean, toDay)), milliseconds: 1400 },
    { html: withPopup(popupOf(chosen)), keys: ['Enter'], milliseconds: 1200 },
    { html: withPopup(popupOf(result)), milliseconds: 1800 },
    { html: windowOf(mail), keys: ['Ctrl', 'V'], milliseconds: 2000 },
    // This is not the first frame: where animations are off, only the first one is shown.
    { html: toOpen, milliseconds: 1200 },
  ];
}

/** Makes art/<language>/film.webp. */
async function makeFilm(studio: Studio): Promise<void> {
  const pictures: Uint8Array[] = [];
  const frames = await framesOf(studio);
  for (const { html, keys = [] } of frames) {
    const pressed = keys.map((key) => `<kbd>${key}</kbd>`).join('');
    const body = `${html}<div class="keys">${pressed}</div><div class="frame"></div>`;
    const style = drawnStyle + filmStyle;
    pictures.push(await drawHtml(studio, { style, body, ...film, deviceScaleFactor: density }));
  }
  const path = join('art', studio.language, 'film.webp');
  const times = frames.map(({ milliseconds }) => milliseconds);
  const bytes = await writeWebp(path, pictures, times);
  if (bytes > heaviest) throw new Error(`The film has ${bytes} bytes, above ${heaviest}.`);
}

/**
 * Makes art/<language>/move.webp: several connections, and what moving links from one to another means; or tour.webp: the page of
 * `npm start`.
 */
async function takePagePicture(studio: Studio, name: 'move' | 'tour'): Promise<void> {
  const page = await openScene(studio, scenes[name]);
  // Between two lines of the text below the tour.
  const size = { width: 900, height: 556, deviceScaleFactor: density };
  await page.setViewport(size);
  const body = `${imageOf(await shoot(page), 'width="900"')}<div class="frame"></div>`;
  await closeAll(studio);
  const picture = await drawHtml(studio, { style: drawnStyle, body, ...size });
  await writeWebp(join('art', studio.language, `${name}.webp`), [picture]);
}

async function takeAll(names: readonly string[]): Promise<void> {
  await build();
  const chosen = languages.filter((language) => names.includes(language));
  const isSelected = (name: string): boolean => names.length === chosen.length || names.includes(name);

  for (const language of chosen.length > 0 ? chosen : listedLanguages) {
    const studio = await openStudio({ language, isPseudo: false });
    try {
      await studio.connect();
      // Starting a browser took a minute of the clock of the pictures.
      await studio.setClock();
      if (isSelected('film')) await makeFilm(studio);
      // It is in the English docs only.
      if (isSelected('move') && language === 'en') await takePagePicture(studio, 'move');
      if (isSelected('tour')) await takePagePicture(studio, 'tour');
      if (isSelected('store')) await takeStorePictures(studio);
    } finally {
      await studio.close();
    }
  }
}

// That of the clock in studio.ts. In `Etc/GMT-1`, minus is east.
process.env['TZ'] = 'Etc/GMT-1';

const [first, ...names] = process.argv.slice(2);
if (first === 'matrix') await makeMatrix(names);
else if (first === 'windows') await build().then(() => takeWindowPictures(names));
else await takeAll(first === undefined ? [] : [first, ...names]);
