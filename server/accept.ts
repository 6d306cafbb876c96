import { parseAccept } from 'hono/utils/accept';
import type { Language } from './pages.ts';

const simplifiedChinese = /^zh(-hans)?(-(cn|sg|my))?$/i;
const english = /^en(-|$)/i;

/**
 * Whether an Accept header prefers a page to JSON: a browser that opens an address does, a program that takes
 * anything does not. Equal weights go to the type that is named, then to the one named first.
 */
export function prefersHtml(accept: string | undefined): boolean {
  const types = parseAccept(accept ?? '').filter(({ q }) => q > 0);
  const html = types.findIndex(({ type }) => type.toLowerCase() === 'text/html');
  const json = types.findIndex(({ type }) =>
    ['application/json', 'application/*'].includes(type.toLowerCase()),
  );
  const other = types.find(({ type }) => type === '*/*')?.q ?? 0;
  const weight = types[html]?.q;
  if (weight === undefined) return false;
  // The list is sorted by weight, those of equal weight as they came.
  return json === -1 ? weight >= other : html < json;
}

/** The language of a page that suits an Accept-Language header best; English where none does. */
export function languageFor(acceptLanguage: string | undefined): Language {
  const wanted = parseAccept(acceptLanguage ?? '').filter(({ q }) => q > 0);
  const first = wanted.find(({ type }) => english.test(type) || simplifiedChinese.test(type));
  return first && simplifiedChinese.test(first.type) ? 'zh-CN' : 'en';
}
