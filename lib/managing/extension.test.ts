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
  commonExtensions,
  extendedExpiry,
  type Extension,
  extensionsFor,
  isManageable,
  possibleChanges,
} from './extension.ts';

const day = 86_400;
const now = 1_800_000_000;
type Link = Parameters<typeof extensionsFor>[0];
const week: Validity = { kind: 'duration', seconds: 7 * day };

it.each<{ name: string; extension: Extension; expiresAt: number; expected: number }>([
  {
    name: 'a day later',
    extension: { kind: 'by', unit: 'day' },
    expiresAt: now + 50,
    expected: now + 50 + day,
  },
  {
    name: 'a week later',
    extension: { kind: 'by', unit: 'week' },
    expiresAt: now + 50,
    expected: now + 50 + 7 * day,
  },
  {
    name: 'a day from now if it has expired',
    extension: { kind: 'by', unit: 'day' },
    expiresAt: now - 50,
    expected: now + day,
  },
  {
    name: 'its first validity from now',
    extension: { kind: 'again' },
    expiresAt: now + 50,
    expected: now + 7 * day,
  },
  {
    name: 'at a chosen time',
    extension: { kind: 'until', expiresAt: now + 5 },
    expiresAt: now + 50,
    expected: now + 5,
  },
])('an extended link expires $name', ({ extension, expiresAt, expected }) => {
  expect(extendedExpiry({ validity: week, expiresAt }, extension, now)).toBe(expected);
});

it.each<{ name: string; link: Link; offered?: readonly Choice[]; expected: string[] }>([
  { name: 'a week', link: { validity: week, expiresAt: now + day }, expected: ['day', 'week', 'again'] },
  {
    name: 'a link to a date',
    link: { validity: { kind: 'until', expiresAt: now + 9 }, expiresAt: now + 9 },
    expected: ['day', 'week'],
  },
  {
    name: 'a link that would expire sooner',
    link: { validity: week, expiresAt: now + 8 * day },
    expected: ['day', 'week'],
  },
  {
    name: 'a link that was just created',
    link: { validity: week, expiresAt: now + 7 * day - 5 },
    expected: ['day', 'week'],
  },
  {
    name: 'a link without an expiry date',
    link: { validity: { kind: 'never' }, expiresAt: noExpiry },
    expected: [],
  },
  {
    name: 'a link where only days are allowed',
    link: { validity: week, expiresAt: now + day },
    offered: ['day'],
    expected: ['day'],
  },
])('the extensions of $name by one press', ({ link, offered = choices, expected }) => {
  const found = extensionsFor(link, now, offered);
  expect(found.map((each) => (each.kind === 'by' ? each.unit : each.kind))).toEqual(expected);
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
  const dated: Link = { validity: { kind: 'until', expiresAt: now + 9 }, expiresAt: now + 9 };
  const link: Link = { validity: week, expiresAt: now + day };
  const never: Link = { validity: { kind: 'never' }, expiresAt: noExpiry };
  const kindsOf = (links: Link[], offered = choices) =>
    commonExtensions(links, now, offered).map((each) => (each.kind === 'by' ? each.unit : each.kind));
  expect(kindsOf([link, link])).toEqual(['day', 'week', 'again']);
  expect(kindsOf([dated, link])).toEqual(['day', 'week']);
  expect(kindsOf([link, dated], ['week'])).toEqual(['week']);
  expect(kindsOf([link, never])).toEqual([]);
  expect(kindsOf([])).toEqual([]);
});

it.each<{
  name: string;
  links?: Partial<Attempt>[];
  features?: Feature[];
  offered?: Choice[];
  expected: string;
}>([
  { name: 'a link that works', expected: 'day week again date expire edit' },
  { name: 'an address that stays', features: ['manage'], expected: 'day week again date expire' },
  { name: 'a link that has expired', links: [{ expiresAt: now - 1 }], expected: 'day week again date' },
  { name: 'a link without an expiry date', links: [{ expiresAt: noExpiry }], expected: 'expire edit' },
  { name: 'a link where only days are allowed', offered: ['day'], expected: 'day expire edit' },
  { name: 'one of two expired', links: [{}, { expiresAt: now - 1 }], expected: 'day week again date' },
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
  const found = extensions.map((each) => (each.kind === 'by' ? each.unit : each.kind));
  const others = [can.canHaveDate && 'date', can.canExpire && 'expire', can.canEdit && 'edit'];
  expect([...found, ...others.filter(Boolean)].join(' ')).toBe(expected);
});

it.each<{ name: string; expiresAt: number; offered?: readonly Choice[]; expected: unknown }>([
  {
    name: 'extends to the time before',
    expiresAt: now + 5,
    expected: { kind: 'extend', extension: { kind: 'until', expiresAt: now + 5 } },
  },
  { name: 'lets a link expire that had expired', expiresAt: now, expected: { kind: 'expire' } },
  { name: 'is not there where dates are not allowed', expiresAt: now + 5, offered: ['week'], expected: null },
])('what undoes a change $name', ({ expiresAt, offered = choices, expected }) => {
  expect(changeToRestoreExpiry({ validity: week, expiresAt }, now, offered)).toEqual(expected);
});
