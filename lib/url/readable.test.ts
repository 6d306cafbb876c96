import { expect, it } from 'vitest';
import { readableAddress } from './readable.ts';

it.each([
  ['https://zh.wikipedia.org/wiki/%E4%BA%91%E9%9B%80#top', 'https://zh.wikipedia.org/wiki/云雀#top'],
  ['https://a.example/Z%C3%BCrich/%e4%ba%91', 'https://a.example/Zürich/云'],
  ['https://a.example/a%20b%2Fc%25d', 'https://a.example/a%20b%2Fc%25d'],
  // A zero-width space, an override of the direction, and bytes that are no UTF-8.
  ['https://a.example/%E2%80%8B', 'https://a.example/%E2%80%8B'],
  ['https://a.example/%E2%80%AEgpj', 'https://a.example/%E2%80%AEgpj'],
  ['https://a.example/%FF%E4', 'https://a.example/%FF%E4'],
])('%s is shown as %s', (address, shown) => {
  expect(readableAddress(address)).toBe(shown);
});
