import { expect, it } from 'vitest';
import type { Feature } from '../api/links/contract.ts';
import { testAttempt } from '../history/test-helpers/attempt.ts';
import type { Attempt } from '../history/types.ts';
import type { ConnectionInfo } from '../settings/connection-info.ts';
import { testInfo } from '../settings/test-helpers/connection-info.ts';
import { noExpiry } from '../validity/contract.ts';
import type { Validity } from '../validity/schema.ts';
import { type Choice, choices } from '../validity/validity.ts';
import {
  changeToRestoreExpiry,
  extendedExpiry,
  extensionsFor,
  isManageable,
  possibleChanges,
} from './extension.ts';
import type { Extension } from './request.ts';

const day = 86_400;
const now = 1_800_000_000;
type Link = Parameters<typeof extensionsFor>[0][number];
const week: Validity = { kind: 'duration', seconds: 7 * day };

const by = (unit: 'day' | 'week' | 'month'): Extension => ({ kind: 'by', unit });

it.each<[string, Extension, expiresAt: number, expected: number]>([
  ['a day later', by('day'), now + 50, now + 50 + day],
  ['a week later', by('week'), now + 50, now + 50 + 7 * day],
  ['30 days later', by('month'), now + 50, now + 50 + 30 * day],
  ['a day from now if it has expired', by('day'), now - 50, now + day],
  ['its first validity from now', { kind: 'again' }, now + 50, now + 7 * day],
  ['at a chosen time', { kind: 'until', expiresAt: now + 5 }, now + 50, now + 5],
])('an extended link expires %s', (_, extension, expiresAt, expected) => {
  expect(extendedExpiry({ validity: week, expiresAt }, extension, now)).toBe(expected);
});

/** What an extension is called below. */
const kindOf = (extension: Extension): string => (extension.kind === 'by' ? extension.unit : extension.kind);
const dated: Link = { validity: { kind: 'until', expiresAt: now + 9 }, expiresAt: now + 9 };
const never: Link = { validity: { kind: 'never' }, expiresAt: noExpiry };

it.each<[string, Link, expected: string[], offered?: readonly Choice[]]>([
  ['a week', { validity: week, expiresAt: now + day }, ['day', 'week', 'month', 'again']],
  ['a link to a date', dated, ['day', 'week', 'month']],
  ['a link that would expire sooner', { validity: week, expiresAt: now + 8 * day }, ['day', 'week', 'month']],
  [
    'a link that was just created',
    { validity: week, expiresAt: now + 7 * day - 5 },
    ['day', 'week', 'month'],
  ],
  ['a link without an expiry date', never, []],
  ['a link where only days are allowed', { validity: week, expiresAt: now + day }, ['day'], ['day']],
])('the extensions of %s by one press', (_, link, expected, offered = choices) => {
  expect(extensionsFor([link], now, offered).map(kindOf)).toEqual(expected);
});

it.each<{ name: string; link?: Partial<Attempt>; info?: Partial<ConnectionInfo>; expected?: boolean }>([
  { name: 'where the service announces it', expected: true },
  { name: 'for 7 days after it expired', link: { expiresAt: now - 6 * day }, expected: true },
  { name: 'not later', link: { expiresAt: now - 7 * day } },
  { name: 'not where the service announces nothing', info: { features: [] } },
  { name: 'not by another account', info: { id: 'other' } },
  { name: 'not if it was imported', link: { account: undefined }, info: { id: '' } },
  { name: 'not if it may not exist', link: { state: 'unknown' } },
])('a link can be changed $name', ({ link, info, expected = false }) => {
  const attempt = testAttempt({ expiresAt: now + 1, ...link });
  expect(isManageable(attempt, [testInfo({ features: ['manage'], ...info })], now)).toBe(expected);
});

it('several links have the extensions that each of them has', () => {
  const link: Link = { validity: week, expiresAt: now + day };
  const kindsOf = (links: Link[], offered = choices) => extensionsFor(links, now, offered).map(kindOf);
  expect(kindsOf([link, link])).toEqual(['day', 'week', 'month', 'again']);
  expect(kindsOf([dated, link])).toEqual(['day', 'week', 'month']);
  expect(kindsOf([link, dated], ['week'])).toEqual(['week']);
  expect(kindsOf([link, never])).toEqual([]);
});

it.each<{
  name: string;
  links?: Partial<Attempt>[];
  features?: Feature[];
  offered?: Choice[];
  expected: string;
}>([
  { name: 'a link that works', expected: 'day week month again date expire edit' },
  { name: 'an address that stays', features: ['manage'], expected: 'day week month again date expire' },
  { name: 'a link that has expired', links: [{ expiresAt: now - 1 }], expected: 'day week month again date' },
  { name: 'a link without an expiry date', links: [{ expiresAt: noExpiry }], expected: 'expire edit' },
  { name: 'a link where only days are allowed', offered: ['day'], expected: 'day expire edit' },
  { name: 'one of two expired', links: [{}, { expiresAt: now - 1 }], expected: 'day week month again date' },
  { name: 'one of another account', links: [{}, { account: 'other' }], expected: '' },
  { name: 'one that expired a week ago', links: [{}, { expiresAt: now - 8 * day }], expected: '' },
  { name: 'no link', links: [], expected: '' },
])('what can be done with links, $name', ({ links = [{}], expected, ...test }) => {
  const selected = links.map((link) => testAttempt({ validity: week, expiresAt: now + day, ...link }));
  const connections = [testInfo({ features: test.features ?? ['manage', 'edit'] })];
  const { extensions, ...can } = possibleChanges({
    selected,
    now,
    connections,
    offered: test.offered ?? choices,
  });
  const others = [can.canHaveDate && 'date', can.canExpire && 'expire', can.canEdit && 'edit'];
  expect([...extensions.map(kindOf), ...others.filter(Boolean)].join(' ')).toBe(expected);
});

it.each<[string, number, expected: unknown, offered?: readonly Choice[]]>([
  [
    'extends to the time before',
    now + 5,
    { kind: 'extend', extension: { kind: 'until', expiresAt: now + 5 } },
  ],
  ['lets a link expire that had expired', now, { kind: 'expire' }],
  ['is not there where dates are not allowed', now + 5, null, ['week']],
])('what undoes a change %s', (_, expiresAt, expected, offered = choices) => {
  expect(changeToRestoreExpiry({ validity: week, expiresAt }, now, offered)).toEqual(expected);
});
