import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../languages.mjs';
import { root } from '../programs.ts';
import { tourTexts } from './tour-texts.ts';

/** The paths of the tour: long, as those of pages that are worth shortening are. */
export const paths = {
  page: '/journal/2026/spring/how-to-hear-a-skylark-before-you-see-it',
  link: '/journal/guides/the-dawn-chorus-hour-by-hour-and-who-sings-first',
  missing: '/journal/2026/winter/what-the-larks-did-in-december',
  progress: '/progress',
} as const;

const style = `
:root { color-scheme: light dark; --paper: light-dark(#fdfaf6, #171a33); --raised: light-dark(#fff, #20244a);
  --ink: light-dark(#1d2148, #f3ecdf); --soft: light-dark(#585c80, #b3b5d3); --line: light-dark(#e3dfd6, #343963);
  --accent: light-dark(#34388a, #ffb27f); --good: light-dark(#1d6b45, #8fd6a8); }
* { box-sizing: border-box; }
body { margin: 0; padding: 48px 24px 80px; background: var(--paper); color: var(--ink);
  font: 17px/1.65 system-ui, Inter, 'Noto Sans SC', sans-serif; text-autospace: normal; }
main { max-width: 640px; margin: auto; }
header { display: flex; align-items: center; gap: 12px; margin-block-end: 24px; color: var(--soft); font-size: 14px; }
header svg { inline-size: 36px; block-size: 36px; flex: none; }
h1 { margin: 0 0 24px; font-size: 32px; line-height: 1.25; font-weight: 600; letter-spacing: -0.01em; text-wrap: balance; }
h2 { margin: 0; font-size: 17px; font-weight: 600; }
section { margin: 0 0 32px; padding: 20px 24px; background: var(--raised); border: 1px solid var(--line); border-radius: 16px;
  font-size: 15px; line-height: 1.5; }
section p { margin: 2px 0 0; color: var(--soft); }
ol { margin: 16px 0 0; padding: 0; list-style: none; }
li { display: flex; gap: 14px; padding: 12px 0; border-block-start: 1px solid var(--line); }
li:last-child { padding-block-end: 0; }
b { font-weight: 600; }
li > span { flex: none; display: grid; place-items: center; inline-size: 24px; block-size: 24px; border-radius: 50%;
  border: 1.5px solid var(--line); font-size: 13px; font-weight: 600; color: var(--soft); }
li > span svg { display: none; }
li.done > span { border-color: var(--good); background: var(--good); color: var(--raised); }
li.done > span svg { display: block; }
li.done > span i { display: none; }
li > span i { font-style: normal; }
section p.note { margin-block-start: 16px; font-size: 13px; }
a { color: var(--accent); text-underline-offset: 3px; }
.unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
`;

const tick = `<svg viewBox="0 0 20 20" width="16" height="16" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M4.5 10.5 8.5 14.5 15.5 6"/></svg>`;

/** Asks once a second what has been done: the service sends the page no events. */
const script = ({ done, end }: { done: string; end: string }) => `
setInterval(async () => {
  const steps = await fetch('${paths.progress}').then((answer) => answer.json(), () => []);
  steps.forEach((isDone, index) => {
    const step = document.querySelectorAll('li')[index];
    if (!isDone || step.className) return;
    step.className = 'done';
    step.querySelector('.unseen').textContent = ${JSON.stringify(`${done}: `)};
  });
  if (steps.length > 0 && steps.every(Boolean)) document.querySelector('#lead').textContent = ${JSON.stringify(end)};
}, 1000);`;

const icon = readFileSync(join(root, 'art', 'icon.svg'), 'utf8');

interface PageParts {
  language: Language;
  title: string;
  content: string;
}

const html = ({ language, title, content }: PageParts): string => `<!doctype html>
<html lang="${language === 'en' ? 'en' : 'zh-CN'}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<style>${style}</style>
<main>${content}</main>
</html>`;

/**
 * The page with the three steps, below which is what it is worth shortening for. `menuItem` is the name in the context menu,
 * and `run` that of this run of the demo, which is a part of the addresses.
 */
export function tourPage(language: Language, { menuItem, run }: { menuItem: string; run: string }): string {
  const texts = tourTexts[language];
  const filled = (text: string): string =>
    text
      .replace('{link}', `${paths.link}?edition=${run}`)
      .replace('{missing}', paths.missing)
      .replace('{menu}', menuItem);
  const steps = texts.steps.map(
    (step, index) =>
      `<li><span aria-hidden="true"><i>${String(index + 1)}</i>${tick}</span><div><span class="unseen"></span>${filled(step)}</div></li>`,
  );
  const content = `<header>${icon}<span>Waylark</span></header>
<section><h2>${texts.heading}</h2><p id="lead" aria-live="polite">${texts.lead}</p><ol aria-live="polite">${steps.join('')}</ol><p class="note">${texts.note}</p></section>
<h1>${texts.title}</h1>${texts.article}<script>${script(texts)}</script>`;
  return html({ language, title: texts.title, content });
}

/** The page behind the link of the second step. */
export function guidePage(language: Language): string {
  const { guide, guideText } = tourTexts[language];
  return html({ language, title: guide, content: `<h1>${guide}</h1><p>${guideText}</p>` });
}

/** The page of the third step, which is missing. */
export function missingTourPage(language: Language): string {
  const { missing, missingText } = tourTexts[language];
  return html({ language, title: missing, content: `<h1>${missing}</h1><p>${missingText}</p>` });
}
