import { expect, it, vi } from 'vitest';
import { copy } from '../../lib/browser/clipboard.ts';
import type { CopiedLink } from '../../lib/i18n/copied-link.ts';
import { settingsUnderPolicy } from '../../lib/settings/policy.ts';
import { unreadSettings } from '../../lib/settings/schema.ts';
import { settings } from '../page.ts';
import { copyCreated } from './copy-created.ts';

vi.mock('../../lib/browser/clipboard.ts', () => ({ copy: vi.fn() }));

const link = { shortLink: 'https://s.example/abc', link: 'https://a.example/', title: 'One' };

it('begins before the link exists, inside the click, and copies it in the format of the page once it does', async () => {
  settings.value = settingsUnderPolicy({ ...unreadSettings, copyFormat: 'markdown' }, {});
  const { promise, resolve } = Promise.withResolvers<CopiedLink | null>();
  vi.mocked(copy).mockImplementation(async (text) => Boolean(await text));
  const done = copyCreated(promise);
  expect(copy).toHaveBeenCalledOnce();
  resolve(link);
  expect([await done, await vi.mocked(copy).mock.lastCall?.[0]]).toEqual([
    true,
    '[One](https://s.example/abc)',
  ]);
});

it('copies nothing if there is no link', async () => {
  const copied: unknown[] = [];
  vi.mocked(copy).mockImplementation((text) =>
    Promise.resolve(text).then(
      (arrived) => copied.push(arrived) > 0,
      () => false,
    ),
  );
  expect([await copyCreated(Promise.resolve(null)), copied]).toEqual([null, []]);
});

it('does not wait for a clipboard that never answers', async () => {
  vi.useFakeTimers();
  vi.mocked(copy).mockReturnValue(new Promise(() => undefined));
  const done = copyCreated(Promise.resolve(link));
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(1500);
  expect(await done).toBe(false);
});
