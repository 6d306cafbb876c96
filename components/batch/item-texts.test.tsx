import { expect, it } from 'vitest';
import { noExpiry } from '../../lib/validity/contract.ts';
import { setLanguage } from '../../lib/i18n/test-helpers/language.ts';
import { shortExpiryText } from './item-texts.ts';

const now = new Date(2026, 10, 21, 12).getTime();
const day = 86_400;

it.each([
  ['en', now / 1000 + 7 * day, /^Expires Nov\u00a028$/],
  ['en', now / 1000 + 3600, /^Expires 1:00\sPM$/],
  ['en', now / 1000 + 60 * day, /^Expires Jan\u00a020,\u00a02027$/],
  ['zh_CN', now / 1000 + 7 * day, /^11\u2060月\u206028\u2060日到期$/],
  ['en', noExpiry, /^Never expires$/],
] as const)(
  'says when a link expires in as few words as possible, in %s: %d',
  (language, expiresAt, words) => {
    setLanguage(language);
    expect(shortExpiryText(expiresAt, now)).toMatch(words);
  },
);
