import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import type { DeliveredOutcome } from '../../lib/delivery/types.ts';
import type { CopyFormat } from '../../lib/formats/names.ts';
import { alerts, copy, descriptionOf, passTime, press } from '../testing/dom.ts';
import { alertText, attempt, now, pageLink, shortLink } from '../testing/popup.tsx';
import { OutcomePage, type OutcomePageActions } from './OutcomePage.tsx';

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

const pageActions = (patch: Partial<OutcomePageActions>): OutcomePageActions => ({
  outcome: () => Promise.resolve(created),
  runAction: vi.fn(() => Promise.resolve(created)),
  copy: vi.fn(copy),
  rememberFormat: vi.fn(),
  onFormatChange: vi.fn(),
  editTemplate: vi.fn(),
  findAttempt: vi.fn(() => Promise.resolve(null)),
  setNote: vi.fn(() => Promise.resolve(true)),
  copyImage: vi.fn(copy),
  saveFile: vi.fn(),
  open: vi.fn(),
  share: null,
  closeTab: vi.fn(),
  isPrivateWindow: false,
  openSettings: vi.fn(),
  openHistory: vi.fn(),
  hasNotifyAndCopyPermission: () => Promise.resolve(true),
  requestNotifyAndCopyPermission: vi.fn(() => Promise.resolve(true)),
  ...patch,
});

const show = (
  delivered: DeliveredOutcome | null,
  patch: Partial<OutcomePageActions> = {},
  copyFormat: CopyFormat = { format: 'plain', template: '{short}' },
) => {
  const actions = pageActions({ outcome: () => Promise.resolve(delivered), ...patch });
  render(<OutcomePage copyAtOnce copyFormat={copyFormat} actions={actions} />);
  return actions;
};
const field = () => screen.findByRole<HTMLInputElement>('textbox');

