import { expect, it } from 'vitest';
import { readableAddress, withOtherHost } from './readable.ts';

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

it.each<[string, string]>([
  ['https://xn--bcher-kva.example/a?b#c', 'https://bücher.example/a?b#c'],
  ['http://www.xn--mnchen-3ya.example:8080', 'http://www.münchen.example:8080'],
  ['https://user@xn--strae-oqa.de/', 'https://user@straße.de/'],
  ['https://xn--r8jz45g.xn--zckzah/%E4%BA%91', 'https://例え.テスト/云'],
  ['https://xn--fsqu00a.com/', 'https://例子.com/'],
  ['https://xn--e1afmkfd.xn--p1ai/', 'https://пример.рф/'],
  // Cyrillic letters that look like Latin ones: all of a label, and one beside Latin letters.
  ['https://xn--80ak6aa92e.com/', 'https://xn--80ak6aa92e.com/'],
  ['https://xn--pple-43d.com/', 'https://xn--pple-43d.com/'],
  // A dotless i, and a letter of katakana like a slash beside Latin letters.
  ['https://xn--spotfy-s9a.com/', 'https://xn--spotfy-s9a.com/'],
  ['https://xn--coma-xq4c.example/', 'https://xn--coma-xq4c.example/'],
  // Signs, and what is no punycode.
  ['https://xn--i-7iq.example/', 'https://xn--i-7iq.example/'],
  ['https://xn--99999999999.example/', 'https://xn--99999999999.example/'],
  // Punycode outside of the host.
  ['https://a.example/xn--bcher-kva.example', 'https://a.example/xn--bcher-kva.example'],
  ['https://xn--bcher-kva.example@a.example/', 'https://xn--bcher-kva.example@a.example/'],
  ['mailto:a@xn--bcher-kva.example', 'mailto:a@xn--bcher-kva.example'],
  ['https://[::1]/xn--', 'https://[::1]/xn--'],
])('%s is shown with its host as %s', (address, shown) => {
  expect(readableAddress(address)).toBe(shown);
});

it.each<[string, string | null]>([
  ['https://xn--bcher-kva.example/a', 'https://bücher.example/a'],
  ['https://bücher.example/a', 'https://xn--bcher-kva.example/a'],
  ['https://xn--80ak6aa92e.com/', 'https://аррӏе.com/'],
  ['https://a.example/ü', null],
  ['https://a.example/', null],
  ['', null],
])('%s has the other form %s', (address, other) => {
  expect(withOtherHost(address)).toBe(other);
});
