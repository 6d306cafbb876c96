import { plainText } from '../characters/text.ts';

/** The first one is the default. */
export const formats = ['markdown', 'plain', 'html'] as const;

export type Format = (typeof formats)[number];

interface Entry {
  link: string;
  title: string;
  shortLink: string;
}

/** The title on one line and in its own direction; the address if there is no title. */
const nameOf = ({ title, link }: Entry): string => plainText(title).replace(/\s+/g, ' ').trim() || link;

/** Escapes brackets, which would end the text of a link, and the characters that begin code, markup and emphasis. */
const markdownText = (text: string): string => text.replace(/[\\[\]`<*_]/g, '\\$&');
const markdownAddress = (address: string): string => address.replace(/[\\()]/g, '\\$&');

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const html = (text: string): string => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter);

const lines: Record<Format, (entry: Entry) => string> = {
  plain: ({ shortLink }) => shortLink,
  markdown: (entry) => `- [${markdownText(nameOf(entry))}](${markdownAddress(entry.shortLink)})`,
  html: (entry) => `  <li><a href="${html(entry.shortLink)}">${html(nameOf(entry))}</a></li>`,
};

/** The short links as text: one per line, a Markdown list, or an HTML list. */
export const listOf = (entries: readonly Entry[], format: Format): string => {
  const list = entries.map(lines[format]).join('\n');
  return format === 'html' ? `<ul>\n${list}\n</ul>` : list;
};

interface TextFile {
  /** With the dot. */
  extension: string;
  type: string;
  content: string;
}

/** The document around an HTML list. */
interface DocumentOptions {
  title: string;
  /** BCP 47. */
  language: string;
  direction: string;
}

/** The list as a file. An HTML file is a whole document that declares its encoding. */
export const fileOf = (list: string, format: Format, page: DocumentOptions): TextFile => {
  if (format === 'plain') return { extension: '.txt', type: 'text/plain', content: `${list}\n` };
  if (format === 'markdown') return { extension: '.md', type: 'text/markdown', content: `${list}\n` };
  const root = `<html lang="${html(page.language)}" dir="${html(page.direction)}">`;
  const head = `<meta charset="utf-8">\n<title>${html(page.title)}</title>`;
  return {
    extension: '.html',
    type: 'text/html',
    content: `<!doctype html>\n${root}\n${head}\n${list}\n</html>\n`,
  };
};
