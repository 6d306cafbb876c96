import { fireEvent, render, screen } from '@testing-library/preact';
import { createRef } from 'preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forPage } from '../../lib/delivery/for-page.ts';
import { failedDelivery, testDelivery } from '../../lib/delivery/test-helpers/delivery.ts';
import type { PageOutcome, StoredDelivery } from '../../lib/delivery/types.ts';
import { testAttempt } from '../../lib/history/test-helpers/attempt.ts';
import type { OutcomeAction } from '../../lib/outcome/actions.ts';
import { passTime } from '../testing/dom.ts';
import { setLanguage } from '../../lib/i18n/test-helpers/language.ts';
import { Toast } from './Toast.tsx';
import { createToastState, type ToastStateDeps, viewOf } from './toast-state.ts';

const shortLink = 'https://s.example/aB3dE6gH';
/** As the toast shows it. */
const shownLink = 's.example/aB3dE6gH';
/** Unix seconds. */
const expiresAt = new Date(2027, 10, 27, 14, 5).getTime() / 1000;
const attempt = testAttempt({ shortLink, expiresAt });
const plain = { format: 'plain', template: '' } as const;
const created = (change: Partial<StoredDelivery> = {}, ...actions: OutcomeAction[]): PageOutcome =>
  forPage(testDelivery({ attempt, ...change }, ...actions), plain);
const failed = (retryAfter?: number, ...actions: OutcomeAction[]): PageOutcome => {
  const failure = {
    reason: 'unreachable',
    hadEffect: 'no',
    service: 'https://s.example',
    retryAfter,
  } as const;
  return forPage(failedDelivery(failure, ...actions, 'try-again'), plain);
};
const undone = (kind: 'delete' | 'remove'): PageOutcome =>
  created({ attempt: { ...attempt, change: { kind, state: 'done', at: 1 } } });

/** The card of a toast with its state, without the overlay: in a page, that is in a closed root and needs trusted events. */
const show = (patch: Partial<ToastStateDeps> = {}) => {
  const close = vi.fn();
  const answers: ((outcome: PageOutcome | null) => void)[] = [];
  const end = new AbortController();
  const deps: ToastStateDeps = {
    signal: end.signal,
    shouldCopy: true,
    isCopiedByTrigger: false,
    format: 'plain',
    runAction: vi.fn(() => new Promise<PageOutcome | null>((resolve) => answers.push(resolve))),
    copy: vi.fn<ToastStateDeps['copy']>((promised) =>
      promised.then(
        () => true,
        () => false,
      ),
    ),
    onChange: () => rerender(toast()),
    dismissSoon: vi.fn(),
    dismiss: vi.fn(),
    open: vi.fn(),
    ...patch,
  };
  const state = createToastState(deps);
  const toast = () => (
    <Toast view={viewOf(state.current())} press={state.press} close={close} frame={createRef()} />
  );
  const { rerender } = render(toast());
  state.start(new Promise((resolve) => answers.push(resolve)));
  return {
    deps,
    close,
    end: () => end.abort(),
    /** Delivers what the toast or its button waits for. */
    async deliver(outcome: PageOutcome | null, ms = 200) {
      answers.at(-1)?.(outcome);
      await passTime(ms);
    },
  };
};
const textOf = (role: 'status' | 'alert') =>
  [...screen.getByRole(role).children].map((line) => line.textContent);
