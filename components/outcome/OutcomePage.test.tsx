import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import type { DeliveredOutcome } from '../../lib/delivery/types.ts';
import { testAttempt } from '../../lib/history/test-helpers/attempt.ts';
import { text } from '../../lib/i18n/texts.ts';
import { settingsUnderPolicy } from '../../lib/settings/policy.ts';
import { type Settings, unreadSettings } from '../../lib/settings/schema.ts';
import { settings } from '../page.ts';
import { browser } from '../testing/browser.ts';
import { alerts, descriptionOf, passTime, press } from '../testing/dom.ts';
import { OutcomePage } from './OutcomePage.tsx';

const pageLink = 'https://example.com/article';
const shortLink = 'https://s.example/aB3dE6gH';

/** Unix seconds. */
const now = Math.floor(Date.now() / 1000);

const blank = { link: pageLink, title: '', warning: null, removed: [], private: false, action: null };

const created: DeliveredOutcome = { ...blank, outcome: { ok: true, shortLink, expiresAt: now + 86_400 } };
const another: DeliveredOutcome = {
  ...blank,
  outcome: { ok: true, shortLink, expiresAt: now + 86_400, createdAt: now * 1000 },
  action: { kind: 'another', id: 'action' },
};
const failed = (kind: 'try-again' | 'settings'): DeliveredOutcome => ({
  ...blank,
  outcome: { ok: false, failure: { reason: 'internal-server-error', hadEffect: 'maybe' } },
  action: { kind, id: 'action' },
});

interface PageOptions extends Partial<Settings> {
  /** Whether the extension may show notifications and copy without a page. */
  isGranted?: boolean;
  isPrivateWindow?: boolean;
}

/** Renders the page, whose outcome this is; its actions create a link until the test says otherwise. */
const show = (delivered: DeliveredOutcome | null | undefined, options: PageOptions = {}) => {
  const { isGranted = true, isPrivateWindow = false, ...changes } = options;
  settings.value = settingsUnderPolicy({ ...unreadSettings, ...changes }, {});
  browser.extension.inIncognitoContext = isPrivateWindow;
  vi.spyOn(browser.permissions, 'contains').mockResolvedValue(isGranted);
  const outcome = vi.spyOn(background, 'outcome').mockReset().mockResolvedValue(delivered);
  const runAction = vi.spyOn(background, 'runAction').mockReset().mockResolvedValue(created);
  render(<OutcomePage />);
  return { outcome, runAction };
};

/** What the page gives the clipboard last; rejects if that does not arrive. */
const lastCopied = async (): Promise<string | undefined> => vi.mocked(copy).mock.lastCall?.[0];

const openedPages = () => vi.mocked(browser.tabs.create).mock.calls.map(([page]) => page);
const historyPage = { url: '/history.html' };
const alertText = async () => (await screen.findByRole('alert')).textContent;
const field = () => screen.findByRole<HTMLInputElement>('textbox');

