import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ending, feature, knownFeatures, linkData, listData } from './contract.ts';

it.each<[string, unknown, string[]]>([
  ['known names among others', ['opens', 'music', 'manage'], ['manage', 'opens']],
  ['a name twice', ['edit', 'edit'], ['edit']],
  ['10,000 names', Array.from({ length: 10_000 }, (_, index) => `f${index}`).concat('limit'), ['limit']],
  ['names of every object', ['__proto__', 'constructor', 'toString'], []],
  ['other types', [['manage'], { 0: 'manage' }, 1, null], []],
  ['a text', 'manage', []],
  ['an object', { manage: true, includes: 'manage' }, []],
  ['nothing', undefined, []],
])('the features in %s', (_, announced, expected) => {
  expect(knownFeatures(announced)).toEqual(expected);
});

it('are known ones whatever a service announces', () => {
  fc.assert(
    fc.property(fc.anything(), (announced) => {
      expect(feature.options).toEqual(expect.arrayContaining(knownFeatures(announced)));
    }),
  );
});

it.each<[string, object]>([
  ['a time that no calendar has', { validity: 9_007_199_254_740_991 }],
  ['a time before 1970', { createdAt: -1 }],
  ['a negative number of opens', { opens: { count: -1, day: null } }],
  ['a day that is none', { opens: { count: 1, day: '2026-02-30' } }],
])('a link with %s is none', (_, change) => {
  const link = { linkID: 'aB3', link: 'https://example.com/', validity: 1_800_000_000, createdAt: 1 };
  expect(linkData.safeParse(link).success).toBe(true);
  expect(linkData.safeParse({ ...link, ...change }).success).toBe(false);
  const list = Array.from({ length: 501 }, () => link);
  expect(listData.safeParse({ list, next: null }).success).toBe(false);
});

it('an ending stands in an address as it was typed', () => {
  const typed = fc.oneof(fc.string(), fc.stringMatching(/^[a-c0-2_./%é -]{0,70}$/));
  fc.assert(
    fc.property(typed, (text) => {
      if (!ending.safeParse(text).success) return;
      expect(text.length).toBeGreaterThanOrEqual(3);
      expect(text.length).toBeLessThanOrEqual(64);
      expect(new URL(text, 'https://s.example/').href).toBe(`https://s.example/${text}`);
    }),
  );
});
