import type { Language } from '../scripts/languages.mjs';

/** The codes of the short links, which are the same in all pictures. */
const codes = [
  ...['k3Vd8qXw', 'Zp71cTbN', 'a9RmQe4s', 'hY20LkVf', 'W6tGx5Ju', 'n8BoCd1E', 'T4vKs7Pz'],
  ...['q2LfMa9H', 'mJ5rXw8K', 'c7HdTn2Q', 'Vb4YsE9L', 'x6PqZg3F', 'R1uNk8Wa'],
];

const pagesOf = (pages: readonly (readonly [title: string, link: string])[]) =>
  pages.map(([title, link], at) => ({ title, link, id: codes[at] ?? '' }));

/** What the pictures in one language show. */
const english = {
  /** As BCP 47 writes the language. */
  lang: 'en',
  /** The first eight are in the history. */
  pages: pagesOf([
    ['Eurasian skylark - Wikipedia', 'https://en.wikipedia.org/wiki/Eurasian_skylark'],
    ['Clipboard API - Web APIs | MDN', 'https://developer.mozilla.org/en-US/docs/Web/API/Clipboard_API'],
    [
      'The Lark Ascending (Vaughan Williams, Ralph) - IMSLP',
      'https://imslp.org/wiki/The_Lark_Ascending_(Vaughan_Williams,_Ralph)',
    ],
    ['RFC 9110: HTTP Semantics', 'https://www.rfc-editor.org/rfc/rfc9110.html'],
    ['Web Content Accessibility Guidelines (WCAG) 2.2', 'https://www.w3.org/TR/WCAG22/'],
    ['Dawn chorus (birds) - Wikipedia', 'https://en.wikipedia.org/wiki/Dawn_chorus_(birds)'],
    [
      'chrome.action | API | Chrome for Developers',
      'https://developer.chrome.com/docs/extensions/reference/api/action',
    ],
    [
      'PostgreSQL: Documentation: High Availability',
      'https://www.postgresql.org/docs/current/high-availability.html',
    ],
    ['Bird vocalization - Wikipedia', 'https://en.wikipedia.org/wiki/Bird_vocalization'],
    [
      'Using the Fetch API - Web APIs | MDN',
      'https://developer.mozilla.org/en-US/docs/Web/API/Fetch_API/Using_Fetch',
    ],
    ["Hypertext Style: Cool URIs don't change.", 'https://www.w3.org/Provider/Style/URI'],
    [
      'RFC 3986: Uniform Resource Identifier (URI): Generic Syntax',
      'https://www.rfc-editor.org/rfc/rfc3986.html',
    ],
    ['Node.js — Run JavaScript Everywhere', 'https://nodejs.org/en'],
  ]),
  /** The names of two connections. */
  connections: { work: 'Work', private: 'Private' },
  /** A pasted list with a duplicate, and lines that are left out. */
  list: [
    'https://en.wikipedia.org/wiki/Bird_vocalization',
    'https://developer.mozilla.org/en-US/docs/Web/API/Fetch_API',
    'https://www.w3.org/Provider/Style/URI',
    'ines@heath.example',
    'nodejs.org/en',
    'https://en.wikipedia.org/wiki/Bird_vocalization',
    'Minutes of Monday',
    'https://ines:lark7@heath.example/plan',
    'https://www.postgresql.org/docs/current/',
  ],
  /** The text of a page of the web, as HTML; the link leads to the ninth page. */
  paragraphs: [
    'A small brown bird, easily overlooked on the ground: <a href="https://en.wikipedia.org/wiki/Bird_vocalization">its song is unmistakable</a>. It climbs in circles and sings all the way up, often for minutes, until it is only a speck.',
    'The song is a long, unbroken ripple of notes, with phrases that it has borrowed from other birds. It is heard from January on, mostly in the first hours of the day.',
    'It breeds in open country: fields that are mown late, heaths, dunes and pastures.',
    'In autumn, the larks of the north move south in loose flocks, by day and low over the ground, and call to each other as they go.',
  ],
  /** The letter that the short link is pasted into. */
  letter: {
    heading: 'New message',
    fields: { To: 'Mira Okafor', Subject: 'Sunday walk' } as Record<string, string>,
    paragraphs: [
      'Hi Mira,',
      'this is the bird that we heard on Sunday: %s',
      'It sings long before you see it.',
    ],
  },
  /** Items of the browser's context menu for a link. The extension's item follows the second one. */
  browserMenu: ['Open link in new tab', 'Open link in new window', 'Copy link address', 'Inspect'],
  /** A page of the web that is missing. */
  missing: {
    heading: 'Page not found',
    text: 'The page has moved, or it no longer exists.',
    home: 'Back to the museum',
  },
  /** In the order of tracks.json: no artist has the product's own name. */
  tracks: [
    { name: 'Where the Road Goes Soft', artist: 'Fieldnotes' },
    { name: 'Dusk, Returning', artist: 'Dusk Choir' },
    { name: 'Small Lantern', artist: 'Paper Moon Box' },
    { name: 'Nobody at the Gate', artist: 'Hedge & Wire' },
    { name: 'The Lark Is Elsewhere', artist: 'Fieldnotes' },
    { name: 'The Link Lets Go', artist: 'Night Bus Trio' },
    { name: 'First Bird', artist: 'Fieldnotes,Dusk Choir' },
  ],
};

