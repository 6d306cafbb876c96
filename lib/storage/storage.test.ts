import { expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { localItem, sessionItem } from './storage.ts';
import { browser } from './test-helpers/fake-browser.ts';

vi.mock('../webextension/browser.ts', () => import('./test-helpers/fake-browser.ts'));
const { local, session } = browser.storage;

const schema = z.object({ lostAt: z.nullable(z.number()) });

it.each([
  [{ lostAt: 1 }, { lostAt: 1 }],
  [{ lostAt: null }, { lostAt: null }],
  [{ lostAt: '1' }, null],
  [null, null],
  [undefined, null],
])('%j is read as its schema says, or as null', async (value, read) => {
  local.values = { 'history-loss': value };
  session.values = { token: value };
  expect(await localItem('history-loss', schema).read()).toEqual(read);
  expect(await sessionItem('token', schema).read()).toEqual(read);
});
