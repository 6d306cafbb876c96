import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { localItem, sessionItem } from './storage.ts';

/** What the browser's storage answers. */
const stored = vi.hoisted((): { values: Record<string, unknown> } => ({ values: {} }));
vi.mock('../webextension/browser.ts', () => {
  const area = { get: () => Promise.resolve(stored.values) };
  return { browser: { storage: { local: area, session: area } } };
});

const schema = z.object({ lostAt: z.nullable(z.number()) });

it.each([
  [{ lostAt: 1 }, { lostAt: 1 }],
  [{ lostAt: null }, { lostAt: null }],
  [{ lostAt: '1' }, null],
  [null, null],
  [undefined, null],
])('%j is read as its schema says, or as null', async (value, read) => {
  stored.values = { 'history-loss': value, token: value };
  expect(await localItem('history-loss', schema).read()).toEqual(read);
  expect(await sessionItem('token', schema).read()).toEqual(read);
});