describe('the page of an outcome', () => {
  it('says at once that the link is being created', () => {
    location.hash = '#delivery';
    const { outcome } = show(created);
    expect(screen.getByText('Shortening…').role).toBe('status');
    expect(outcome).toHaveBeenCalledExactlyOnceWith({ id: 'delivery' });
  });

  it('shows the link as the popup does, copied, with the title of its page', async () => {
    show({ ...created, title: 'An article' });
    expect((await field()).value).toBe(shortLink);
    expect(screen.getByText('An article')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Your short link' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy' }).dataset['done']).toBe('Copied');
    expect(copy).toHaveBeenCalledOnce();
  });

  it.each([
    { isCopied: true, content: null },
    { isCopied: false, content: shortLink },
  ])('copies only what the background has not, and says that it is copied: $isCopied', async (each) => {
    const { isCopied, content } = each;
    show({ ...created, isCopied });
    await field();
    expect(screen.getByRole('button', { name: 'Copy' }).dataset['done']).toBe('Copied');
    expect(await lastCopied().catch(() => null)).toBe(content);
  });

  it('copies nothing if the link stands in the field of a page, and says so', async () => {
    show({ ...created, isReplaced: true });
    expect((await field()).value).toBe(shortLink);
    expect(screen.getByText('Replaced')).toBeTruthy();
    await expect(lastCopied()).rejects.toThrow('No link to copy.');
    expect(screen.getByRole('button', { name: 'Copy' }).dataset['done']).toBeUndefined();
    press('Copy');
    expect(copy).toHaveBeenLastCalledWith(shortLink, undefined);
  });

  it.each([false, true])(
    'stores a note on the link, which its template has; private: %s',
    async (isPrivate) => {
      const id = 'the-attempt';
      const attempt = vi.spyOn(background, 'attempt').mockReset();
      attempt.mockResolvedValue(testAttempt({ id, note: 'For' }));
      const setNote = vi.spyOn(background, 'setNote').mockReset().mockResolvedValue(true);
      const copied = { copyFormat: 'template', copyTemplate: '{note}: {short}' } as const;
      show({ ...created, private: isPrivate, attempt: id }, copied);
      const input = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Note' });
      expect(input.value).toBe('For');
      fireEvent.input(input, { target: { value: 'For Mira' } });
      const key = { id, private: isPrivate };
      expect(attempt).toHaveBeenCalledExactlyOnceWith(key);
      expect(setNote).toHaveBeenCalledExactlyOnceWith({ ...key, note: 'For Mira' });
      press('Copy');
      expect(copy).toHaveBeenLastCalledWith(`For Mira: ${shortLink}`, undefined);
    },
  );

  it('undoes the link, gives the clipboard the address, and says what has become of both', async () => {
    const undo = { id: 'undo', seconds: 7 };
    const failure = { reason: 'timeout', hadEffect: 'maybe' } as const;
    const { runAction } = show({ ...created, undo });
    runAction
      .mockResolvedValueOnce({ ...created, undo: { ...undo, id: 'next' }, undoFailure: failure })
      .mockResolvedValueOnce({ ...created, undone: { isDeleted: true } });
    await field();
    expect(screen.getByRole('button', { name: 'Undo' }).textContent).toBe('Undo (7)');
    press('Undo');
    await waitFor(() => expect(alerts()).toContain('You can try again.'));
    press('Undo');
    await screen.findByText('Your clipboard has the long address.');
    expect(runAction.mock.calls).toEqual([[{ id: 'undo' }], [{ id: 'next' }]]);
    expect(await lastCopied()).toBe(pageLink);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('copies nothing if it shows a link that was undone before, and says nothing of the clipboard', async () => {
    show({ ...created, undone: { isDeleted: true } });
    await screen.findAllByText('The short link no longer works.');
    await expect(lastCopied()).rejects.toThrow('No link to copy.');
    expect(screen.queryByText(/clipboard/)).toBeNull();
  });

  it.each([true, false])(
    'offers to open a private link in a private window only: %s',
    async (isPrivateWindow) => {
      show({ ...created, private: true }, { isPrivateWindow });
      await field();
      expect(screen.queryByRole('button', { name: 'Open' }) !== null).toBe(isPrivateWindow);
    },
  );

  it('shows the QR code in the place of the link and of its page, and closes its tab', async () => {
    show(created);
    await field();
    press('QR code');
    await screen.findByRole('img', { name: `QR code of ${shortLink}` });
    expect(screen.queryByText('example.com/article')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'QR code', expanded: true }));
    await field();
    expect(screen.getByText('example.com/article')).toBeTruthy();
    press('Close tab');
    await waitFor(() => expect(browser.tabs.remove).toHaveBeenCalledExactlyOnceWith(1));
  });

  it('names the removed tracking parameters and the warning', async () => {
    show({ ...created, removed: ['utm_source', 'fbclid'], warning: 'secret' });
    const description = descriptionOf(await field());
    expect(description).toContain('Tracking removed: utm_source, fbclid');
    expect(description).toContain('This address may sign other people in as you.');
  });

  it('creates another link of one that existed before', async () => {
    const { runAction } = show(another);
    await field();
    press('New link for this page');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'New link for this page' })).toBeNull());
    expect((await field()).value).toBe(shortLink);
    expect(runAction).toHaveBeenCalledExactlyOnceWith({ id: 'action' });
  });

  it('announces a failure, leads to the history first, and tries again once', async () => {
    const pending = Promise.withResolvers<DeliveredOutcome>();
    const { runAction } = show(failed('try-again'));
    runAction.mockReturnValue(pending.promise);
    const button = await screen.findByRole('button', { name: 'Try again' });
    expect(await alertText()).toContain('Check History before you try again.');
    const history = screen.getByRole('button', { name: 'Check History' });
    // A press on Enter does not create a second link.
    await waitFor(() => expect(document.activeElement).toBe(history));
    fireEvent.click(history);
    expect(openedPages()).toEqual([historyPage]);
    button.click();
    button.click();
    expect((await screen.findByText('Shortening…')).role).toBe('status');
    pending.resolve(created);
    const link = await field();
    await waitFor(() => expect(document.activeElement).toBe(link));
    expect(runAction).toHaveBeenCalledExactlyOnceWith({ id: 'action' });
  });

  it('leads from a private link to no history, which has none of it', async () => {
    show({ ...failed('try-again'), private: true });
    expect(await alertText()).toContain('Trying again may create a second one.');
    expect(screen.queryByText(/Check History/)).toBeNull();
  });

  it.each([
    ['no', 'No link was created'],
    ['maybe', 'Your short link may exist'],
  ] as const)(
    'has a heading and a title that promise no link, had an effect: %s',
    async (hadEffect, heading) => {
      const failure = { reason: 'internal-server-error', hadEffect } as const;
      show({ ...blank, outcome: { ok: false, failure } });
      expect((await screen.findByRole('heading', { level: 1, name: heading })).textContent).toBe(heading);
      await waitFor(() => expect(document.title).toBe(heading));
    },
  );

  it('says a rate limit above the button, and counts it down before it tries again', async () => {
    vi.useFakeTimers();
    const failure = { reason: 'too-many-requests', hadEffect: 'no', retryAfter: 2 } as const;
    const action = { kind: 'try-again', id: 'action' } as const;
    const { runAction } = show({ ...blank, outcome: { ok: false, failure }, action });
    await passTime(0);
    expect(alerts()).toBe('Too many requests.');
    expect(press('Try again in 2 s').getAttribute('aria-disabled')).toBe('true');
    expect([document.activeElement, runAction.mock.calls]).toEqual([document.body, []]);
    await passTime(2000);
    press('Try again');
    expect(runAction).toHaveBeenCalledOnce();
  });

  it('opens the settings after a failure that they resolve, and runs no action', async () => {
    const { runAction } = show(failed('settings'));
    await screen.findByRole('button', { name: 'Settings' });
    press('Settings');
    expect(browser.runtime.openOptionsPage).toHaveBeenCalledOnce();
    expect(runAction).not.toHaveBeenCalled();
  });

  it.each(['at first', 'after a retry'])(
    'says that it does not know the outcome if nothing answers %s',
    async (when) => {
      const { runAction } = show(when === 'at first' ? undefined : failed('try-again'));
      runAction.mockResolvedValue(undefined);
      if (when !== 'at first') fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
      await waitFor(() => expect(alerts()).toContain(text('failure_interrupted')));
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your short link may exist');
    },
  );

  it('leads to the history if the outcome is no longer stored', async () => {
    show(null, { isGranted: false });
    await screen.findByText(/no longer available/);
    press('History');
    expect(openedPages()).toEqual([historyPage]);
    expect(screen.queryByRole('button', { name: /Use notifications/ })).toBeNull();
  });
});

