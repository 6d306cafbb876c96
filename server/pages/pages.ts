import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { html as write, raw } from 'hono/html';
import { parseAccept } from 'hono/utils/accept';
import type { HtmlEscapedString } from 'hono/utils/html';
import { answerError, type ApiError, type Env } from '../api/envelopes.ts';

/** The colors and the font of the extension; components/ui/palette.test.ts compares the colors. */
export const palette = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fdfaf6, #171a33);
  --raised: light-dark(#ffffff, #20244a);
  --ink: light-dark(#1d2148, #f3ecdf);
  --soft: light-dark(#585c80, #b3b5d3);
  --line: light-dark(#8a8db0, #686da3);
  --hair: light-dark(#e3dfd6, #343963);
  --accent: light-dark(#34388a, #ffb27f);
  --on-accent: light-dark(#ffffff, #1d1430);
  --accent-strong: light-dark(#262a6b, #ffc69d);
  --warn: light-dark(#9c2f14, #ff9a9a);
  --warn-paper: light-dark(#fdeee6, #3a2233);
  --good: light-dark(#1d6a5f, #7fd6c4);
  --wash: light-dark(#1d21480d, #f3ecdf12);
  --font: system-ui, sans-serif;
}
/* The quotation marks of many interface fonts are too narrow between Chinese characters. */
@font-face { font-family: Quotes; unicode-range: U+2018-201D; src: local('PingFangSC-Regular'), local('Microsoft YaHei'),
  local('NotoSansCJKsc-Regular'), local('Noto Sans SC'); }
:root:lang(zh) { --font: Quotes, system-ui, sans-serif; }
`;

/** With the sizes and radii of the extension (components/ui): these pages are part of the same product. */
const pageStyle = `${palette}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 var(--font); text-autospace: normal; }
main { width: 100%; max-width: 31rem; padding: clamp(24px, 6vw, 48px); background: var(--raised); border: 1px solid var(--hair);
  border-radius: 16px; }
svg { display: block; width: 56px; height: auto; margin-bottom: 24px; }
h1 { margin: 0 0 12px; font-size: clamp(1.25rem, 5vw, 1.75rem); font-weight: 600; line-height: 1.3; text-wrap: balance; }
p, dl { margin: 0 0 12px; color: var(--soft); text-wrap: pretty; }
:is(h1, p, li) { overflow-wrap: anywhere; }
/* Chinese lines end where a part of a sentence ends, if such a part fits. */
:is(p, li):lang(zh) { word-break: keep-all; }
main > :last-child, main > :last-child > .button { margin-bottom: 0; }
ol { margin: 0 0 12px; padding-inline-start: 1.25rem; }
li { margin-bottom: 4px; }
a { color: var(--accent); text-underline-offset: 3px; }
b { color: var(--ink); font-weight: 600; }
.target { padding: 12px 16px; border: 1px solid var(--hair); border-radius: 10px; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; font-size: .875rem; }
dd { margin: 0; color: var(--ink); overflow-wrap: anywhere; text-wrap: balance; }
.button { display: inline-block; margin: 4px 0 16px; padding: 7px 14px; border: 1px solid transparent; border-radius: 10px;
  background: var(--accent); color: var(--on-accent); font: 500 .875rem/1.25rem var(--font); text-decoration: none;
  cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
/* Chinese dates have no space in them. */
.day { text-autospace: no-autospace; white-space: nowrap; }
.foot { padding-top: 16px; border-top: 1px solid var(--hair); font-size: .75rem; }
@media (width < 480px) {
  :is(p, li):lang(zh) { word-break: normal; text-wrap: balance; }
}
`;

/** The content of art/icon.svg, as the container image of the service does not have that file. */
export const bird = `<defs>
<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#20245a"/><stop offset="0.6" stop-color="#3b3f9a"/><stop offset="1" stop-color="#7478b4"/></linearGradient>
<linearGradient id="wing" x1="0.1" x2="0.9" y2="1"><stop stop-color="#ffc69d"/><stop offset="1" stop-color="#ffab73"/></linearGradient>
</defs>
<rect width="128" height="128" rx="29" fill="url(#sky)"/>
<path fill="#d98a62" d="M50 58C46 42 48 24 59 8c11 11 17 25 18 40Z"/>
<path fill="#fdfaf6" d="M120 48 105 42c-2-7-7-11-13-11-4-5-10-8-17-8 3 4 5 8 5 12-6 5-11 11-18 20C51 72 34 85 11 93l14 5-7 10c30 2 60-7 77-27 8-10 12-19 12-30Z"/>
<path fill="url(#wing)" d="M82 66C71 46 48 28 19 22c1 13 6 24 13 33 6 9 14 17 24 23 11 7 24 1 26-12Z"/>
<circle cx="97" cy="43" r="3.4" fill="#20245a"/>`;

export const icon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">${bird}</svg>`,
)}`;

/** The languages of the pages, each with the tags that mean it in an Accept-Language header. */
const tags = { en: /^en(-|$)/i, 'zh-CN': /^zh(-hans)?(-(cn|sg|my))?$/i };

export type Language = keyof typeof tags;

const languages = Object.keys(tags) as Language[];

/** The language of the pages that an Accept-Language header prefers; English if it names none of them. */
export function languageFor(acceptLanguage: string | undefined): Language {
  const accepted = parseAccept(acceptLanguage ?? '').filter(({ q }) => q > 0);
  for (const { type } of accepted) {
    const language = languages.find((each) => tags[each].test(type));
    if (language) return language;
  }
  return 'en';
}

/** Writes part of a page. What it holds are no promises, so it is text at once. */
export const html = write as (strings: TemplateStringsArray, ...values: unknown[]) => Html;

/** Part of a page, in which the texts from outside are escaped. */
export type Html = HtmlEscapedString;

interface DocumentParts {
  language: Language;
  title: string;
  style: string;
  body: Html;
}

export function documentOf({ language, title, style, body }: DocumentParts): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="${icon}" />
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        ${body}
      </body>
    </html>`.toString();
}

/** Where forms may lead. Chromium applies the policy to redirects after a form, too, such as to a link's target. */
const formActions = { none: "'none'", own: "'self'", 'leading-away': 'http: https:' };

export type FormAction = keyof typeof formActions;

/** The headers of every page. It loads nothing and runs no script; its style is allowed by its hash. */
export function pageHeaders(language: Language, style: string, forms: FormAction): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    `form-action ${formActions[forms]}`,
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'content-language': language,
    // A browser sends the Origin of a form only if it may send a referrer to this service.
    'referrer-policy': forms === 'none' ? 'no-referrer' : 'same-origin',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  };
}

export interface PageTexts {
  title: string;
  content: Html;
}

/** A page about short links or connections, in each language. */
export interface Page extends Readonly<Record<Language, PageTexts>> {
  /** Whether the page has forms for this service, and whether what they answer may lead to another site. */
  forms?: FormAction;
  /** Styles in addition to those of all pages. */
  style?: string;
}

/** A page that is written for one language after the other. */
export const inEachLanguage = (
  textsIn: (language: Language) => PageTexts,
  more: Pick<Page, 'forms' | 'style'> = {},
): Page => ({ en: textsIn('en'), 'zh-CN': textsIn('zh-CN'), ...more });

type PageStatus = 200 | 400 | 403 | 404 | 409 | 410 | 421 | 429 | 500 | 502 | 503;

/** Answers with a page in the language that the request prefers. */
export function answerPage(c: Context<Env>, page: Page, status: PageStatus): Response {
  const language = languageFor(c.req.header('accept-language'));
  const style = pageStyle + (page.style ?? '');
  const { title, content } = page[language];
  const text = html`<h1>${title}</h1>
    ${content}`;
  const dated = raw(text.toString().replaceAll(/\d+年\d+月\d+日/g, '<span class="day">$&</span>'));
  const body = html`<main>
    <svg viewBox="0 0 128 128" aria-hidden="true">${raw(bird)}</svg>
    ${dated}
  </main>`;
  const headers = {
    ...c.env.commonHeaders,
    ...pageHeaders(language, style, page.forms ?? 'none'),
    'content-type': 'text/html; charset=utf-8',
    vary: 'accept, accept-language',
  };
  return new Response(documentOf({ language, title, style, body }), { status, headers });
}

/** Whether the request prefers HTML to JSON; a program that accepts anything gets JSON. */
export function prefersPage(c: Context<Env>): boolean {
  const supports = ['application/json', 'text/html'];
  return accepts(c, { header: 'Accept', supports, default: 'application/json' }) === 'text/html';
}

/** Answers browsers with a page and programs with an envelope, both under the HTTP status that pages have. */
export function answerBoth(
  c: Context<Env>,
  error: ApiError,
  page: Page,
  status: 404 | 410 | 421 | 429 | 500 | 503,
): Response {
  if (!prefersPage(c)) return answerError(c, error, status);
  c.env.failure = error.label;
  const response = answerPage(c, page, status);
  if (error.retryAfter !== undefined) response.headers.set('retry-after', String(error.retryAfter));
  return response;
}