const tone = () => screen.getByRole('region').className;
const buttons = () => screen.getAllByRole('button').map((button) => button.ariaLabel ?? button.textContent);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the card of a toast', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    // happy-dom does not have it.
    vi.stubGlobal('isSecureContext', true);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    document.body.replaceChildren();
  });

  it.each([
    { isCopied: true, head: 'Copied', first: 'Open' },
    { isCopied: false, head: 'Not copied. Press Copy.', first: 'Copy' },
  ])('says whether the background has copied the link: $isCopied', async ({ isCopied, head, first }) => {
    const { deliver, deps } = show({ isCopiedByTrigger: true });
    await deliver(created({ isCopied }));
    expect([textOf('status')[0], buttons()[0]]).toEqual([head, first]);
    expect(deps.copy).not.toHaveBeenCalled();
  });

  it('copies what its button creates, although the background was to copy the first link', async () => {
    const { deliver, deps } = show({ isCopiedByTrigger: true });
    await deliver(failed());
    press('Try again');
    await deliver(created());
    expect(deps.copy).toHaveBeenCalledOnce();
    expect(textOf('status')[0]).toBe('Copied');
  });

  it.each([
    { language: 'en', texts: ['Shortening…', 'Copied', 'Open', 'Close'], until: /^Expires Nov\s27/ },
    { language: 'zh_CN', texts: ['正在缩短…', '已复制', '打开', '关闭'], until: /11\u2060月.*到期$/ },
  ] as const)(
    'has its live regions before their texts, and announces the copied link, in $language',
    async (each) => {
      const { language, texts, until } = each;
      const [shortening, copied, ...names] = texts;
      setLanguage(language);
      const { deliver, deps } = show();
      expect([textOf('status'), textOf('alert')]).toEqual([[], []]);
      expect(screen.getByRole('region', { name: 'Waylark' })).toBeTruthy();
      await passTime(500);
      expect(textOf('status')).toEqual([shortening]);
      await deliver(created());
      expect(textOf('status')).toEqual([copied, shownLink, expect.stringMatching(until)]);
      expect([textOf('alert'), buttons(), tone()]).toEqual([[], names, 'good']);
      expect(deps.dismissSoon).toHaveBeenCalledOnce();
    },
  );

  it('has what happened as the headline of a failure, and below it what to do unless a button says so', () => {
    const failure = { reason: 'unreachable', hadEffect: 'maybe', service: 'https://s.example' } as const;
    const view = (...actions: OutcomeAction[]) => {
      const delivered = forPage(failedDelivery(failure, ...actions), plain);
      return viewOf({ kind: 'outcome', delivered, copyState: 'not-tried', wait: 0 });
    };
    const maybe = 'Your link may exist.';
    const head = 'No answer from s.example';
    expect(view('history')).toMatchObject({ head, advice: maybe });
    expect(view()).toMatchObject({ head, advice: `${maybe} Check History before you try again.` });
  });

  it('copies the content that the background gives for the link, and says at the click whether that has HTML', async () => {
    const { deliver, deps } = show({ format: 'html' });
    const copiedContent = { text: shortLink, html: `<a href="${shortLink}">A page</a>` };
    await deliver({ ...created(), created: { shortLink, copiedContent } });
    const [promised, format] = vi.mocked(deps.copy).mock.lastCall ?? [];
    expect([await promised, format]).toEqual([copiedContent, 'html']);
  });

  it('copies no link that is in the field already, and says where one that is not can be pasted', async () => {
    const { deliver, deps } = show();
    await deliver(created({ isReplaced: true, firstOf: 3 }));
    expect(textOf('status')).toEqual([
      'Replaced',
      shownLink,
      expect.stringMatching(/^Expires/),
      'The first of 3 selected addresses',
    ]);
    await expect(vi.mocked(deps.copy).mock.lastCall?.[0]).rejects.toThrow('No link to copy.');
    expect([tone(), buttons()]).toEqual(['good', ['Copy', 'Open', 'Close']]);
    expect(deps.dismissSoon).toHaveBeenCalledOnce();

    document.body.replaceChildren();
    const other = show();
    await other.deliver(created({ isReplaced: false }));
    expect(textOf('status')[0]).toBe('Copied. Paste it here.');
  });

  it('opens the history once where a link may exist, also during a pause, and can still try again', async () => {
    const { deliver, deps } = show();
    await deliver(failed(2, 'history'));
    expect(buttons()).toEqual(['Check History', 'Try again in 2 s.', 'Close']);
    press('Check History');
    expect(buttons()).toEqual(['Try again in 2 s.', 'Close']);
    await passTime(2000);
    press('Try again');
    expect(vi.mocked(deps.runAction).mock.calls).toEqual([['history'], ['try-again']]);
  });

  it('says where the link can be copied if the page refuses that twice', async () => {
    const { deliver, deps } = show({ copy: () => Promise.resolve(false) });
    await deliver(created());
    expect([textOf('status')[0], tone()]).toEqual(['Not copied. Press Copy.', 'warn']);
    expect(deps.dismissSoon).not.toHaveBeenCalled();
    press('Copy');
    await passTime(0);
    const [head, advice, link] = textOf('status');
    expect([head, link, tone()]).toEqual(['Not copied', shownLink, 'warn']);
    expect(advice).toContain('Copy the link in Waylark');
  });

  it('shows no short wait, and no text before assistive technology has noticed the live regions', async () => {
    const { deliver, deps } = show();
    await deliver(created(), 100);
    expect([textOf('status'), vi.mocked(deps.copy).mock.calls.length]).toEqual([[], 1]);
    await passTime(1000);
    expect(textOf('status')[0]).toBe('Copied');

    document.body.replaceChildren();
    const { deliver: deliverLate } = show();
    await passTime(350);
    expect(textOf('status')).toEqual([]);
    await deliverLate(created());
    expect(textOf('status')[0]).toBe('Copied');
  });

  describe('Undo', () => {
    const address = 'https://example.com/long';
    const shown = async (patch: Partial<ToastStateDeps> = {}, own = true) => {
      const toast = show(patch);
      const request = { ...testDelivery().request, link: address };
      await toast.deliver(created({ request, isFromPage: own }, 'undo'));
      return toast;
    };

    it('is there for its seconds, in which the toast stays, and says nothing each second', async () => {
      const { deps } = await shown();
      const lines = screen.getByRole('status').firstChild;
      expect(buttons()).toEqual(['Open', 'Undo · 10 s', 'Close']);
      expect(deps.dismissSoon).toHaveBeenCalledExactlyOnceWith(10);
      await passTime(9000);
      expect(buttons()).toEqual(['Open', 'Undo · 1 s', 'Close']);
      expect(screen.getByRole('status').firstChild).toBe(lines);
      await passTime(1000);
      expect(buttons()).toEqual(['Open', 'Close']);
    });

    it('gives the clipboard the address in place of the short link, and says what has become of the link', async () => {
      const { deps, deliver } = await shown();
      press('Undo · 10 s');
      expect(deps.runAction).toHaveBeenCalledExactlyOnceWith('undo');
      // The copying has begun inside the click.
      expect(deps.copy).toHaveBeenCalledTimes(2);
      await deliver(undone('remove'));
      expect(await vi.mocked(deps.copy).mock.lastCall?.[0]).toMatchObject({ text: address });
      expect(textOf('status')).toEqual([
        'Removed from your history',
        expect.stringMatching(/^The short link works until .*\.$/),
        'Your clipboard has the long address.',
      ]);
      expect([buttons(), tone(), textOf('alert')]).toEqual([['Close'], 'calm', []]);
      expect(deps.dismissSoon).toHaveBeenLastCalledWith(0);
    });

    it('leaves the focus where it is while it waits, and a second press does nothing', async () => {
      const { deps } = await shown();
      const button = screen.getByRole('button', { name: 'Undo · 10 s' });
      button.focus();
      press('Undo · 10 s');
      await passTime(100);
      expect(document.activeElement).toBe(button);
      press('Undo · 10 s');
      expect(deps.runAction).toHaveBeenCalledOnce();
      expect(deps.dismiss).not.toHaveBeenCalled();
    });

    it('has no more time after Copy was pressed', async () => {
      await shown({ copy: () => Promise.resolve(false) });
      await passTime(6000);
      press('Copy');
      await passTime(100);
      expect(buttons()).toEqual(['Copy', 'Open', 'Undo · 4 s', 'Close']);
    });

    it('says that the clipboard still has the short link of an address that the page must not learn', async () => {
      const { deliver } = await shown({}, false);
      press('Undo · 10 s');
      await deliver(undone('delete'));
      expect(textOf('status')).toEqual([
        'The short link no longer works',
        'Your clipboard still has the short link.',
      ]);
    });

    it('does not touch a clipboard that never had the link', async () => {
      const { deps, deliver } = await shown({ shouldCopy: false });
      press('Undo · 10 s');
      await deliver(undone('delete'));
      expect(textOf('status')).toEqual(['The short link no longer works']);
      expect(deps.copy).not.toHaveBeenCalled();
    });

    it('says why it failed, can be pressed again with its new id, and leaves the link if it was too late', async () => {
      const { deps, deliver } = await shown();
      press('Undo · 10 s');
      const undoFailure = { reason: 'timeout', hadEffect: 'maybe' } as const;
      const next = [{ action: 'undo', id: 'next' } as const];
      await deliver(created({ buttons: next, settledAt: Date.now() - 6000, undoFailure }));
      expect(textOf('status').at(-1)).toContain('You can try again.');
      press('Undo · 4 s');
      expect(deps.runAction).toHaveBeenLastCalledWith('next');
      await deliver(null);
      expect([textOf('status')[0], buttons()]).toEqual(['Copied', ['Open', 'Close']]);
    });
  });

  it('leaves if nothing was requested, and neither copies nor shows anything after it has ended', async () => {
    const unrequested = show();
    await unrequested.deliver(null);
    expect(unrequested.deps.dismiss).toHaveBeenCalledOnce();

    document.body.replaceChildren();
    const written = vi.fn(() => true);
    const ended = show({ copy: (promised) => promised.then(written, () => false) });
    ended.end();
    await ended.deliver(created(), 1000);
    expect([textOf('status'), written.mock.calls]).toEqual([[], []]);
  });

  it('copies on a click only if it is not to copy at once', async () => {
    const { deliver, deps } = show({ shouldCopy: false });
    const request = { ...testDelivery().request, link: 'http://localhost/' };
    await deliver(created({ request, removed: ['fbclid'] }));
    expect(textOf('status')).toEqual([
      'Your short link is ready',
      shownLink,
      expect.stringMatching(/^Expires/),
      'Tracking removed: fbclid',
      'This address only works on this computer.',
    ]);
    expect([tone(), vi.mocked(deps.copy).mock.calls]).toEqual(['calm', []]);
    expect(deps.dismissSoon).not.toHaveBeenCalled();
    press('Copy');
    await passTime(0);
    expect([textOf('status')[0], buttons()]).toEqual(['Copied', ['Open', 'Close']]);
  });

  it('names the day of a link that existed before, and creates another', async () => {
    const { deliver, deps } = show();
    const createdAt = new Date().setHours(-12);
    await deliver(created({ attempt: { ...attempt, isReused: true, createdAt } }, 'another'));
    expect(textOf('status')).toContain('You created this link yesterday');
    press('New link');
    expect(textOf('status')).toEqual(['Shortening…']);
    expect(deps.runAction).toHaveBeenCalledExactlyOnceWith('another');
    await deliver(created());
    expect(textOf('status')[0]).toBe('Copied');
  });

  it('interrupts with a failure, and says that it tries again', async () => {
    const { deliver, deps } = show();
    await deliver(failed());
    expect(textOf('alert')[0]).toContain('No answer from s.example');
    expect([textOf('status'), buttons()]).toEqual([[], ['Try again', 'Close']]);
    press('Try again');
    expect([textOf('status'), textOf('alert'), buttons()]).toEqual([['Shortening…'], [], ['Close']]);
    expect(deps.runAction).toHaveBeenCalledExactlyOnceWith('try-again');
  });

  it('counts a pause down on the same button before it tries again', async () => {
    const { deliver, deps } = show();
    await deliver(failed(2));
    const button = screen.getByRole('button', { name: 'Try again in 2 s.' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button);
    const sentence = screen.getByRole('alert').firstChild;
    await passTime(1000);
    expect(button.textContent).toBe('Try again in 1 s.');
    // A new node would be announced every second.
    expect(screen.getByRole('alert').firstChild).toBe(sentence);
    await passTime(1000);
    expect([button.textContent, button.getAttribute('aria-disabled')]).toEqual(['Try again', 'false']);
    expect(deps.runAction).not.toHaveBeenCalled();
    fireEvent.click(button);
    expect(deps.runAction).toHaveBeenCalledExactlyOnceWith('try-again');
  });

  it('says if a button did nothing, and leaves once the settings have opened', async () => {
    const { deliver, deps } = show();
    await deliver(failed());
    press('Try again');
    await deliver(null);
    expect(textOf('alert').join(' ')).toContain('No link was created');

    document.body.replaceChildren();
    const other = show();
    await other.deliver(
      forPage(failedDelivery({ reason: 'not-connected', hadEffect: 'no' }, 'settings'), plain),
    );
    press('Settings');
    await other.deliver(null);
    expect([deps.dismiss, other.deps.dismiss].map((leave) => vi.mocked(leave).mock.calls.length)).toEqual([
      0, 1,
    ]);
  });

  it('opens the short link', async () => {
    const { deliver, deps } = show();
    await deliver(created());
    press('Open');
    expect(deps.open).toHaveBeenCalledExactlyOnceWith(shortLink);
    expect(textOf('status')[0]).toBe('Copied');
  });

  it('does not offer to open it on a page that may open no tabs', async () => {
    vi.stubGlobal('origin', 'null');
    const { deliver } = show();
    await deliver(created());
    expect(buttons()).toEqual(['Close']);
  });

  it('is closed by Escape and by its button', async () => {
    const { deliver, close } = show();
    await deliver(failed());
    fireEvent.keyDown(screen.getByRole('button', { name: 'Try again' }), { key: 'Escape' });
    press('Close');
    expect(close).toHaveBeenCalledTimes(2);
  });
});
