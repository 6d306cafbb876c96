import type { Language } from '../languages.mjs';

/** A page that people shorten, with the address that it has and the code of its short link, which is the same in all pictures. */
export interface SamplePage {
  title: string;
  link: string;
  id: string;
}

const english: SamplePage[] = [
  {
    title: 'Eurasian skylark - Wikipedia',
    link: 'https://en.wikipedia.org/wiki/Eurasian_skylark',
    id: 'k3Vd8qXw',
  },
  {
    title: 'Clipboard API - Web APIs | MDN',
    link: 'https://developer.mozilla.org/en-US/docs/Web/API/Clipboard_API',
    id: 'Zp71cTbN',
  },
  {
    title: 'The Lark Ascending (Vaughan Williams, Ralph) - IMSLP',
    link: 'https://imslp.org/wiki/The_Lark_Ascending_(Vaughan_Williams,_Ralph)',
    id: 'a9RmQe4s',
  },
  { title: 'RFC 9110: HTTP Semantics', link: 'https://www.rfc-editor.org/rfc/rfc9110.html', id: 'hY20LkVf' },
  {
    title: 'Web Content Accessibility Guidelines (WCAG) 2.2',
    link: 'https://www.w3.org/TR/WCAG22/',
    id: 'W6tGx5Ju',
  },
  {
    title: 'Dawn chorus (birds) - Wikipedia',
    link: 'https://en.wikipedia.org/wiki/Dawn_chorus_(birds)',
    id: 'n8BoCd1E',
  },
  {
    title: 'chrome.action | API | Chrome for Developers',
    link: 'https://developer.chrome.com/docs/extensions/reference/api/action',
    id: 'T4vKs7Pz',
  },
  {
    title: 'PostgreSQL: Documentation: High Availability',
    link: 'https://www.postgresql.org/docs/current/high-availability.html',
    id: 'q2LfMa9H',
  },
  {
    title: 'Bird vocalization - Wikipedia',
    link: 'https://en.wikipedia.org/wiki/Bird_vocalization',
    id: 'mJ5rXw8K',
  },
  {
    title: 'Using the Fetch API - Web APIs | MDN',
    link: 'https://developer.mozilla.org/en-US/docs/Web/API/Fetch_API/Using_Fetch',
    id: 'c7HdTn2Q',
  },
  {
    title: "Hypertext Style: Cool URIs don't change.",
    link: 'https://www.w3.org/Provider/Style/URI',
    id: 'Vb4YsE9L',
  },
  {
    title: 'RFC 3986: Uniform Resource Identifier (URI): Generic Syntax',
    link: 'https://www.rfc-editor.org/rfc/rfc3986.html',
    id: 'x6PqZg3F',
  },
  { title: 'Node.js — Run JavaScript Everywhere', link: 'https://nodejs.org/en', id: 'R1uNk8Wa' },
];

const chinese: SamplePage[] = [
  {
    title: '张择端清明上河图卷 - 故宫博物院',
    link: 'https://www.dpm.org.cn/collection/paint/228226.html',
    id: 'k3Vd8qXw',
  },
  {
    title: '剪贴板 API - Web API | MDN',
    link: 'https://developer.mozilla.org/zh-CN/docs/Web/API/Clipboard_API',
    id: 'Zp71cTbN',
  },
  {
    title: 'HTTP 404 - 维基百科，自由的百科全书',
    link: 'https://zh.wikipedia.org/wiki/HTTP_404',
    id: 'a9RmQe4s',
  },
  { title: '数字敦煌', link: 'https://www.e-dunhuang.com/', id: 'hY20LkVf' },
  {
    title: 'Web 内容无障碍指南 (WCAG) 2.1',
    link: 'https://www.w3.org/Translations/WCAG21-zh/',
    id: 'W6tGx5Ju',
  },
  { title: '简介 | Vue.js', link: 'https://cn.vuejs.org/guide/introduction.html', id: 'n8BoCd1E' },
  {
    title: '浏览器扩展 - Mozilla | MDN',
    link: 'https://developer.mozilla.org/zh-CN/docs/Mozilla/Add-ons/WebExtensions',
    id: 'T4vKs7Pz',
  },
  { title: '中国国家图书馆·中国国家数字图书馆', link: 'https://www.nlc.cn/', id: 'q2LfMa9H' },
  {
    title: '古诗文网-古诗文经典传承',
    link: 'https://www.gushiwen.cn/',
    id: 'mJ5rXw8K',
  },
  {
    title: '使用 Fetch - Web API | MDN',
    link: 'https://developer.mozilla.org/zh-CN/docs/Web/API/Fetch_API/Using_Fetch',
    id: 'c7HdTn2Q',
  },
  { title: '快速上手 | Vue.js', link: 'https://cn.vuejs.org/guide/quick-start.html', id: 'Vb4YsE9L' },
  {
    title: '国家地理信息公共服务平台 天地图',
    link: 'https://www.tianditu.gov.cn/',
    id: 'x6PqZg3F',
  },
  {
    title: '统一资源标识符 - 维基百科，自由的百科全书',
    link: 'https://zh.wikipedia.org/wiki/URI',
    id: 'R1uNk8Wa',
  },
];

