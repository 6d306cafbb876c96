import { beforeEach, describe, expect, it, vi } from 'vitest';
import { showBadge } from '../browser/badge.ts';
import { injectToast, isStillAt } from '../browser/injection.ts';
import { isAnyWindowPrivate, openPage } from '../browser/pages.ts';
import { hasNotifyAndCopyPermission } from '../browser/permissions.ts';
import { openBeside, openInBackgroundTab } from '../browser/tabs.ts';
import { testAttempt } from '../history/test-helpers/attempt.ts';
import type { Attempt } from '../history/types.ts';
import type { OutcomeAction } from '../outcome/actions.ts';
import type { Settings } from '../settings/schema.ts';
import { readLinkCleaner } from '../shortening/link-cleaner.ts';
import type { ShortenRequest } from '../shortening/request.ts';
import { createdFor, failedFor } from '../shortening/test-helpers/attempts.ts';
import { browser, loseStorage } from '../storage/test-helpers/fake-browser.ts';
import { Delivery } from './delivery.ts';
import { deliveryMessages } from './messages.ts';
import { notifyAndCopy } from './notify-and-copy.ts';
import type { Trigger } from './trigger.ts';
import type { PageOutcome, StoredDelivery } from './types.ts';

vi.mock('../browser/language.ts', () => import('../i18n/test-helpers/language.ts'));
vi.mock('../webextension/browser.ts', () => import('../storage/test-helpers/fake-browser.ts'));
vi.mock('../browser/badge.ts', () => ({ showBadge: vi.fn() }));
vi.mock('../browser/injection.ts', () => ({ injectToast: vi.fn(), isStillAt: vi.fn() }));
vi.mock('../browser/pages.ts', () => ({
  isAnyWindowPrivate: vi.fn(),
  openOptions: vi.fn(),
  openPage: vi.fn(),
}));
vi.mock('../browser/permissions.ts', () => ({ hasNotifyAndCopyPermission: vi.fn() }));
vi.mock('../browser/tabs.ts', () => ({ openBeside: vi.fn(), openInBackgroundTab: vi.fn() }));
vi.mock('../shortening/link-cleaner.ts', () => ({ readLinkCleaner: vi.fn() }));
vi.mock('./notify-and-copy.ts', () => ({ notifyAndCopy: vi.fn() }));

const link = 'https://example.com/x';
const trigger: Trigger = {
  link: { link },
  tabId: 7,
  mayShowToast: true,
  page: link,
  isFromPage: true,
  title: 'X',
  private: false,
};
const site = { tabId: 7, documentId: 'doc', url: link };
type Answer = (request: ShortenRequest) => Attempt | Promise<Attempt>;

const shortLink = 'https://s.example/a';
const created: Answer = (request) => createdFor(request, { shortLink });
/** A link that existed, unless another one is requested. */
const reused: Answer = (request) =>
  createdFor(request, { shortLink, ...(!request.another && { isReused: true }) });
const never = Promise.resolve({ kind: 'never' } as const);

/** What `storage.session` holds, which outlives a worker. */
const stored = () => (browser.storage.session.values['deliveries'] ?? []) as StoredDelivery[];

const set = (settings: Partial<Settings>) => void (browser.storage.local.values = { settings });

/** The ids of the outcomes whose pages were opened. */
const opened = () => vi.mocked(openBeside).mock.calls.map(([, path]) => path.split('#')[1] ?? '');

const undo = vi.fn<ConstructorParameters<typeof Delivery>[1]>();
const undone = (kind: 'delete' | 'remove') => ({
  ok: true as const,
  attempt: testAttempt({ shortLink, change: { kind, state: 'done', at: 1 } }),
});

/** A delivery with a service that gives this answer. */
const setUp = (answer: Answer = created) => {
  const requests: ShortenRequest[] = [];
  const shown: string[] = [];
  const shortener = {
    shorten: async (request: ShortenRequest) => {
      requests.push(request);
      return answer(request);
    },
    acknowledge: (id: string) => {
      shown.push(id);
      return Promise.resolve();
    },
  };
  /** A delivery as each start of the background makes one. */
  const start = () => new Delivery(shortener, undo, () => Promise.resolve(true));
  return { start, delivery: start(), requests, shown };
};

const failing: Answer = (request) => failedFor(request, { reason: 'timeout', hadEffect: 'maybe' });

