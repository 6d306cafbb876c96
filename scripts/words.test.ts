import { expect, it } from 'vitest';
import { missingPage, runningPage } from '../server/pages.ts';
import { catalogueOf } from './browsers/texts.ts';

/** Verbs for links that were on screen before: a link is created, expires, is removed or revoked. */
const oldVerbs = {
  en: /\b(makes?|made|making|ends?|ended|ending|lives?|living|forget\w*|forgot\w*|g[ai]ves? back|told|tells)\b|\b(valid|works?) until\b/i,
  zh_CN: /结束|忘记|遗忘|交还|收回|制作|告诉|回应|账号|缺失页面|已到期/,
};

/** Where these words are about something else. */
const otherSenses = /Make sure|End with \/|End of track|\$\w+\$|your service tells you|倒计时结束/g;

const readable = (html: string): string =>
  html.replaceAll(/<style>.*?<\/style>/gs, '').replaceAll(/<[^>]*>/g, ' ');

it.each([
  ['en', 'en'],
  ['zh_CN', 'zh-CN'],
] as const)(
  'the words in %s, of the extension and of the service, have none of the old verbs',
  async (language, tag) => {
    const messages = Object.values(await catalogueOf(language)).map(({ message }) => message);
    const pages = [missingPage, runningPage].map((page) => readable(page[tag]));
    const texts = [...messages, ...pages].map((text) => text.replaceAll(otherSenses, ''));
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter((text) => oldVerbs[language].test(text))).toEqual([]);
  },
);
