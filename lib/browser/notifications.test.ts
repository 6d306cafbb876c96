import { expect, it, vi } from 'vitest';
import { notify } from './notifications.ts';

const browser = vi.hoisted(() => ({
  runtime: { getURL: (path: string) => path },
  notifications: { create: vi.fn<(id: string, options: object) => Promise<string>>() },
}));
vi.mock('../webextension/browser.ts', () => ({ browser }));

it('a title of a page cannot change the order of what a notification shows, or add lines to it', async () => {
  browser.notifications.create.mockResolvedValue('id');
  const message = '\u202egnp.exe\u2066\u2028next\nline\u0000: https://s.example/a';
  expect(await notify({ id: 'id', title: 'A\u202eB', message })).toBe(true);
  expect(browser.notifications.create.mock.calls[0]?.[1]).toMatchObject({
    title: 'A B',
    message: ' gnp.exe next line : https://s.example/a',
  });
});
