import { expect, it, vi } from 'vitest';
import { notify } from '../browser/notifications.ts';
import { testAttempt } from '../history/test-helpers/attempt.ts';
import { browser } from '../storage/test-helpers/fake-browser.ts';
import { notifyAndCopy } from './notify-and-copy.ts';
import { testDelivery } from './test-helpers/delivery.ts';
import type { StoredDelivery } from './types.ts';

vi.mock('../webextension/browser.ts', () => import('../storage/test-helpers/fake-browser.ts'));
vi.mock('../browser/notifications.ts', () => ({ notify: vi.fn() }));
vi.mock('../i18n/texts.ts', () => ({
  text: (...parts: string[]) => parts.join(' '),
  withSpaces: (sentence: string) => sentence,
  language: () => 'en',
}));

const shortLink = 'https://s.example/a';
const created = testDelivery({ attempt: testAttempt({ shortLink }) });

interface Options {
  copyAtOnce?: boolean;
  isWritable?: boolean;
  delivered?: Partial<StoredDelivery>;
}

it.each<[string, Options, string[], string]>([
  ['copied', {}, [shortLink], 'outcomeNoticeCopied'],
  ['that the clipboard does not take', { isWritable: false }, [shortLink], 'outcomeNoticeNotCopied'],
  ['that is not to be copied', { copyAtOnce: false }, [], 'outcomeNoticeNotCopied'],
  ['that the trigger has copied', { delivered: { isCopied: true } }, [], 'outcomeNoticeCopied'],
  [
    'that stands in a field: the clipboard stays as it is',
    { delivered: { isReplaced: true } },
    [],
    'replaced',
  ],
  [
    'that could not be written into a field',
    { delivered: { isReplaced: false } },
    [shortLink],
    'outcomeNoticeCopied',
  ],
])('a notification shows a link %s', async (_, options, copied, said) => {
  const { delivered, copyAtOnce = true, isWritable = true } = options;
  const copy = vi.fn(() => Promise.resolve(isWritable));
  vi.mocked(notify).mockReset().mockResolvedValue(true);
  browser.storage.local.values = { settings: { copyAtOnce } };
  expect(await notifyAndCopy({ ...created, ...delivered }, copy)).toBe(true);
  expect(copy.mock.calls).toEqual(copied.map((text) => [{ text }]));
  expect(notify).toHaveBeenCalledExactlyOnceWith({
    id: 'outcome:id',
    title: 'extensionName',
    message: `${said} ${shortLink}`,
  });
});