export type Samples = typeof english;

const chinese: Samples = {
  lang: 'zh-CN',
  pages: pagesOf([
    ['张择端清明上河图卷 - 故宫博物院', 'https://www.dpm.org.cn/paint/228226.html'],
    ['剪贴板 API - Web API | MDN', 'https://developer.mozilla.org/zh-CN/docs/Web/API/Clipboard_API'],
    ['HTTP 404 - 维基百科，自由的百科全书', 'https://zh.wikipedia.org/wiki/HTTP_404'],
    ['数字敦煌', 'https://www.e-dunhuang.com/'],
    ['Web 内容无障碍指南 (WCAG) 2.1', 'https://www.w3.org/Translations/WCAG21-zh/'],
    ['简介 | Vue.js', 'https://cn.vuejs.org/guide/introduction.html'],
    ['浏览器扩展 - Mozilla | MDN', 'https://developer.mozilla.org/zh-CN/docs/Mozilla/Add-ons/WebExtensions'],
    ['中国国家图书馆·中国国家数字图书馆', 'https://www.nlc.cn/'],
    ['古诗文网-古诗文经典传承', 'https://www.gushiwen.cn/'],
    ['使用 Fetch - Web API | MDN', 'https://developer.mozilla.org/zh-CN/docs/Web/API/Fetch_API/Using_Fetch'],
    ['快速上手 | Vue.js', 'https://cn.vuejs.org/guide/quick-start.html'],
    ['国家地理信息公共服务平台 天地图', 'https://www.tianditu.gov.cn/'],
    ['统一资源标识符 - 维基百科，自由的百科全书', 'https://zh.wikipedia.org/wiki/URI'],
  ]),
  connections: { work: '工作', private: '个人' },
  list: [
    'https://www.dpm.org.cn/paint/228226.html',
    'https://zh.wikipedia.org/wiki/HTTP_404',
    'https://www.e-dunhuang.com/',
    '周一会议记录',
    'https://cn.vuejs.org/guide/introduction.html',
    'https://www.nlc.cn/',
    'https://www.e-dunhuang.com/',
  ],
  paragraphs: [
    '《清明上河图》是北宋画家张择端的作品，绢本设色，描绘<a href="https://www.gushiwen.cn/">清明时节汴京城内外的风光</a>：从城郊的田野、汴河上的船只，一直画到虹桥和城门内的街市。',
    '画中有数百个人物，赶集的、撑船的、饮酒的、问路的，各忙各的事。屋宇、桥梁和车马也都画得细致入微。',
    '全卷长五米有余，观看时从右向左展开，一次只看一段。',
    '虹桥一带是全卷的中心：船夫们放倒桅杆，岸上的人伸手指点，桥上挤满了看热闹的行人。',
    '画卷现藏于故宫博物院。历代摹本众多，以明代仇英本和清院本最为有名。',
  ],
  letter: {
    heading: '写邮件',
    fields: { 收件人: '林晓雨', 主题: '周日看展' },
    paragraphs: ['晓雨：', '这就是周日要去看的那幅画：%s', '开馆就去，人会少一些。'],
  },
  browserMenu: ['在新标签页中打开链接', '在新窗口中打开链接', '复制链接地址', '检查'],
  missing: { heading: '找不到该页面', text: '该页面已移动，或不再存在。', home: '返回博物馆首页' },
  tracks: [
    { name: '路渐柔软', artist: '田野笔记' },
    { name: '黄昏归来', artist: '黄昏合唱团' },
    { name: '小灯笼', artist: '纸月亮' },
    { name: '门前无人', artist: '篱笆与铁丝' },
    { name: '云雀在别处', artist: '田野笔记' },
    { name: '链接远去', artist: '夜车三重奏' },
    { name: '第一只鸟', artist: '田野笔记,黄昏合唱团' },
  ],
};

