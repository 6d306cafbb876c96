import { expect, it, vi } from 'vitest';
import { notify } from '../browser/notifications.ts';
import { browser } from '../storage/test-helpers/fake-browser.ts';
import { notifyAndCopy } from './notify-and-copy.ts';
import type { DeliveredOutcome } from './types.ts';

vi.mock('../webextension/browser.ts', () => import('../storage/test-helpers/fake-browser.ts'));
vi.mock('../browser/notifications.ts', () => ({ notify: vi.fn() }));
vi.mock('../i18n/texts.ts', () => ({
  text: (...parts: string[]) => parts.join(' '),
  withSpaces: (sentence: string) => sentence,
  language: () => 'en',
}));

const shortLink = 'https://s.example/a';
const created: DeliveredOutcome = {
  outcome: { ok: true, shortLink, expiresAt: 2_000_000_000 },
  link: 'https://example.com/',
  title: '',
  private: false,
  removed: [],
  warning: null,
  action: null,
};

interface Case {
  about: string;
  delivered?: Partial<DeliveredOutcome>;
  copyAtOnce?: boolean;
  isWritable?: boolean;
  copied: string[];
  message: string;
}

it.each<Case>([
  { about: 'copied', copied: [shortLink], message: `outcomeNoticeCopied ${shortLink}` },
  {
    about: 'that the clipboard does not take',
    isWritable: false,
    copied: [shortLink],
    message: `outcomeNoticeNotCopied ${shortLink}`,
  },
  {
    about: 'that is not to be copied',
    copyAtOnce: false,
    copied: [],
    message: `outcomeNoticeNotCopied ${shortLink}`,
  },
  {
    about: 'that the trigger has copied',
    delivered: { isCopied: true },
    copied: [],
    message: `outcomeNoticeCopied ${shortLink}`,
  },
  {
    about: 'that stands in a field: the clipboard stays as it is',
    delivered: { isReplaced: true },
    copied: [],
    message: `replaced ${shortLink}`,
  },
  {
    about: 'that could not be written into a field',
    delivered: { isReplaced: false },
    copied: [shortLink],
    message: `outcomeNoticeCopied ${shortLink}`,
  },
])('a notification shows a link $about', async (each) => {
  const { delivered, copyAtOnce = true, isWritable = true, copied, message } = each;
  const copy = vi.fn(() => Promise.resolve(isWritable));
  vi.mocked(notify).mockReset().mockResolvedValue(true);
  browser.storage.local.values = { settings: { copyAtOnce } };
  expect(await notifyAndCopy('id', { ...created, ...delivered }, copy)).toBe(true);
  expect(copy.mock.calls).toEqual(copied.map((text) => [{ text }]));
  expect(notify).toHaveBeenCalledExactlyOnceWith({ id: 'outcome:id', title: 'extensionName', message });
});
