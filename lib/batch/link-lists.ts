export const formats = ['plain', 'markdown', 'html'] as const;

export type Format = (typeof formats)[number];

interface Entry {
  link: string;
  title: string;
  shortLink: string;
}

/** One line, whatever a page calls itself; its address where it has no name. */
const nameOf = ({ title, link }: Entry): string => title.replace(/\s+/g, ' ').trim() || link;

/** Brackets would end the text of a link; code, markup and emphasis may begin inside it and end somewhere else. */
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

/** The short links as a text: one a line, a Markdown list, or an HTML list. */
export const listOf = (entries: readonly Entry[], format: Format): string => {
  const list = entries.map(lines[format]).join('\n');
  return format === 'html' ? `<ul>\n${list}\n</ul>` : list;
};

export interface TextFile {
  /** How its name ends, with the dot. */
  ending: string;
  type: string;
  content: string;
}

interface Surroundings {
  title: string;
  /** BCP 47. */
  language: string;
  direction: string;
}

/** The same as a file; as HTML it is a whole document, so that its letters are read as they are. */
export const fileOf = (list: string, format: Format, page: Surroundings): TextFile => {
  if (format === 'plain') return { ending: '.txt', type: 'text/plain', content: `${list}\n` };
  if (format === 'markdown') return { ending: '.md', type: 'text/markdown', content: `${list}\n` };
  const root = `<html lang="${html(page.language)}" dir="${html(page.direction)}">`;
  const head = `<meta charset="utf-8">\n<title>${html(page.title)}</title>`;
  return {
    ...{ ending: '.html', type: 'text/html' },
    content: `<!doctype html>\n${root}\n${head}\n${list}\n</html>\n`,
  };
};