const samples: Partial<Record<Language, Samples>> = { zh_CN: chinese };

const longTitle =
  '东京奥运会的历史与建筑：一份很长很长的标题，用来看看它是怎样被截断的，因为网页的标题常常没有限度';

/** As long as titles and addresses get; only addresses have letters of the English alphabet. */
const pseudo: Samples = {
  ...chinese,
  pages: pagesOf(
    codes.map((_, at) => [
      [longTitle, '灯塔 '.repeat(60), '海'][at % 3] ?? '',
      `https://site-${at}.example/灯塔/${(at % 2 === 0 ? '1/' : 'without-a-break').repeat(30)}`,
    ]),
  ).map((page, at) => (at === 2 ? { ...page, id: '7'.repeat(64) } : page)),
  list: english.list,
  tracks: english.tracks.map(() => ({ name: longTitle, artist: '海' })),
};

/** A language without samples of its own shows those in English. */
export const samplesOf = (language: Language, isPseudo: boolean): Samples =>
  isPseudo ? pseudo : (samples[language] ?? english);

/** The beginning of a page of the web. */
const headOf = (title: string, lang: string): string => `<!doctype html>
<html lang="${lang}"><meta charset="utf-8"><title>${title}</title>
<link rel="icon" href="data:,">
<style>body { font: 16px/1.6 Georgia, 'Noto Serif CJK SC', serif; max-width: 424px; margin: 40px 44px;
  color-scheme: light dark; color: light-dark(#202122, #e6e4df); background: light-dark(#fff, #1b1c20) }
  h1 { margin: 0 0 16px; font-weight: 400; font-size: 32px; line-height: 1.25; border-block-end: 1px solid #8884; padding-block-end: 10px }
  p { margin: 0 0 12px; text-wrap: pretty } a { color: light-dark(#3366cc, #8fb4ff); text-decoration: none }</style>`;

/** A page of the web that says that it is missing. */
export const missingBodyOf = ({
  lang,
  missing: { heading, text, home },
}: Samples): string => `${headOf(heading, lang)}
<style>body { margin-block-start: 48px } b { display: block; font: 400 90px/1.1 Georgia, 'Noto Serif CJK SC', serif; opacity: 0.6 } h1 { border: 0; margin: 0 }</style>
<b>404</b><h1>${heading}</h1><p>${text}</p><p><a href="/">${home}</a></p>`;

/** What the browser shows at the address of a sample page, and at any other, in place of the real one. */
export const bodyOf = (address: string, { lang, pages, paragraphs }: Samples): string => {
  const found = pages.find(({ link }) => address.startsWith(new URL(link).href));
  const title = found?.title ?? address;
  return `${headOf(title, lang)}
<h1>${title.split(' - ')[0] ?? ''}</h1>
${paragraphs.map((text) => `<p>${text}</p>`).join('')}`;
};
