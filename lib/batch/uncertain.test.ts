import { expect, it } from 'vitest';
import type { Attempt } from '../history/contract.ts';
import { findUncertain } from './plan.ts';

const now = 1_800_000_000_000;
const minute = 60_000;
const attempt = (link: string, state: Attempt['state'], age: number): Attempt => ({
  id: crypto.randomUUID(),
  link: `https://a.example/${link}`,
  title: '',
  account: 'account',
  createdAt: now - age,
  validity: { kind: 'never' },
  state,
  shown: true,
});

const history = [
  attempt('unknown', 'unknown', minute),
  attempt('sending', 'sending', minute),
  attempt('created', 'created', minute),
  attempt('failed', 'failed', minute),
  attempt('resolved', 'unknown', 2 * minute),
  attempt('resolved', 'created', minute),
  attempt('again', 'created', 2 * minute),
  attempt('again', 'unknown', minute),
  attempt('unknown-failed', 'unknown', 2 * minute),
  attempt('unknown-failed', 'failed', minute),
  attempt('created-failed', 'created', 2 * minute),
  attempt('created-failed', 'failed', minute),
  attempt('old', 'unknown', 25 * 60 * minute),
];
const findByLink = (link: string) => Promise.resolve(history.filter((each) => each.link === link));
const names = [
  'unknown',
  'sending',
  'created',
  'failed',
  'resolved',
  'again',
  'unknown-failed',
  'created-failed',
  'old',
  'never',
];
const links = [...names.map((name) => `https://a.example/${name}`), 'about:blank'];

it('finds the addresses for which a link may have been created, also if a later attempt failed', async () => {
  const found = await findUncertain(links, { findByLink }, now);
  const expected = ['unknown', 'sending', 'again', 'unknown-failed'];
  expect([...found]).toEqual(expected.map((name) => `https://a.example/${name}`));
});

it('finds none if the history cannot be read', async () => {
  const unreadable = { findByLink: () => Promise.reject(new Error('disk')) };
  expect((await findUncertain(links, unreadable, now)).size).toBe(0);
});
