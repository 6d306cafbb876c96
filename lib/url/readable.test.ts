import { expect, it } from 'vitest';
import { readableAddress } from './readable.ts';

it.each<[string, string]>([
  ['https://zh.wikipedia.org/wiki/%E4%BA%91%E9%9B%80#top', 'https://zh.wikipedia.org/wiki/云雀#top'],
  ['https://a.example/Z%C3%BCrich/%e4%ba%91', 'https://a.example/Zürich/云'],
  ['https://a.example/a%20b%2Fc%25d', 'https://a.example/a%20b%2Fc%25d'],
  // Letters and marks that are not drawn: Hangul fillers, a grapheme joiner, a variation selector.
  ...['%E3%85%A4', '%E1%85%9F', '%EF%BE%A0', 'a%CD%8Fb', '%E2%98%85%EF%B8%8F', '%E4%BA%91%F3%A0%84%80'].map(
    (each): [string, string] => [`https://a.example/${each}`, `https://a.example/${each}`],
  ),
  // A zero-width space, an override of the direction, and bytes that are no UTF-8.
  ['https://a.example/%E2%80%8B', 'https://a.example/%E2%80%8B'],
  ['https://a.example/%E2%80%AEgpj', 'https://a.example/%E2%80%AEgpj'],
  ['https://a.example/%FF%E4', 'https://a.example/%FF%E4'],
])('%s is shown as %s', (address, shown) => {
  expect(readableAddress(address)).toBe(shown);
});