describe('the page of an outcome', () => {
  it('says at once that the link is being created', () => {
    show(null, { outcome: () => new Promise(() => undefined) });
    expect(screen.getByRole('status').textContent).toBe('Shortening…');
  });

  it('shows the link as the popup does, copied, with the title of its page', async () => {
    const actions = show({ ...created, title: 'An article' });
    expect((await field()).value).toBe(shortLink);
    expect(screen.getByText('An article')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Your short link' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy' }).dataset['done']).toBe('Copied');
    expect(actions.copy).toHaveBeenCalledOnce();
  });

  it.each([
    { isCopied: true, content: null },
    { isCopied: false, content: shortLink },
  ])('copies only what the background has not, and says that it is copied: $isCopied', async (each) => {
    const { isCopied, content } = each;
    const actions = show({ ...created, isCopied }, { copy: vi.fn(copy) });
    await field();
    expect(screen.getByRole('button', { name: 'Copy' }).dataset['done']).toBe('Copied');
    const [promised] = vi.mocked(actions.copy).mock.lastCall ?? [];
    expect(await Promise.resolve(promised).catch(() => null)).toBe(content);
  });

  it('copies nothing if the link stands in the field of a page, and says so', async () => {
    const actions = show({ ...created, isReplaced: true });
    expect((await field()).value).toBe(shortLink);
    expect(screen.getByText('Replaced')).toBeTruthy();
    await expect(vi.mocked(actions.copy).mock.lastCall?.[0]).rejects.toThrow('No link to copy.');
    expect(screen.getByRole('button', { name: 'Copy' }).dataset['done']).toBeUndefined();
    press('Copy');
    expect(actions.copy).toHaveBeenLastCalledWith(shortLink, undefined);
  });

  it.each([false, true])(
    'stores a note on the link, which its template has; private: %s',
    async (isPrivate) => {
      const id = 'the-attempt';
      const found = attempt({ id, note: 'For' });
      const actions = show(
        { ...created, private: isPrivate, attempt: id },
        { findAttempt: vi.fn(() => Promise.resolve(found)) },
        { format: 'template', template: '{note}: {short}' },
      );
      const input = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Note' });
      expect(input.value).toBe('For');
      fireEvent.input(input, { target: { value: 'For Mira' } });
      const key = { id, private: isPrivate };
      expect(actions.findAttempt).toHaveBeenCalledExactlyOnceWith(key);
      expect(actions.setNote).toHaveBeenCalledExactlyOnceWith(key, 'For Mira');
      press('Copy');
      expect(actions.copy).toHaveBeenLastCalledWith(`For Mira: ${shortLink}`, undefined);
    },
  );

  it('undoes the link, gives the clipboard the address, and says what has become of both', async () => {
    const undo = { id: 'undo', seconds: 7 };
    const failure = { reason: 'timeout', hadEffect: 'maybe' } as const;
    const runAction = vi
      .fn<OutcomePageActions['runAction']>(() => Promise.resolve({ ...created, undone: { isDeleted: true } }))
      .mockResolvedValueOnce({ ...created, undo: { ...undo, id: 'next' }, undoFailure: failure });
    const { copy: copying } = show({ ...created, undo }, { runAction });
    await field();
    expect(screen.getByRole('button', { name: 'Undo' }).textContent).toBe('Undo (7)');
    press('Undo');
    await waitFor(() => expect(alerts()).toContain('You can try again.'));
    press('Undo');
    await screen.findByText('Your clipboard has the long address.');
    expect(runAction.mock.calls).toEqual([['undo'], ['next']]);
    expect(await vi.mocked(copying).mock.lastCall?.[0]).toBe(pageLink);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('copies nothing if it shows a link that was undone before, and says nothing of the clipboard', async () => {
    const actions = show({ ...created, undone: { isDeleted: true } });
    await screen.findAllByText('The short link no longer works.');
    await expect(vi.mocked(actions.copy).mock.lastCall?.[0]).rejects.toThrow('No link to copy.');
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
    const actions = show(created);
    await field();
    press('QR code');
    await screen.findByRole('img', { name: `QR code of ${shortLink}` });
    expect(screen.queryByText('example.com/article')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'QR code', expanded: true }));
    await field();
    expect(screen.getByText('example.com/article')).toBeTruthy();
    press('Close tab');
    expect(actions.closeTab).toHaveBeenCalledOnce();
  });

  it('names the removed tracking parameters and the warning', async () => {
    show({ ...created, removed: ['utm_source', 'fbclid'], warning: 'secret' });
    const description = descriptionOf(await field());
    expect(description).toContain('Tracking removed: utm_source, fbclid');
    expect(description).toContain('This address may sign other people in as you.');
  });

  it('creates another link of one that existed before', async () => {
    const actions = show(another);
    await field();
    press('New link for this page');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'New link for this page' })).toBeNull());
    expect((await field()).value).toBe(shortLink);
    expect(actions.runAction).toHaveBeenCalledExactlyOnceWith('action');
  });

  it('announces a failure, leads to the history first, and tries again once', async () => {
    const pending = Promise.withResolvers<DeliveredOutcome>();
    const actions = show(failed('try-again'), { runAction: vi.fn(() => pending.promise) });
    const button = await screen.findByRole('button', { name: 'Try again' });
    expect(await alertText()).toContain('Check History before you try again.');
    const history = screen.getByRole('button', { name: 'Check History' });
    // A press on Enter does not create a second link.
    await waitFor(() => expect(document.activeElement).toBe(history));
    fireEvent.click(history);
    expect(actions.openHistory).toHaveBeenCalledOnce();
    button.click();
    button.click();
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Shortening…'));
    pending.resolve(created);
    const link = await field();
    await waitFor(() => expect(document.activeElement).toBe(link));
    expect(actions.runAction).toHaveBeenCalledExactlyOnceWith('action');
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
    try {
      const failure = { reason: 'too-many-requests', hadEffect: 'no', retryAfter: 2 } as const;
      const action = { kind: 'try-again', id: 'action' } as const;
      const { runAction } = show({ ...blank, outcome: { ok: false, failure }, action });
      await passTime(0);
      expect(alerts()).toBe('Too many requests.');
      expect(press('Try again in 2 s').getAttribute('aria-disabled')).toBe('true');
      expect([document.activeElement, vi.mocked(runAction).mock.calls]).toEqual([document.body, []]);
      await passTime(2000);
      press('Try again');
      expect(runAction).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });

  it('opens the settings after a failure that they resolve, and runs no action', async () => {
    const actions = show(failed('settings'));
    await screen.findByRole('button', { name: 'Settings' });
    press('Settings');
    expect(actions.openSettings).toHaveBeenCalledOnce();
    expect(actions.runAction).not.toHaveBeenCalled();
  });

  it('leads to the history if the outcome is no longer stored', async () => {
    const actions = show(null, { hasNotifyAndCopyPermission: () => Promise.resolve(false) });
    await screen.findByText(/no longer available/);
    press('History');
    expect(actions.openHistory).toHaveBeenCalledOnce();
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
    show({ ...created, isRefused: true }, { hasNotifyAndCopyPermission: () => Promise.resolve(false) });
    expect(await screen.findByText(sentence)).toBeTruthy();
    vi.unstubAllEnvs();
  },
);

describe('the offer of notifications', () => {
  const offer = (answer: boolean) =>
    show(created, {
      hasNotifyAndCopyPermission: () => Promise.resolve(false),
      requestNotifyAndCopyPermission: vi.fn(() => Promise.resolve(answer)),
    });

  it('requests the permissions, and moves the focus to the answer', async () => {
    const actions = offer(true);
    const button = await screen.findByRole('button', { name: 'Use notifications instead' });
    fireEvent.click(button);
    expect(actions.requestNotifyAndCopyPermission).toHaveBeenCalledOnce();
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

  it('is not made in Safari, which has none', async () => {
    vi.stubEnv('SAFARI', '1');
    offer(false);
    expect(await screen.findByText('That page could not show it.')).toBeTruthy();
    vi.unstubAllEnvs();
    expect(screen.queryByRole('button', { name: /Use notifications/ })).toBeNull();
  });
});
