import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressOfTab, isWaiting, titleOfTab } from './address-of-tab.ts';

const page = 'https://example.com/?a=1&b=2#c';
const encoded = encodeURIComponent(page);
const suspender = 'chrome-extension://klbibkeccnjlkjkiokjodocebajanakg';

it.each<[string, string]>([
  [`about:reader?url=${encoded}`, page],
  [`${suspender}/suspended.html#ttl=A&pos=0&uri=${page}`, page],
  [`${suspender}/suspended.html#ttl=A%26B&pos=0&uri=${page}`, page],
  [`moz-extension://a-b/suspended.html?title=A&url=${encoded}`, page],
  [`moz-extension://a-b/park.html?url=${encoded}&title=A#x`, page],
  [`moz-extension://a-b/park.html?url=${encoded.toLowerCase()}`, page],
  // The outer address counts.
  [
    `${suspender}/suspended.html#uri=https://a.example/?url=https://b.example/`,
    'https://a.example/?url=https://b.example/',
  ],
])('%s shows %s', (url, shown) => {
  expect(addressOfTab({ url })).toBe(shown);
});

it.each([
  page,
  `https://a.example/?url=${encoded}`,
  'about:blank',
  'about:reader',
  'about:reader?url=about%3Ablank',
  `about:config?url=${encoded}`,
  `${suspender}/options.html`,
  `${suspender}/suspended.html#uri=javascript:alert(1)//https://a.example`,
  `${suspender}/suspended.html#curl=${page}`,
  `${suspender}/park.html?url=https%3A%2F%2Fa.example%2F%FF`,
  `data:text/html,?url=${encoded}`,
  'chrome://newtab/',
  '',
])('%s is its own address', (url) => {
  expect(addressOfTab({ url })).toBe(url);
});

it('is unknown where the browser gives none', () => {
  expect(addressOfTab({})).toBeUndefined();
});

it.each<[string | undefined, string]>([
  ['', page],
  [undefined, page],
  ['about:blank', page],
  ['chrome://newtab/', page],
  // The page that is still shown is the one that is meant.
  ['https://shown.example/', 'https://shown.example/'],
])('%s is left for the address that is loading', (url, address) => {
  expect(addressOfTab({ url, pendingUrl: page })).toBe(address);
});

it.each<[string | undefined, boolean]>([
  [undefined, true],
  ['', true],
  ['about:blank', true],
  ['about:newtab', true],
  ['chrome://newtab/', true],
  [page, false],
  [`about:reader?url=${encoded}`, false],
  ['file:///home/a.html', false],
])('a tab at %s that is loading waits for its address: %s', (url, waits) => {
  expect(isWaiting({ url, status: 'loading' })).toBe(waits);
  expect(isWaiting({ url, status: 'complete' })).toBe(false);
  expect(isWaiting({ url, pendingUrl: page, status: 'loading' })).toBe(false);
});

it('has no title before its page is there: that of the page before belongs to another address', () => {
  expect(titleOfTab({ url: 'chrome://newtab/', pendingUrl: page, title: 'New Tab' })).toBe('');
  expect(titleOfTab({ url: page, pendingUrl: `${page}/next`, title: 'A' })).toBe('A');
  expect(titleOfTab({ url: page })).toBe('');
});

it('finds every address that is encoded in another', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
      const encodedAddress = encodeURIComponent(address);
      expect(addressOfTab({ url: `about:reader?url=${encodedAddress}` })).toBe(address);
      expect(addressOfTab({ url: `${suspender}/p.html?title=A&url=${encodedAddress}&id=1` })).toBe(address);
    }),
  );
});
