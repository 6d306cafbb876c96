import { describe, expect, it } from 'vitest';
import { missingPage, runningPage } from '../server/pages.ts';
import type { Language } from './languages.mjs';
import { catalogueOf } from './browsers/texts.ts';

/** Verbs for links that were on screen before: a link is created, expires, is removed or revoked. */
const oldVerbs: Record<Language, RegExp> = {
  en: /\b(makes?|made|making|ends?|ended|ending|lives?|living|forget\w*|forgot\w*|g[ai]ves? back|told|tells)\b|\b(valid|works?) until\b/i,
  zh_CN: /结束|忘记|遗忘|交还|收回|制作|告诉|回应|账号|缺失页面|已到期/,
};

/** Where these words are about something else. */
const otherSenses = /Make sure|End with \/|End of track|\$\w+\$|your service tells you|倒计时结束/g;

const oldVerbsIn = (texts: readonly string[], language: Language): string[] =>
  texts.filter((text) => oldVerbs[language].test(text.replaceAll(otherSenses, '')));

const readable = (html: string): string =>
  html.replaceAll(/<style>.*?<\/style>/gs, '').replaceAll(/<[^>]*>/g, ' ');

describe.each<[Language, 'en' | 'zh-CN']>([
  ['en', 'en'],
  ['zh_CN', 'zh-CN'],
])('the words in %s', (language, tag) => {
  it('of the extension have none of the old verbs', async () => {
    const messages = Object.values(await catalogueOf(language)).map(({ message }) => message);
    expect(oldVerbsIn(messages, language)).toEqual([]);
  });

  it('of the service’s pages have none of the old verbs', () => {
    const pages = [missingPage, runningPage].map((page) => readable(page[tag]));
    expect(oldVerbsIn(pages, language)).toEqual([]);
  });
});
