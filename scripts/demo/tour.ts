import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Language } from '../languages.mjs';
import { root } from '../programs.ts';

/** HTML; {link} and {missing} are addresses of the tour, {menu} is the name of the item in the context menu. */
const english = {
  /** As BCP 47 writes the language. */
  lang: 'en',
  title: 'How to hear a skylark before you see it',
  heading: 'Three things to try',
  steps: [
    '<b>Shorten this page</b>Click the lark in the toolbar and press <kbd>Enter</kbd>. Then paste the link anywhere.',
    '<b>Shorten a link</b>Right-click <a href="{link}">the guide to the dawn chorus</a> and choose <q>{menu}</q>.',
    '<b>Visit a 404 page</b>Open <a href="{missing}">the winter journal</a>, which does not exist, and press <q>Play</q> in its corner.',
  ],
  /** What assistive technology reads for a step that is done. */
  done: 'Done',
  /** Stands below the heading when all is done. */
  end: 'That is Waylark. Click the lark again for History and Settings, or close this window to stop.',
  note: 'Music is on in this demo. In your own browser it is off until you turn it on.',
  /** The heading of the sample page. */
  sample: 'A page to shorten',
  article: `<p>Go out an hour before sunrise, stop where a field is widest, and look at nothing. The song arrives first: a thin, bright
thread that seems to come from the whole sky at once. Only when it has gone on for longer than one breath can hold do you
find the bird, a speck above its own voice.</p>
<p>It rises in circles, singing on the way in and on the way out, for two minutes, for five, once for an hour. Then it folds
its wings and drops the last few meters in silence.</p>`,
  guide: 'A guide to the dawn chorus',
  guideText: 'Robins first, then blackbirds and wrens. Skylarks do not wait for anybody.',
  missing: 'Page not found',
  missingText: 'There is no winter journal. The larks were elsewhere.',
};

/** A language without texts of its own has those in English. */
const translations: Partial<Record<Language, typeof english>> = {
  zh_CN: {
    lang: 'zh-CN',
    title: '怎样在看见云雀之前先听见它',
    heading: '试试这三件事',
    steps: [
      '<b>缩短此页面</b>点击工具栏中的云雀图标，按<kbd>Enter</kbd>，再把链接粘贴到别处。',
      '<b>缩短一个链接</b>右键点击<a href="{link}">黎明合唱指南</a>，选择<q>{menu}</q>。',
      '<b>访问一个 404 页面</b>打开不存在的<a href="{missing}">冬季日志</a>，在角落点击<q>播放</q>。',
    ],
    done: '已完成',
    end: '这就是Waylark。再次点击云雀可查看历史记录和设置，关闭此窗口即可停止。',
    note: '演示中已开启音乐。在你自己的浏览器中，打开之前不会播放。',
    sample: '用来缩短的页面',
    article: `<p>日出前一小时出门，在最开阔的田野站定，什么也不看。歌声最先到来：一缕明亮的细线，仿佛同时来自整片天空。等它久到一口气再也撑不住，你才找到那只鸟，一个悬在自己歌声之上的小点。</p>
<p>它盘旋而上，吸气时唱，呼气时也唱，两分钟，五分钟，有一次整整一小时。最后它收起翅膀，在寂静中落下最后几米。</p>`,
    guide: '黎明合唱指南',
    guideText: '先是知更鸟，然后是乌鸫和鹪鹩。云雀谁也不等。',
    missing: '找不到页面',
    missingText: '没有冬季日志。云雀去了别处。',
  },
};

/** The paths of the tour: long, as those of pages that are worth shortening are. */
export const paths = {
  page: '/journal/2026/spring/how-to-hear-a-skylark-before-you-see-it',
  link: '/journal/guides/the-dawn-chorus-hour-by-hour-and-who-sings-first',
  missing: '/journal/2026/winter/what-the-larks-did-in-december',
  progress: '/progress',
} as const;

