import { oneLine, plainAddress, plainText } from '../characters/text.ts';
import type { Format } from './names.ts';
import { placeholder, type placeholders } from './template.ts';

/** A short link with the texts that a format can show of it. */
export interface FormattedLink {
  shortLink: string;
  /** The address that it leads to. */
  link: string;
  title: string;
  note: string;
  /** When it expires, with the time zone: "Nov 27, 2026, 2:05 PM GMT+1". */
  expires: string;
  /** The expiry in the words of the format `expiry`: "expires Nov 27, 2026, 2:05 PM GMT+1". */
  validity: string;
}

/** What the clipboard gets: documents take the HTML where there is one, everything else takes the text. */
export interface CopiedContent {
  text: string;
  html?: string | undefined;
}

/** The title on one line and in its own direction; the address if there is no title. */
const titleOrAddress = ({ title, link }: FormattedLink): string => oneLine(title) || plainAddress(link);

/** Escapes brackets, which would end the text of a link, and the characters that begin code, markup, emphasis and entities. */
const markdownText = (text: string): string => text.replace(/[\\[\]`<*_]|&(?=#?\w+;)/g, '\\$&');
const markdownAddress = (address: string): string => address.replace(/[\\()]/g, '\\$&');

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter);

const values: Record<(typeof placeholders)[number], (link: FormattedLink) => string> = {
  short: ({ shortLink }) => shortLink,
  link: ({ link }) => plainAddress(link),
  title: titleOrAddress,
  host: ({ link }) => URL.parse(link)?.host ?? '',
  expires: ({ expires }) => expires,
  note: ({ note }) => oneLine(note),
};

const isPlaceholder = (name: string): name is keyof typeof values => Object.hasOwn(values, name);

/** A template as it is used and shown. It may come from the file of anybody, so lines and tabs are all that it controls. */
export const plainTemplate = (template: string): string => template.replace(/[^\n\t]+/g, plainText);

/** The template with its placeholders filled in, once: a title that looks like a placeholder stays as it is. */
const fill = (template: string, link: FormattedLink): string =>
  plainTemplate(template).replace(placeholder, (found, name: string) =>
    isPlaceholder(name) ? values[name](link) : found,
  );

const entryIn: Record<Format, (link: FormattedLink, template: string) => string> = {
  plain: ({ shortLink }) => shortLink,
  title: (link) => `${titleOrAddress(link)} – ${link.shortLink}`,
  markdown: (link) => `[${markdownText(titleOrAddress(link))}](${markdownAddress(link.shortLink)})`,
  html: (link) => `<a href="${escapeHtml(link.shortLink)}">${escapeHtml(titleOrAddress(link))}</a>`,
  expiry: ({ shortLink, validity }) => `${shortLink} ${validity}`,
  template: (link, template) => fill(template, link),
};

const lists: Partial<Record<Format, (entries: readonly string[]) => string>> = {
  markdown: (entries) => entries.map((entry) => `- ${entry}`).join('\n'),
  html: (entries) => `<ul>\n${entries.map((entry) => `  <li>${entry}</li>`).join('\n')}\n</ul>`,
};

/** The links in a format, as its source: a single one, or a list with one entry per line. */
export const sourceOf = (links: readonly FormattedLink[], format: Format, template: string): string => {
  const entries = links.map((link) => entryIn[format](link, template));
  const [single, ...others] = entries;
  if (single !== undefined && others.length === 0) return single;
  return lists[format]?.(entries) ?? entries.join('\n');
};

/** The links in a format for the clipboard. With HTML, plain text fields get the short links. */
export const contentOf = (
  links: readonly FormattedLink[],
  format: Format,
  template: string,
): CopiedContent => {
  const source = sourceOf(links, format, template);
  return format === 'html' ? { text: sourceOf(links, 'plain', template), html: source } : { text: source };
};
