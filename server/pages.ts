import { createHash } from 'node:crypto';
import { parseAccept } from 'hono/utils/accept';

const style = `
:root { color-scheme: light dark; --ink: #1d2433; --soft: #5a6478; --paper: #f6f4ef; --card: #ffffff; --line: #e3ded2; --mark: #b4541a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eceef3; --soft: #a7b0c0; --paper: #14171d; --card: #1d2129; --line: #2e3440; --mark: #f0a16b; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--paper);
  color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif; text-autospace: normal; }
main { max-width: 34rem; padding: clamp(1.5rem, 6vw, 3rem); background: var(--card); border: 1px solid var(--line);
  border-radius: 1rem; }
svg { display: block; width: 4.5rem; height: auto; margin-bottom: 1.5rem; color: var(--mark); }
h1 { margin: 0 0 0.75rem; font-size: clamp(1.4rem, 5vw, 1.8rem); line-height: 1.25; text-wrap: balance; }
p { margin: 0 0 0.75rem; color: var(--soft); }
p:last-child { margin-bottom: 0; }
ol { margin: 0 0 0.75rem; padding-inline-start: 1.25rem; }
li { margin-bottom: 0.25rem; }
`;

/** Content-Security-Policy of the pages: they load and run nothing; the style is allowed by its hash. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The languages of the pages; English is the fallback. */
export type Language = 'en' | 'zh-CN';

/** The HTML of a page in each language. */
export type Page = Record<Language, string>;

/** Shown to browsers for a short link that has expired or never existed. */
export const missingPage = createPage(drawing('M6 40 H36', 'M6 33 v14', 'M50 40 h5', 'M69 40 h1'), {
  en: {
    title: 'This short link has expired',
    content: `<h1>This short link has expired, or never existed</h1>
<p>A short link created with Waylark expires at the time that its creator chose. A week later, the address behind it is deleted.</p>
<p>Check the address for typing errors, or ask the person who sent it for a new link.</p>`,
  },
  'zh-CN': {
    title: '此短链接已过期',
    content: `<h1>此短链接已过期，或从未存在</h1>
<p>用Waylark生成的短链接在创建者选择的时间到期，一周后其指向的地址会被删除。</p>
<p>请检查地址是否有误，或向发送者索取新链接。</p>`,
  },
});

/** Shown to browsers at the origin of the service. */
export const runningPage = createPage(drawing('M6 40 H78', 'M62 24 L78 40 L62 56', 'M6 40 m0 -7 v14'), {
  en: {
    title: 'Waylark is running',
    content: `<h1>Waylark’s embedded service is running</h1>
<p>Try it on this very page:</p>
<ol>
<li>Click the Waylark button in the toolbar (at first it is behind the puzzle piece),</li>
<li>choose when the link expires,</li>
<li>press Enter.</li>
</ol>
<p>The short link is then on your clipboard: paste it into a new tab, and it leads back here.</p>`,
  },
  'zh-CN': {
    title: 'Waylark正在运行',
    content: `<h1>Waylark的内置服务正在运行</h1>
<p>就在此页面上试试：</p>
<ol>
<li>点击工具栏中的Waylark按钮，起初它在拼图图标里；</li>
<li>选择有效期；</li>
<li>按回车键。</li>
</ol>
<p>短链接随即在剪贴板中：粘贴到新标签页，就会回到这里。</p>`,
  },
});

/** An SVG of lines with these path data. */
function drawing(...pathData: string[]): string {
  const lines = pathData.map((data) => `<path d="${data}"/>`).join('');
  return `<svg viewBox="0 20 84 40" fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${lines}</svg>`;
}

interface PageTexts {
  title: string;
  /** HTML. */
  content: string;
}

function createPage(picture: string, texts: Record<Language, PageTexts>): Page {
  return {
    en: html({ language: 'en', picture, ...texts.en }),
    'zh-CN': html({ language: 'zh-CN', picture, ...texts['zh-CN'] }),
  };
}

function html({
  language,
  picture,
  title,
  content,
}: PageTexts & { language: Language; picture: string }): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
${picture}
${content}
</main>
</body>
</html>
`;
}

/**
 * Whether an Accept header prefers a page to JSON: that of a browser does, that of a program which accepts anything does
 * not. Of equal weights, a named type wins over a wildcard, then the first one.
 */
export function prefersHtml(accept: string | undefined): boolean {
  // parseAccept sorts by weight and leaves types of equal weight in their order.
  const types = parseAccept(accept ?? '').filter(({ q }) => q > 0);
  const htmlIndex = types.findIndex(({ type }) => type.toLowerCase() === 'text/html');
  const jsonIndex = types.findIndex(({ type }) =>
    ['application/json', 'application/*'].includes(type.toLowerCase()),
  );

  const htmlWeight = types[htmlIndex]?.q;
  if (htmlWeight === undefined) return false;
  if (jsonIndex !== -1) return htmlIndex < jsonIndex;

  const wildcardWeight = types.find(({ type }) => type === '*/*')?.q ?? 0;
  return htmlWeight >= wildcardWeight;
}

const simplifiedChinese = /^zh(-hans)?(-(cn|sg|my))?$/i;
const english = /^en(-|$)/i;

/** The language of the pages that an Accept-Language header prefers; English if it names none of them. */
export function languageFor(acceptLanguage: string | undefined): Language {
  const accepted = parseAccept(acceptLanguage ?? '').filter(({ q }) => q > 0);
  const first = accepted.find(({ type }) => english.test(type) || simplifiedChinese.test(type));
  return first && simplifiedChinese.test(first.type) ? 'zh-CN' : 'en';
}