/** The first are in the history (put-history.ts). */
export const samplePages: Record<Language, readonly SamplePage[]> = { en: english, zh_CN: chinese };

const texts: Record<Language, readonly string[]> = {
  en: [
    'A small brown bird, easily overlooked on the ground and unmistakable in the air: it climbs in circles and sings all the way up, often for minutes, until it is only a speck.',
    'The song is a long, unbroken ripple of notes, with phrases that it has borrowed from other birds. It is heard from January on, mostly in the first hours of the day.',
    'It breeds in open country: fields that are mown late, heaths, dunes and pastures.',
  ],
  zh_CN: [
    '《清明上河图》是北宋画家张择端的作品，绢本设色，描绘清明时节汴京城内外的风光：从城郊的田野、汴河上的船只，一直画到虹桥和城门内的街市。',
    '画中有数百个人物，赶集的、撑船的、饮酒的、问路的，各忙各的事。屋宇、桥梁和车马也都画得细致入微。',
    '全卷长五米有余，观看时从右向左徐徐展开，一次只看一段。',
  ],
};

/** The names of the project's tracks and artists in pictures, in the order of tracks.json: no artist has the product's own name. */
export const sampleTracks: Record<Language, readonly { name: string; artist: string }[]> = {
  en: [
    { name: 'Where the Road Goes Soft', artist: 'Fieldnotes' },
    { name: 'Dusk, Returning', artist: 'Dusk Choir' },
    { name: 'Small Lantern', artist: 'Paper Moon Box' },
    { name: 'Nobody at the Gate', artist: 'Hedge & Wire' },
    { name: 'The Lark Is Elsewhere', artist: 'Fieldnotes' },
    { name: 'The Link Lets Go', artist: 'Night Bus Trio' },
    { name: 'First Bird', artist: 'Fieldnotes,Dusk Choir' },
  ],
  zh_CN: [
    { name: '路渐柔软', artist: '田野笔记' },
    { name: '黄昏归来', artist: '黄昏合唱团' },
    { name: '小灯笼', artist: '纸月亮' },
    { name: '门前无人', artist: '篱笆与铁丝' },
    { name: '云雀在别处', artist: '田野笔记' },
    { name: '链接远去', artist: '夜车三重奏' },
    { name: '第一只鸟', artist: '田野笔记,黄昏合唱团' },
  ],
};

/** The beginning of a page of the web. */
const headOf = (title: string, language: Language): string => `<!doctype html>
<html lang="${language === 'en' ? 'en' : 'zh-CN'}"><meta charset="utf-8"><title>${title}</title>
<link rel="icon" href="data:,">
<style>body { font: 17px/1.7 Georgia, 'Noto Serif CJK SC', serif; max-width: 720px; margin: 56px auto; padding: 0 32px;
  color-scheme: light dark; color: light-dark(#222, #ddd); background: light-dark(#fff, #1b1b1f) }
  h1 { margin-block-end: 30px; font-weight: 400; font-size: 34px; line-height: 1.25; border-block-end: 1px solid #8884; padding-block-end: 8px }
  a { color: light-dark(#1a4fa0, #9cc1ff) }</style>`;

const missing: Record<Language, { heading: string; text: string; home: string }> = {
  en: {
    heading: 'Page not found',
    text: 'The page has moved, or it no longer exists.',
    home: 'Back to the start',
  },
  zh_CN: { heading: '找不到该页面', text: '该页面已移动，或不再存在。', home: '返回首页' },
};

/** A page of the web that says that it is missing. */
export const missingBodyOf = (language: Language): string => {
  const { heading, text, home } = missing[language];
  return `${headOf(heading, language)}
<style>body { margin-inline: 24px } b { display: block; margin-block-start: 72px; font: 400 120px/1 Georgia, serif; opacity: 0.5 } h1 { border: 0; margin: 0 }</style>
<b>404</b><h1>${heading}</h1><p>${text}</p><p><a href="/">${home}</a></p>`;
};

/** What the browser shows for a sample page, in place of the real one. */
export const bodyOf = (
  title: string,
  language: Language,
  links: readonly SamplePage[],
): string => `${headOf(title, language)}
<h1>${title.split(' - ')[0] ?? ''}</h1>
${texts[language].map((text) => `<p>${text}</p>`).join('')}
<ul>${links.map(({ title: name, link }) => `<li><a href="${link}">${name}</a></li>`).join('')}</ul>`;
