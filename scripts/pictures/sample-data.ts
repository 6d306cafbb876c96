import type { Language } from '../browsers/catalogue.ts';

/** A page that people shorten, with the address that it has. */
export interface SamplePage {
  title: string;
  link: string;
}

const english: SamplePage[] = [
  { title: 'Eurasian skylark - Wikipedia', link: 'https://en.wikipedia.org/wiki/Eurasian_skylark' },
  {
    title: 'Clipboard API - Web APIs | MDN',
    link: 'https://developer.mozilla.org/en-US/docs/Web/API/Clipboard_API',
  },
  {
    title: 'The Lark Ascending (Vaughan Williams) - IMSLP',
    link: 'https://imslp.org/wiki/The_Lark_Ascending_(Vaughan_Williams%2C_Ralph)',
  },
  {
    title: 'RFC 9110: HTTP Semantics',
    link: 'https://www.rfc-editor.org/rfc/rfc9110.html#name-404-not-found',
  },
  {
    title: 'Web Content Accessibility Guidelines (WCAG) 2.2',
    link: 'https://www.w3.org/TR/WCAG22/#target-size-minimum',
  },
  {
    title: 'Dawn chorus (birds) - Wikipedia',
    link: 'https://en.wikipedia.org/wiki/Dawn_chorus_(birds)',
  },
  {
    title: 'chrome.action | API | Chrome for Developers',
    link: 'https://developer.chrome.com/docs/extensions/reference/api/action',
  },
  {
    title: 'PostgreSQL: Documentation: High Availability',
    link: 'https://www.postgresql.org/docs/current/high-availability.html',
  },
];

const chinese: SamplePage[] = [
  { title: '云雀 - 维基百科，自由的百科全书', link: 'https://zh.wikipedia.org/wiki/云雀' },
  {
    title: '剪贴板 API - Web API | MDN',
    link: 'https://developer.mozilla.org/zh-CN/docs/Web/API/Clipboard_API',
  },
  { title: '二十四节气 - 维基百科，自由的百科全书', link: 'https://zh.wikipedia.org/wiki/二十四节气' },
  {
    title: 'RFC 9110: HTTP Semantics',
    link: 'https://www.rfc-editor.org/rfc/rfc9110.html#name-404-not-found',
  },
  {
    title: 'Web 内容无障碍指南 (WCAG) 2.2',
    link: 'https://www.w3.org/Translations/WCAG22-zh/#target-size-minimum',
  },
  { title: '春晓 - 维基文库，自由的图书馆', link: 'https://zh.wikisource.org/wiki/春曉' },
  {
    title: '浏览器扩展 - Mozilla | MDN',
    link: 'https://developer.mozilla.org/zh-CN/docs/Mozilla/Add-ons/WebExtensions',
  },
  {
    title: '文档：高可用、负载均衡与复制',
    link: 'https://www.postgresql.org/docs/current/high-availability.html',
  },
];

export const samplePages: Record<Language, readonly SamplePage[]> = { en: english, zh_CN: chinese };

const texts: Record<Language, readonly string[]> = {
  en: [
    'A small brown bird, easily overlooked on the ground and unmistakable in the air: it climbs in circles and sings all the way up, often for minutes, until it is only a speck.',
    'The song is a long, unbroken ripple of notes, with phrases that it has borrowed from other birds. It is heard from January on, mostly in the first hours of the day.',
    'It breeds in open country: fields that are mown late, heaths, dunes and pastures.',
  ],
  zh_CN: [
    '一种褐色的小鸟，在地面上很容易被忽略，在空中却不会认错：它盘旋而上，一路歌唱，常常持续好几分钟，直到只剩下一个小点。',
    '它的歌声绵长而不间断，其中有从别的鸟那里学来的乐句。从一月起就能听到，多在一天最初的几个小时。',
    '它在开阔地带繁殖：晚割的田野、荒原、沙丘和牧场。',
  ],
};

/** What the browser shows for a sample page, in place of the real one. */
export const bodyOf = (
  title: string,
  language: Language,
  links: readonly SamplePage[],
): string => `<!doctype html>
<html lang="${language === 'en' ? 'en' : 'zh-CN'}"><meta charset="utf-8"><title>${title}</title>
<link rel="icon" href="data:,">
<style>body { font: 17px/1.7 Georgia, 'Noto Serif CJK SC', serif; max-width: 720px; margin: 56px auto; padding: 0 32px;
  color-scheme: light dark; color: light-dark(#222, #ddd); background: light-dark(#fff, #1b1b1f) }
  h1 { font-weight: 400; font-size: 34px; line-height: 1.25; border-block-end: 1px solid #8884; padding-block-end: 8px }
  a { color: light-dark(#1a4fa0, #9cc1ff) }</style>
<h1>${title.split(' - ')[0] ?? ''}</h1>
${texts[language].map((text) => `<p>${text}</p>`).join('')}
<ul>${links.map(({ title: name, link }) => `<li><a href="${link}">${name}</a></li>`).join('')}</ul>`;
