import fc from 'fast-check';
import { expect, it } from 'vitest';
import { feature, knownFeatures } from './contract.ts';

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