it.each([
  ['Firefox', /^Firefox does not let extensions act on this page\. If Mozilla restricts its site/],
  ['Chromium', /^That page could not show it\.$/],
])(
  'says why the page of the link could not show it if scripts were refused there: %s',
  async (browser, sentence) => {
    vi.stubEnv('FIREFOX', browser === 'Firefox' ? '1' : '');
    show({ ...created, isRefused: true }, { isGranted: false });
    expect(await screen.findByText(sentence)).toBeTruthy();
  },
);

describe('the offer of notifications', () => {
  const offer = (answer: boolean) => {
    vi.spyOn(browser.permissions, 'request').mockResolvedValue(answer);
    show(created, { isGranted: false });
  };

  it('requests the permissions, and moves the focus to the answer', async () => {
    offer(true);
    // The link takes the focus when it appears.
    await field();
    const button = await screen.findByRole('button', { name: 'Use notifications instead' });
    fireEvent.click(button);
    expect(browser.permissions.request).toHaveBeenCalledExactlyOnceWith({
      permissions: ['clipboardWrite', 'notifications'],
    });
    const note = await screen.findByText(/Notifications now show your results/);
    await waitFor(() => expect(document.activeElement).toBe(note));
    expect(button.isConnected).toBe(false);
  });

  it('announces a refusal, and can be taken up again', async () => {
    offer(false);
    const button = await screen.findByRole('button', { name: /Use notifications/ });
    fireEvent.click(button);
    expect((await screen.findByText(/Nothing changes/)).getAttribute('role')).toBe('status');
    expect(button.isConnected).toBe(true);
  });

  it('is absent if both permissions are granted', async () => {
    show(created);
    await field();
    expect(screen.queryByRole('button', { name: /Use notifications/ })).toBeNull();
  });
});