const style = `
:root { color-scheme: light dark; --paper: light-dark(#fdfaf6, #171a33); --raised: light-dark(#fff, #20244a);
  --ink: light-dark(#1d2148, #f3ecdf); --soft: light-dark(#585c80, #b3b5d3); --line: light-dark(#8a8db0, #686da3);
  --hair: light-dark(#e3dfd6, #343963); --accent: light-dark(#34388a, #ffb27f); --on-accent: light-dark(#fff, #1d1430);
  --good: light-dark(#1d6a5f, #7fd6c4); }
* { box-sizing: border-box; }
body { margin: 0; padding: 48px 16px; background: var(--paper); color: var(--ink);
  font: 16px/24px system-ui, Inter, 'Noto Sans SC', sans-serif; text-autospace: normal; text-wrap: pretty; }
main { max-width: 640px; margin: auto; }
header { display: grid; grid-template-columns: 40px 1fr; gap: 0 12px; align-items: center; margin-block-end: 20px; }
header svg { inline-size: 40px; block-size: 40px; grid-row: span 2; }
header:has(p:empty) svg { grid-row: auto; }
header > p:empty { position: absolute; }
h1 { margin: 4px 0 16px; font-size: 28px; line-height: 36px; font-weight: 600; text-wrap: balance; }
q:lang(zh)::before, q:lang(zh)::after { font-family: 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif; }
h2 { margin: 0; font-size: 20px; line-height: 28px; font-weight: 600; }
p { margin: 0 0 12px; }
header p, li div, .note { margin: 0; color: var(--soft); font-size: 14px; line-height: 20px; }
ol { margin: 0; padding: 0; list-style: none; background: var(--raised); border: 1px solid var(--hair); border-radius: 16px; }
li { display: flex; gap: 12px; padding: 16px; }
li + li { border-block-start: 1px solid var(--hair); }
b { display: block; font-size: 16px; line-height: 24px; font-weight: 600; color: var(--ink); }
li > span { flex: none; display: grid; place-items: center; inline-size: 24px; block-size: 24px; border-radius: 50%;
  border: 1px solid var(--line); font-size: 12px; font-weight: 600; color: var(--soft); }
li > span svg { display: none; }
li:not(.done):nth-child(1 of :not(.done)) > span { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
li.done > span { border-color: var(--good); color: var(--good); }
li.done > span svg { display: block; }
li.done > span i { display: none; }
li.done b { color: var(--soft); font-weight: 500; }
li > span i { font-style: normal; }
kbd { padding: 0 6px; border: 1px solid var(--line); border-radius: 6px; font: 500 12px/18px system-ui, Inter, sans-serif; }
.note { margin-block: 12px 32px; padding-inline: 52px 16px; font-size: 12px; line-height: 16px; word-break: keep-all; }
.sample { margin: 0; padding-block-start: 32px; border-block-start: 1px solid var(--hair); color: var(--soft); font-size: 12px;
  line-height: 16px; font-weight: 500; }
a { color: var(--accent); text-underline-offset: 3px; }
a:focus-visible { outline: 2px solid; outline-offset: 2px; border-radius: 2px; }
.unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
@media (forced-colors: active) {
  li > span { forced-color-adjust: none; --line: CanvasText; --soft: CanvasText; --accent: Highlight; --on-accent: HighlightText; --good: CanvasText; }
}
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

const html = (lang: string, title: string, content: string): string => `<!doctype html>
<html lang="${lang}">
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
function tourPage(texts: typeof english, { menuItem, run }: { menuItem: string; run: string }): string {
  const filled = (text: string): string =>
    text
      .replace('{link}', `${paths.link}?edition=${run}`)
      .replace('{missing}', paths.missing)
      .replace('{menu}', menuItem);
  const steps = texts.steps.map(
    (step, index) =>
      `<li><span aria-hidden="true"><i>${index + 1}</i>${tick}</span><div><span class="unseen"></span>${filled(step)}</div></li>`,
  );
  const content = `<header>${icon}<h2>${texts.heading}</h2><p id="lead" aria-live="polite"></p></header>
<ol aria-live="polite">${steps.join('')}</ol><p class="note">${texts.note}</p>
<p class="sample">${texts.sample}</p><h1>${texts.title}</h1>${texts.article}<script>${script(texts)}</script>`;
  return html(texts.lang, texts.title, content);
}

const heading = (title: string, text: string): string => `<h1>${title}</h1><p>${text}</p>`;

/** A name that the browser of the demo resolves to this computer (RFC 2606), so that its page is one like any other. */
const tourOrigin = 'http://skylark.example';

/** What decides that a step is done. */
export interface TourEvents {
  /** The addresses behind all links of the service. */
  shortened(): Promise<string[]>;
  /** Whether music plays, in whatever tab. */
  isPlaying(): Promise<boolean>;
}

export type Tour = Awaited<ReturnType<typeof startTour>>;

/** Serves the pages of the tour; `run` makes their addresses others in each run, as the links of the service stay. */
export async function startTour(events: TourEvents, run = Date.now().toString(36)) {
  const done = [false, false, false];
  let texts = english;
  let menuItem = 'Shorten this link';
  /** The address of the page with the steps, and that of the second step's link. */
  const address = `${tourOrigin}${paths.page}?edition=${run}`;
  const link = `${tourOrigin}${paths.link}?edition=${run}`;

  /** Which steps are done. */
  const progress = async (): Promise<boolean[]> => {
    if (!done[0] || !done[1]) {
      const shortened = await events.shortened();
      done[0] ||= shortened.includes(address);
      done[1] ||= shortened.includes(link);
    }
    done[2] ||= await events.isPlaying();
    return done;
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', tourOrigin);
    const { lang, guide, guideText, missing, missingText } = texts;
    const send = (body: string, status = 200): void => {
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body);
    };
    if (pathname === paths.progress)
      // The browser cannot be questioned while it closes: the page asks again.
      void progress().then(
        (steps) => send(JSON.stringify(steps)),
        () => send('[]'),
      );
    else if (pathname === paths.page) send(tourPage(texts, { menuItem, run }));
    else if (pathname === paths.link) send(html(lang, guide, heading(guide, guideText)));
    else send(html(lang, missing, heading(missing, missingText)), 404);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address,
    link,
    /** Rules for the browser's resolver. */
    hosts: `MAP ${new URL(tourOrigin).host}:80 127.0.0.1:${port}`,
    /** Sets the language of the pages, and the name of the context menu's item; English before. */
    setLanguage: (language: Language, item: string): void => {
      texts = translations[language] ?? english;
      menuItem = item;
    },
    progress,
    close: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
}
