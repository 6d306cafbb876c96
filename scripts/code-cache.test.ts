import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openCodeCache } from './code-cache.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waylark-cache-'));
});
afterEach(() => rm(folder, { recursive: true }));

const never = () => Promise.reject(new Error('made again'));

it('makes a result once, also for a later build', async () => {
  const first = await openCodeCache(folder, '1');
  expect(await first.get('code', () => Promise.resolve('small'))).toBe('small');
  expect(await first.get('code', never)).toBe('small');
  expect(await (await openCodeCache(folder, '1')).get('code', never)).toBe('small');
});

it('makes another one for other code, and for another version', async () => {
  const make = vi.fn(() => Promise.resolve('small'));
  await (await openCodeCache(folder, '1')).get('code', make);
  await (await openCodeCache(folder, '1')).get('other code', make);
  await (await openCodeCache(folder, '2')).get('code', make);
  expect(make).toHaveBeenCalledTimes(3);
});

it('stores nothing of what failed', async () => {
  const cache = await openCodeCache(folder, '1');
  await expect(cache.get('code', never)).rejects.toThrow('made again');
  expect(await readdir(folder)).toEqual([]);
});

it('makes everything if it can store nothing', async () => {
  await writeFile(join(folder, 'a file'), '');
  const cache = await openCodeCache(join(folder, 'a file', 'cache'), '1');
  const make = vi.fn(() => Promise.resolve('small'));
  expect([await cache.get('code', make), await cache.get('code', make)]).toEqual(['small', 'small']);
  expect(make).toHaveBeenCalledTimes(2);
});

it('removes what no build has used for two weeks, and keeps what was used since', async () => {
  const cache = await openCodeCache(folder, '1');
  const age = async (days: number): Promise<void> => {
    const then = new Date(Date.now() - days * 86_400_000);
    for (const name of await readdir(folder)) await utimes(join(folder, name), then, then);
  };
  for (const code of ['unused', 'used']) await cache.get(code, () => Promise.resolve(code));
  await age(15);
  await cache.get('used', never);
  const later = await openCodeCache(folder, '1');
  expect(await later.get('used', never)).toBe('used');
  await expect(later.get('unused', never)).rejects.toThrow('made again');
});
