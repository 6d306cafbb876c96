import { escapeHtml } from '../formats/formats.ts';
import type { Format } from '../formats/names.ts';

/** The list as a file; the extension has its dot. An HTML file is a whole document that declares its encoding. */
export const fileOf = (
  list: string,
  format: Format,
  /** The document around an HTML list; its language as BCP 47 has it. */
  page: { title: string; language: string; direction: string },
) => {
  if (format === 'markdown') return { extension: '.md', type: 'text/markdown', content: `${list}\n` };
  if (format !== 'html') return { extension: '.txt', type: 'text/plain', content: `${list}\n` };
  const root = `<html lang="${escapeHtml(page.language)}" dir="${escapeHtml(page.direction)}">`;
  const head = `<meta charset="utf-8">\n<title>${escapeHtml(page.title)}</title>`;
  return {
    extension: '.html',
    type: 'text/html',
    content: `<!doctype html>\n${root}\n${head}\n${list}\n</html>\n`,
  };
};