/** The id of the button for this action; empty if there is none. */
const buttonOf = (outcome: Pick<PageOutcome, 'buttons'> | null | undefined, action: OutcomeAction): string =>
  outcome?.buttons.find((each) => each.action === action)?.id ?? '';
const actionsOf = (outcome: PageOutcome | null | undefined) => outcome?.buttons.map(({ action }) => action);

/** A request without the popup, up to the outcome that the toast on its page gets. */
const deliver = async ({ answer, ...requested }: Partial<Trigger> & { answer?: Answer } = {}) => {
  const parts = setUp(answer);
  const { delivery } = parts;
  void delivery.shorten({ ...trigger, ...requested }, never);
  const ready = await delivery.toastReady(site);
  const outcome = await delivery.toastOutcome(site);
  return { ...parts, ready, outcome };
};

describe('delivery', () => {
  // A browser in which everything goes well.
  beforeEach(() => {
    vi.useFakeTimers();
    vi.resetAllMocks();
    loseStorage();
    vi.mocked(injectToast).mockResolvedValue(true);
    vi.mocked(isStillAt).mockResolvedValue(true);
    vi.mocked(isAnyWindowPrivate).mockResolvedValue(true);
    vi.mocked(hasNotifyAndCopyPermission).mockResolvedValue(false);
    vi.mocked(notifyAndCopy).mockResolvedValue(true);
    vi.mocked(openBeside).mockResolvedValue(8);
    vi.mocked(openInBackgroundTab).mockResolvedValue();
    vi.mocked(readLinkCleaner).mockResolvedValue((text) => ({ link: text, removed: [] }));
    undo.mockResolvedValue(undone('delete'));
  });

  it.each([true, false])(
    'says whether the short link is in the field; then there is no Undo: %s',
    async (isReplaced) => {
      const replace = vi.fn(() => Promise.resolve(isReplaced));
      const { outcome } = await deliver({ replace });
      expect([outcome?.isReplaced, actionsOf(outcome)]).toEqual([isReplaced, isReplaced ? [] : ['undo']]);
      expect(replace).toHaveBeenCalledExactlyOnceWith('https://s.example/a');
    },
  );

  it('copies the link as usual if the field has neither the link nor the address, and offers Undo', async () => {
    const replace = () => Promise.resolve(null);
    const { outcome } = await deliver({ replace });
    expect([outcome?.isReplaced, actionsOf(outcome)]).toEqual([undefined, ['undo']]);
  });

  it('writes nothing into the field if no link was created', async () => {
    const replace = vi.fn(() => Promise.resolve(true));
    await deliver({ answer: failing, replace });
    expect(replace).not.toHaveBeenCalled();
  });

  it('answers the toast of the tab of a request, and no other tab or document', async () => {
    const { delivery, shown } = setUp();
    expect([await delivery.toastReady(site), await delivery.toastOutcome(site)]).toEqual([null, null]);
    const delivering = delivery.shorten(trigger, never);
    expect(await delivery.toastOutcome(site)).toBe(null);
    expect(await delivery.toastReady({ ...site, tabId: 8 })).toBe(null);
    expect(await delivery.toastReady({ ...site, url: 'https://elsewhere.example/' })).toBe(null);
    expect(await delivery.toastReady(site)).toEqual({
      shouldCopy: true,
      isCopiedByTrigger: false,
      format: 'plain',
    });
    expect(await delivery.toastReady({ ...site, documentId: 'another' })).toBe(null);
    expect(await delivery.toastOutcome({ ...site, documentId: 'another' })).toBe(null);
    expect(await delivery.toastOutcome(site)).toMatchObject({ created: { shortLink } });
    await vi.runAllTimersAsync();
    await delivering;
    expect([shown.length, opened()]).toEqual([1, []]);
    expect(showBadge).toHaveBeenLastCalledWith(7, '✓');
  });

  it('lets the toast of the tab in front have its outcome although a tab behind it was clicked meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<Attempt>();
    const { delivery, shown, requests } = setUp((request) =>
      request.link === link ? promise : failing(request),
    );
    void delivery.shorten(trigger, never);
    await delivery.toastReady(site);
    void delivery.shorten({ ...trigger, link: { link: `${link}2` }, mayShowToast: false }, never);
    const outcome = delivery.toastOutcome(site);
    await vi.runAllTimersAsync();
    const attempt = testAttempt({ id: requests[0]?.id ?? '', shortLink });
    resolve(attempt);
    expect(await outcome).toMatchObject({ created: { shortLink } });
    expect(shown).toContain(attempt.id);
  });

  it('shows no toast in a tab in front of the one that was clicked, but a page of its own', async () => {
    await setUp().delivery.shorten({ ...trigger, mayShowToast: false }, never);
    expect(injectToast).not.toHaveBeenCalled();
    expect(openBeside).toHaveBeenCalledExactlyOnceWith(7, expect.stringMatching(/^\/popup\.html#./));
  });

  it.each([
    ['a page of the web', link, false, true],
    ['a page of the browser', 'about:addons', false, undefined],
    ['a page whose toast never asks', link, true, undefined],
  ])(
    'tells the page of an outcome whether the browser refused a toast: %s',
    async (_, page, isInjected, isRefused) => {
      vi.mocked(injectToast).mockResolvedValue(isInjected);
      const { delivery } = setUp();
      const delivering = delivery.shorten({ ...trigger, page }, never);
      await vi.runAllTimersAsync();
      await delivering;
      expect((await delivery.outcome(opened()[0] ?? ''))?.isRefused).toBe(isRefused);
    },
  );

  const existing = testAttempt({ link, shortLink: 'https://s.example/old', createdAt: 5 });
  const requested = { ...existing, shortLink: 'https://s.example/old', expiresAt: 1_900_000_000 };

  it('delivers a link that exists without a request, and can create another one', async () => {
    const { delivery, requests } = setUp();
    void delivery.show(trigger, requested);
    expect(await delivery.toastReady(site)).toMatchObject({ shouldCopy: true });
    const outcome = await delivery.toastOutcome(site);
    expect([outcome?.created?.shortLink, actionsOf(outcome)]).toEqual([requested.shortLink, ['another']]);
    expect(requests).toEqual([]);
    await delivery.runAction(buttonOf(outcome, 'another'), site);
    expect(requests).toMatchObject([{ link, another: true, validity: existing.validity }]);
  });

  it.each([
    { copyAtOnce: true, content: { text: `[Example](${requested.shortLink})` }, isCopied: true },
    { copyAtOnce: false, content: null, isCopied: undefined },
  ])('copies a link for the page that cannot: $isCopied', async ({ copyAtOnce, content, isCopied }) => {
    const copy = vi.fn<NonNullable<Trigger['copy']>>((copied) => Promise.resolve(copied !== null));
    set({ copyAtOnce, copyFormat: 'markdown' });
    const { delivery } = setUp();
    void delivery.show({ ...trigger, copy }, { ...requested, title: 'Example' });
    expect(await delivery.toastReady(site)).toMatchObject({ isCopiedByTrigger: true });
    expect((await delivery.toastOutcome(site))?.isCopied).toBe(isCopied);
    expect(copy.mock.calls).toEqual([[content]]);
  });

  it('copies the note of a link that existed, and gives it to no page', async () => {
    const copy = vi.fn<NonNullable<Trigger['copy']>>(() => Promise.resolve(true));
    set({ copyFormat: 'template', copyTemplate: '{short} {note}' });
    const { delivery } = setUp((request) => ({
      ...createdFor(request, { shortLink, isReused: true }),
      note: 'For Ann',
    }));
    void delivery.shorten({ ...trigger, copy }, never);
    await delivery.toastReady(site);
    const outcome = await delivery.toastOutcome(site);
    expect(copy.mock.calls).toEqual([[{ text: 'https://s.example/a For Ann' }]]);
    expect(JSON.stringify(outcome)).not.toContain('Ann');
  });

  it.each([
    { from: 'the page', requested: {}, name: 'X' },
    { from: 'a link in its document', requested: { title: '' }, name: link },
  ])('gives the toast $from in the format that is set', async ({ requested: changed, name }) => {
    set({ copyFormat: 'html' });
    const { outcome, ready } = await deliver(changed);
    const html = `<a href="https://s.example/a">${name}</a>`;
    expect(ready).toEqual({ shouldCopy: true, isCopiedByTrigger: false, format: 'html' });
    expect(outcome?.created?.copiedContent).toEqual({ text: shortLink, html });
  });

  it('gives the toast nothing but the short link of an address in a frame, after another try, too', async () => {
    set({ copyFormat: 'template', copyTemplate: '{title} {link} {host}' });
    const { delivery, outcome, ready } = await deliver({
      answer: reused,
      link: { link: 'https://secret.example/' },
      title: 'Secret',
      isFromPage: false,
    });
    expect(ready).toEqual({ shouldCopy: true, isCopiedByTrigger: false, format: 'plain' });
    const next = await delivery.runAction(buttonOf(outcome, 'another'), site);
    expect([outcome, next].map((each) => each?.created?.shortLink)).toEqual([shortLink, shortLink]);
    expect(JSON.stringify([outcome, next])).not.toMatch(/secret/i);
  });

  it('names the tracking parameters that were removed from the address', async () => {
    vi.mocked(readLinkCleaner).mockResolvedValue(() => ({ link, removed: ['fbclid'] }));
    const { outcome, requests } = await deliver({ link: { link: `${link}?fbclid=1` } });
    expect(outcome?.notes).toContain('Tracking removed: fbclid');
    expect(requests[0]?.link).toBe(link);
  });

  it.each([
    ['the browser lets no toast in', false],
    ['the toast never asks', true],
  ])('opens a page of the extension where %s, and only that page gets the outcome', async (_, isInjected) => {
    vi.mocked(injectToast).mockResolvedValue(isInjected);
    const { delivery, shown } = setUp();
    const delivering = delivery.shorten(trigger, never);
    await vi.runAllTimersAsync();
    await delivering;
    expect(await delivery.toastReady(site)).toBe(null);
    expect(await delivery.outcome('someone else')).toBe(null);
    expect(await delivery.outcome(opened()[0] ?? '')).toMatchObject({ request: { link, title: 'X' } });
    expect(shown).toHaveLength(1);
  });

  it('shows a notification if it has the permission, but never for a private window', async () => {
    vi.mocked(injectToast).mockResolvedValue(false);
    vi.mocked(hasNotifyAndCopyPermission).mockResolvedValue(true);
    const { delivery } = setUp();
    await delivery.shorten(trigger, never);
    expect(notifyAndCopy).toHaveBeenCalledOnce();
    expect(opened()).toEqual([]);
    await delivery.shorten({ ...trigger, private: true }, never);
    expect(notifyAndCopy).toHaveBeenCalledOnce();
    expect(opened()).toHaveLength(1);
    expect(await delivery.outcome(opened()[0] ?? '')).toMatchObject({ request: { private: true } });
    vi.mocked(notifyAndCopy).mockResolvedValue(false);
    await delivery.shorten(trigger, never);
    expect(opened()).toHaveLength(2);
  });

  it('is gone for a page whose address has another fragment', async () => {
    const { outcome } = deliveryMessages(setUp().delivery);
    for (const id of ['undone', '%3Cp%3E', crypto.randomUUID()]) {
      expect(outcome.request().safeParse({ id }).success).toBe(true);
      expect(await outcome.handle({ id }, null)).toBe(null);
    }
  });

  it('does not acknowledge the outcome if the tab shows another page by now', async () => {
    vi.mocked(isStillAt).mockResolvedValue(false);
    const { shown } = await deliver();
    expect(shown).toEqual([]);
  });

  it('runs an action once, only in its own document, and also in a later worker', async () => {
    let answer: Answer = failing;
    const { start, requests, outcome } = await deliver({ answer: (request) => answer(request) });
    const action = buttonOf(outcome, 'try-again');
    answer = created;
    const later = start();
    expect(await later.runAction(action, { ...site, documentId: 'another' })).toBe(null);
    expect(await later.runAction(action, { ...site, tabId: 8 })).toBe(null);
    expect(requests).toHaveLength(1);
    const [one, two] = await Promise.all([later.runAction(action, site), later.runAction(action, site)]);
    expect([one?.created?.shortLink, two]).toEqual([shortLink, null]);
    expect(requests.slice(1)).toMatchObject([{ link, title: 'X' }]);
    expect(stored()).toHaveLength(1);
  });

  it('opens the history once, for the toast that shows that a link may exist, and never for a private window', async () => {
    const { delivery } = setUp(failing);
    const view = async (isPrivate: boolean) => {
      void delivery.shorten({ ...trigger, private: isPrivate }, never);
      await delivery.toastReady(site);
      return delivery.toastOutcome(site);
    };
    expect(actionsOf(await view(true))).toEqual(['try-again']);
    const shown = await view(false);
    const id = buttonOf(shown, 'history');
    await delivery.runAction(id, { ...site, documentId: 'another' });
    await delivery.runAction(buttonOf(shown, 'try-again'), { ...site, tabId: 8 });
    expect(openPage).not.toHaveBeenCalled();
    await Promise.all([delivery.runAction(id, site), delivery.runAction(id, site)]);
    expect(openPage).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^\/history\.html#check=./));
    expect(await delivery.runAction(buttonOf(shown, 'try-again'), site)).not.toBeNull();
  });

  it('bounds the retries of one request, also for a caller that never waits', async () => {
    const { delivery, requests, outcome } = await deliver({ answer: failing });
    let shown = outcome;
    const press = async (): Promise<void> => {
      shown = (await delivery.runAction(buttonOf(shown, 'try-again'), site)) ?? shown;
    };
    // The first retry is at once, as a person would do it.
    for (let times = 0; times < 100; times += 1) await press();
    expect(requests).toHaveLength(2);
    const pauses: unknown[] = [];
    for (let times = 0; times < 10; times += 1) {
      pauses.push(buttonOf(shown, 'try-again') && shown?.wait);
      vi.advanceTimersByTime(60_000);
      await press();
    }
    expect(pauses).toEqual([2, 5, 15, '', '', '', '', '', '', '']);
    expect(requests).toHaveLength(5);
  });

  it('creates another link for the action "another"', async () => {
    const { delivery, requests, outcome } = await deliver({ answer: reused });
    const id = buttonOf(outcome, 'another');
    expect(actionsOf(await delivery.runAction(id, site))).toEqual(['undo']);
    expect(requests.map(({ another }) => another)).toEqual([undefined, true]);
  });

  it.each([
    ['the link that this request created', {}, [[7, 'https://s.example/a']]],
    ['not a link that existed before', { id: 'earlier', isReused: true }, []],
    ['not the link of another pending request', { id: 'another' }, []],
  ])('opens a new link if the setting says so: %s', async (_, changed, expected) => {
    set({ openAtOnce: true });
    await deliver({ answer: (request) => createdFor(request, { shortLink, ...changed }) });
    expect(vi.mocked(openInBackgroundTab).mock.calls).toEqual(expected);
  });

  describe('Undo', () => {
    it('works once, only in the document that shows the link, and the outcome is that it was undone', async () => {
      const { start, delivery, outcome, requests } = await deliver();
      const id = buttonOf(outcome, 'undo');
      expect(outcome).toMatchObject({ wait: 10, address: link });
      expect(await delivery.runAction(id, { ...site, documentId: 'another' })).toBe(null);
      expect(await delivery.runAction(id, { ...site, tabId: 8 })).toBe(null);
      expect(undo).not.toHaveBeenCalled();
      const [one, two] = await Promise.all([delivery.runAction(id, site), delivery.runAction(id, site)]);
      expect([one?.isUndone, one?.created, one?.buttons, two]).toEqual([true, undefined, [], null]);
      expect(undo).toHaveBeenCalledExactlyOnceWith({ id: requests[0]?.id, private: false });
      expect(await start().outcome(stored()[0]?.id ?? '')).toMatchObject({
        attempt: { change: { kind: 'delete' } },
      });
    });

    it('is refused after its time, also if the page goes on asking', async () => {
      const { delivery, outcome } = await deliver();
      vi.advanceTimersByTime(14_000);
      expect(await delivery.runAction(buttonOf(outcome, 'undo'), site)).toBe(null);
      expect(undo).not.toHaveBeenCalled();
    });

    it('can be tried again in the time that was left if it failed', async () => {
      const failure = { reason: 'timeout', hadEffect: 'maybe' } as const;
      undo.mockImplementation(async () => {
        await new Promise((resolve) => setTimeout(resolve, 20_000));
        return { ok: false, failure };
      });
      const { delivery, outcome } = await deliver();
      vi.advanceTimersByTime(4_000);
      const pending = delivery.runAction(buttonOf(outcome, 'undo'), site);
      await vi.advanceTimersByTimeAsync(20_000);
      const next = await pending;
      expect(next).toMatchObject({
        created: { shortLink },
        warning: expect.stringContaining('did not answer') as string,
        wait: 6,
      });
      expect(buttonOf(next, 'undo')).not.toBe(buttonOf(outcome, 'undo'));
      undo.mockResolvedValue(undone('remove'));
      expect(await delivery.runAction(buttonOf(next, 'undo'), site)).toMatchObject({ isUndone: true });
    });

    it('is bounded if it fails, also for a caller that never waits', async () => {
      const failure = { reason: 'internal-server-error', hadEffect: 'maybe' } as const;
      undo.mockResolvedValue({ ok: false, failure });
      const { delivery, outcome } = await deliver();
      let shown: PageOutcome | null = outcome;
      for (let press = 0; press < 50 && shown; press += 1)
        shown = await delivery.runAction(buttonOf(shown, 'undo'), site);
      expect(undo).toHaveBeenCalledTimes(4);
    });

    it.each([
      ['existed before', { id: 'earlier', isReused: true }],
      ['another click has requested', { id: 'another' }],
    ])('is not offered for a link that %s', async (_, changed) => {
      const answer: Answer = (request) => createdFor(request, { shortLink, ...changed });
      const { outcome } = await deliver({ answer });
      expect([outcome?.created?.shortLink, buttonOf(outcome, 'undo')]).toEqual([shortLink, '']);
    });

    it('tells a web page no address but its own', async () => {
      const { outcome } = await deliver({
        isFromPage: false,
        link: { link: 'https://other.example/' },
      });
      expect(buttonOf(outcome, 'undo')).not.toBe('');
      expect(JSON.stringify(outcome)).not.toContain('other.example');
    });
  });

  it('removes the password for the action "without-password"', async () => {
    const { delivery, requests, outcome } = await deliver({
      answer: (request) => failedFor(request, { reason: 'password', hadEffect: 'no' }),
      link: { link: 'https://a:b@example.com/x' },
    });
    await delivery.runAction(buttonOf(outcome, 'without-password'), site);
    expect(requests.slice(1).map((request) => request.link)).toEqual(['https://example.com/x']);
  });

  it('sends nothing for a refused target, and delivers the reason', async () => {
    const { outcome, requests } = await deliver({
      link: { link: 'words', refusal: 'not-in-selection' },
    });
    expect(outcome?.sentences).toContain('is not a web address');
    expect(requests).toEqual([]);
    expect(showBadge).toHaveBeenLastCalledWith(7, '!');
  });

  it('stores the last twenty, and nothing of private windows after they are closed', async () => {
    const { delivery } = setUp();
    for (let tabId = 1; tabId <= 30; tabId += 1) {
      void delivery.shorten({ ...trigger, tabId, private: tabId === 30 }, never);
      await delivery.toastReady({ ...site, tabId });
      await delivery.toastOutcome({ ...site, tabId });
    }
    expect(stored().map(({ tabId }) => tabId)).toEqual(Array.from({ length: 20 }, (_, i) => i + 11));
    await delivery.removePrivate();
    expect(stored()).toHaveLength(19);
  });

  it('stores no outcome of a private window that arrives after the last one was closed', async () => {
    vi.mocked(injectToast).mockResolvedValue(false);
    const { delivery } = setUp();
    await delivery.shorten({ ...trigger, private: true }, never);
    const last = delivery.outcome(opened()[0] ?? '');
    vi.mocked(isAnyWindowPrivate).mockResolvedValue(false);
    await delivery.removePrivate();
    expect(await last).toMatchObject({ request: { link } });
    expect(stored()).toEqual([]);
    expect(await delivery.outcome(opened()[0] ?? '')).toBe(null);
  });

  it('does not acknowledge the outcome if another toast has replaced its own', async () => {
    const { promise: late, resolve: settle } = Promise.withResolvers<undefined>();
    const { delivery, requests, shown } = setUp(async (request) => {
      if (requests.length === 1) await late;
      return created(request);
    });
    void delivery.shorten(trigger, never);
    await delivery.toastReady(site);
    const first = delivery.toastOutcome(site);
    void delivery.shorten({ ...trigger, link: { link: 'https://example.com/y' } }, never);
    await delivery.toastReady(site);
    await delivery.toastOutcome(site);
    settle(undefined);
    await first;
    expect(shown).toEqual([requests[1]?.id]);
  });
});
