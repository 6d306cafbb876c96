import type { Outcome, ShortenRequest } from '../shortening/request.ts';
import type { Trigger } from './trigger.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredDelivery } from './types.ts';
import { testAttempt } from '../history/test-helpers/attempt.ts';
import { memoryItem } from '../storage/test-helpers/memory-item.ts';
import { Delivery } from './delivery.ts';
import type { DeliveryDeps } from './deps.ts';

vi.mock('../i18n/texts.ts', () => ({ text: (...parts: string[]) => parts.join(' '), language: () => 'en' }));

const link = 'https://example.com/x';
const trigger: Trigger = {
  target: 'page',
  address: link,
  tabId: 7,
  mayShowToast: true,
  page: link,
  isFromPage: true,
  title: 'X',
  private: false,
};
const site = { tabId: 7, documentId: 'doc', url: link };
const createdOutcome = (id: string): Outcome => ({
  ok: true,
  id,
  shortLink: 'https://s.example/a',
  expiresAt: 2_000_000_000,
});
const copySettings = { copyAtOnce: true, format: 'plain', template: '' } as const;
const never = Promise.resolve({ kind: 'never' } as const);

type Answer = (request: ShortenRequest) => Outcome | Promise<Outcome>;

/** A browser in which everything goes well, a service with this answer, and the session's memory, which outlives a worker. */
const setUp = (changed: Partial<DeliveryDeps> = {}, answer: Answer = ({ id }) => createdOutcome(id)) => {
  const session = memoryItem<StoredDelivery[]>();
  const requests: ShortenRequest[] = [];
  const shown: string[] = [];
  const opened: string[] = [];
  const badges: string[] = [];
  const created: string[] = [];
  const deps: DeliveryDeps = {
    shortener: {
      shorten: async (request) => {
        requests.push(request);
        return answer(request);
      },
      acknowledge: (id) => {
        shown.push(id);
        return Promise.resolve();
      },
    },
    stored: session,
    clean: (text) => Promise.resolve({ link: text, removed: [] }),
    copySettings: () => Promise.resolve(copySettings),
    undo: () => Promise.resolve({ ok: true, isDeleted: true }),
    showBadge: (_, badge) => void badges.push(badge),
    onCreated: (_, shortLink) => created.push(shortLink),
    injectToast: () => Promise.resolve(true),
    isStillShown: () => Promise.resolve(true),
    isAnyWindowPrivate: () => Promise.resolve(true),
    hasNotifyAndCopyPermission: () => Promise.resolve(false),
    notifyAndCopy: () => Promise.resolve(true),
    openOutcomePage: (id) => {
      opened.push(id);
      return Promise.resolve(8);
    },
    openOptions: () => Promise.resolve(),
    openHistory: () => Promise.resolve(),
    ...changed,
  };
  return { deps, session, requests, shown, opened, badges, created };
};

const failing: Answer = ({ id }) => ({
  ok: false,
  id,
  failure: { reason: 'timeout', hadEffect: 'maybe' },
});

interface Delivered {
  changed?: Partial<DeliveryDeps>;
  answer?: Answer;
  requested?: Partial<Trigger>;
}

/** A request without the popup, up to the outcome that the toast on its page gets. */
const deliver = async ({ changed, answer, requested }: Delivered = {}) => {
  const browser = setUp(changed, answer);
  const delivery = new Delivery(browser.deps);
  void delivery.shorten({ ...trigger, ...requested }, never);
  const ready = await delivery.toastReady(site);
  const outcome = await delivery.toastOutcome(site);
  return { ...browser, delivery, ready, outcome, action: outcome?.action?.id ?? '' };
};

describe('delivery', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([true, false])(
    'says whether the short link is in the field; then there is no Undo: %s',
    async (isReplaced) => {
      const replace = vi.fn(() => Promise.resolve(isReplaced));
      const { outcome } = await deliver({ requested: { target: 'selection', replace } });
      expect([outcome?.isReplaced, outcome?.undo === undefined]).toEqual([isReplaced, isReplaced]);
      expect(replace).toHaveBeenCalledExactlyOnceWith('https://s.example/a');
    },
  );

  it('copies the link as usual if the field has neither the link nor the address, and offers Undo', async () => {
    const replace = () => Promise.resolve(null);
    const { outcome } = await deliver({ requested: { target: 'selection', replace } });
    expect([outcome?.isReplaced, outcome?.undo !== undefined]).toEqual([undefined, true]);
  });

  it('writes nothing into the field if no link was created', async () => {
    const replace = vi.fn(() => Promise.resolve(true));
    await deliver({ answer: failing, requested: { replace } });
    expect(replace).not.toHaveBeenCalled();
  });

  it('answers the toast of the tab of a request, and no other tab or document', async () => {
    const { deps, shown, opened, badges } = setUp();
    const delivery = new Delivery(deps);
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
    expect(await delivery.toastOutcome(site)).toMatchObject({
      link: '',
      title: '',
      outcome: { ok: true },
      action: null,
    });
    await vi.runAllTimersAsync();
    await delivering;
    expect([shown.length, opened, badges.at(-1)]).toEqual([1, [], '✓']);
  });

  it('lets the toast of the tab in front have its outcome although a tab behind it was clicked meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const { deps, shown, requests } = setUp({}, ({ link: each, id }) =>
      each === link ? promise : failing({ id } as never),
    );
    const delivery = new Delivery(deps);
    void delivery.shorten(trigger, never);
    await delivery.toastReady(site);
    void delivery.shorten({ ...trigger, address: `${link}2`, mayShowToast: false }, never);
    const outcome = delivery.toastOutcome(site);
    await vi.runAllTimersAsync();
    const id = requests[0]?.id ?? '';
    resolve(createdOutcome(id));
    expect(await outcome).toMatchObject({ outcome: { ok: true } });
    expect(shown).toContain(id);
  });

  it('shows no toast in a tab in front of the one that was clicked, but a page of its own', async () => {
    const injectToast = vi.fn(() => Promise.resolve(true));
    const { deps, opened } = setUp({ injectToast });
    await new Delivery(deps).shorten({ ...trigger, mayShowToast: false }, never);
    expect([injectToast.mock.calls.length, opened.length]).toEqual([0, 1]);
  });

  it.each([
    ['a page of the web', link, { injectToast: () => Promise.resolve(false) }, true],
    ['a page of the browser', 'about:addons', { injectToast: () => Promise.resolve(false) }, undefined],
    ['a page whose toast never asks', link, {}, undefined],
  ])(
    'tells the page of an outcome whether the browser refused a toast: %s',
    async (_, page, changed, isRefused) => {
      const { deps, opened } = setUp(changed);
      const delivery = new Delivery(deps);
      const delivering = delivery.shorten({ ...trigger, page }, never);
      await vi.runAllTimersAsync();
      await delivering;
      expect((await delivery.outcome(opened[0] ?? ''))?.isRefused).toBe(isRefused);
    },
  );

  const existing = testAttempt({ link, shortLink: 'https://s.example/old', createdAt: 5 });
  const requested = { ...existing, shortLink: 'https://s.example/old', expiresAt: 1_900_000_000 };

  it('delivers a link that exists without a request, and can create another one', async () => {
    const { deps, requests } = setUp();
    const delivery = new Delivery(deps);
    void delivery.show(trigger, requested);
    expect(await delivery.toastReady(site)).toMatchObject({ shouldCopy: true });
    const outcome = await delivery.toastOutcome(site);
    expect(outcome?.outcome).toMatchObject({ ok: true, shortLink: requested.shortLink, createdAt: 5 });
    expect(requests).toEqual([]);
    await delivery.runAction(outcome?.action?.id ?? '', site);
    expect(requests).toMatchObject([{ link, another: true, validity: existing.validity }]);
  });

  it.each([
    { copyAtOnce: true, content: { text: `[Example](${requested.shortLink})` }, isCopied: true },
    { copyAtOnce: false, content: null, isCopied: undefined },
  ])('copies a link for the page that cannot: $isCopied', async ({ copyAtOnce, content, isCopied }) => {
    const copy = vi.fn<NonNullable<Trigger['copy']>>((copied) => Promise.resolve(copied !== null));
    const { deps } = setUp({
      copySettings: () => Promise.resolve({ ...copySettings, copyAtOnce, format: 'markdown' }),
    });
    const delivery = new Delivery(deps);
    void delivery.show({ ...trigger, copy }, { ...requested, title: 'Example' });
    expect(await delivery.toastReady(site)).toMatchObject({ isCopiedByTrigger: true });
    expect((await delivery.toastOutcome(site))?.isCopied).toBe(isCopied);
    expect(copy.mock.calls).toEqual([[content]]);
  });

  it('copies the note of a link that existed, and gives it to no page', async () => {
    const copy = vi.fn<NonNullable<Trigger['copy']>>(() => Promise.resolve(true));
    const { deps } = setUp(
      {
        copySettings: () =>
          Promise.resolve({ copyAtOnce: true, format: 'template', template: '{short} {note}' }),
      },
      ({ id }) => ({ ...createdOutcome(id), createdAt: 1, note: 'For Ann' }),
    );
    const delivery = new Delivery(deps);
    void delivery.shorten({ ...trigger, copy }, never);
    await delivery.toastReady(site);
    const outcome = await delivery.toastOutcome(site);
    expect(copy.mock.calls).toEqual([[{ text: 'https://s.example/a For Ann' }]]);
    expect(JSON.stringify(outcome)).not.toContain('Ann');
  });

  it.each([
    { from: 'the page', requested: {}, name: 'X' },
    { from: 'a link in its document', requested: { target: 'link' as const, title: '' }, name: link },
  ])('gives the toast $from in the format that is set', async ({ requested: changed, name }) => {
    const { outcome, ready } = await deliver({
      changed: { copySettings: () => Promise.resolve({ ...copySettings, format: 'html' }) },
      requested: changed,
    });
    const html = `<a href="https://s.example/a">${name}</a>`;
    expect(ready).toEqual({ shouldCopy: true, isCopiedByTrigger: false, format: 'html' });
    expect(outcome).toMatchObject({
      copiedContent: { text: 'https://s.example/a', html },
      link: '',
      title: '',
    });
  });

  it('gives the toast nothing but the short link of an address in a frame, after another try, too', async () => {
    const { delivery, outcome, ready, action } = await deliver({
      changed: {
        copySettings: () =>
          Promise.resolve({ copyAtOnce: true, format: 'template', template: '{title} {link} {host}' }),
      },
      answer: ({ id, another }) => ({ ...createdOutcome(id), ...(!another && { createdAt: 1 }) }),
      requested: { target: 'link', address: 'https://secret.example/', title: 'Secret', isFromPage: false },
    });
    expect(ready).toEqual({ shouldCopy: true, isCopiedByTrigger: false, format: 'plain' });
    const next = await delivery.runAction(action, site);
    expect([outcome?.outcome.ok, next?.outcome.ok]).toEqual([true, true]);
    expect(JSON.stringify([outcome, next])).not.toMatch(/secret/i);
  });

  it('names the tracking parameters that were removed from the address', async () => {
    const { outcome, requests } = await deliver({
      changed: { clean: () => Promise.resolve({ link, removed: ['fbclid'] }) },
      requested: { address: `${link}?fbclid=1` },
    });
    expect(outcome).toMatchObject({ removed: ['fbclid'] });
    expect(requests[0]?.link).toBe(link);
  });

  it.each([
    ['the browser lets no toast in', { injectToast: () => Promise.resolve(false) }],
    ['the toast never asks', {}],
  ])('opens a page of the extension where %s, and only that page gets the outcome', async (_, changed) => {
    const { deps, opened, shown } = setUp(changed);
    const delivery = new Delivery(deps);
    const delivering = delivery.shorten(trigger, never);
    await vi.runAllTimersAsync();
    await delivering;
    expect(await delivery.toastReady(site)).toBe(null);
    expect(await delivery.outcome('someone else')).toBe(null);
    expect(await delivery.outcome(opened[0] ?? '')).toMatchObject({ link, title: 'X' });
    expect(shown).toHaveLength(1);
  });

  it('shows a notification if it has the permission, but never for a private window', async () => {
    const notifyAndCopy = vi.fn(() => Promise.resolve(true));
    const quiet = {
      injectToast: () => Promise.resolve(false),
      hasNotifyAndCopyPermission: () => Promise.resolve(true),
    };
    const { deps, opened } = setUp({ ...quiet, notifyAndCopy });
    const delivery = new Delivery(deps);
    await delivery.shorten(trigger, never);
    expect([notifyAndCopy.mock.calls.length, opened]).toEqual([1, []]);
    await delivery.shorten({ ...trigger, private: true }, never);
    expect([notifyAndCopy.mock.calls.length, opened.length]).toEqual([1, 1]);
    expect(await delivery.outcome(opened[0] ?? '')).toMatchObject({ private: true });
    notifyAndCopy.mockResolvedValue(false);
    await delivery.shorten(trigger, never);
    expect(opened).toHaveLength(2);
  });

  it('does not acknowledge the outcome if the tab shows another page by now', async () => {
    const { shown } = await deliver({ changed: { isStillShown: () => Promise.resolve(false) } });
    expect(shown).toEqual([]);
  });

  it('runs an action once, only in its own document, and also in a later worker', async () => {
    let answer: Answer = failing;
    const { deps, session, requests, action } = await deliver({ answer: (request) => answer(request) });
    answer = ({ id }) => createdOutcome(id);
    const later = new Delivery(deps);
    expect(await later.runAction(action, { ...site, documentId: 'another' })).toBe(null);
    expect(await later.runAction(action, { ...site, tabId: 8 })).toBe(null);
    expect(requests).toHaveLength(1);
    const [one, two] = await Promise.all([later.runAction(action, site), later.runAction(action, site)]);
    expect([one?.outcome.ok, two]).toEqual([true, null]);
    expect(requests.slice(1)).toMatchObject([{ link, title: 'X' }]);
    expect(session.value).toHaveLength(1);
  });

  it('opens the history once, for the toast that shows that a link may exist, and never for a private window', async () => {
    const openHistory = vi.fn(() => Promise.resolve());
    const { deps } = setUp({ openHistory }, failing);
    const delivery = new Delivery(deps);
    const view = async (isPrivate: boolean) => {
      void delivery.shorten({ ...trigger, private: isPrivate }, never);
      await delivery.toastReady(site);
      return delivery.toastOutcome(site);
    };
    expect((await view(true))?.history).toBeUndefined();
    const shown = await view(false);
    const id = shown?.history ?? '';
    await delivery.runAction(id, { ...site, documentId: 'another' });
    await delivery.runAction(shown?.action?.id ?? '', { ...site, tabId: 8 });
    expect(openHistory).not.toHaveBeenCalled();
    await Promise.all([delivery.runAction(id, site), delivery.runAction(id, site)]);
    expect(openHistory).toHaveBeenCalledOnce();
    expect(await delivery.runAction(shown?.action?.id ?? '', site)).not.toBeNull();
  });

  it('bounds the retries of one request, also for a caller that never waits', async () => {
    const { delivery, requests, outcome } = await deliver({ answer: failing });
    let shown = outcome;
    const press = async (): Promise<void> => {
      shown = (await delivery.runAction(shown?.action?.id ?? '', site)) ?? shown;
    };
    // The first retry is at once, as a person would do it.
    for (let times = 0; times < 100; times += 1) await press();
    expect(requests).toHaveLength(2);
    const pauses: unknown[] = [];
    for (let times = 0; times < 10; times += 1) {
      pauses.push(shown?.action && 'failure' in shown.outcome && shown.outcome.failure.retryAfter);
      vi.advanceTimersByTime(60_000);
      await press();
    }
    expect(pauses).toEqual([2, 5, 15, null, null, null, null, null, null, null]);
    expect(requests).toHaveLength(5);
  });

  it('creates another link for the action "another"', async () => {
    const { delivery, requests, outcome, action } = await deliver({
      answer: ({ id, another }) => ({ ...createdOutcome(id), ...(!another && { createdAt: 1 }) }),
    });
    expect(outcome?.action?.kind).toBe('another');
    expect((await delivery.runAction(action, site))?.action).toBe(null);
    expect(requests.map(({ another }) => another)).toEqual([undefined, true]);
  });

  it.each([
    ['the link that this request created', {}, ['https://s.example/a']],
    ['not a link that existed before', { id: 'earlier', createdAt: 1 }, []],
    ['not the link of another pending request', { id: 'another' }, []],
  ])('reports a new link: %s', async (_, changed, expected) => {
    const { created } = await deliver({ answer: ({ id }) => ({ ...createdOutcome(id), ...changed }) });
    expect(created).toEqual(expected);
  });

  describe('Undo', () => {
    const undo = () => vi.fn<DeliveryDeps['undo']>(() => Promise.resolve({ ok: true, isDeleted: true }));

    it('works once, only in the document that shows the link, and the outcome is that it was undone', async () => {
      const run = undo();
      const { delivery, outcome, session, requests } = await deliver({ changed: { undo: run } });
      const id = outcome?.undo?.id ?? '';
      expect(outcome?.undo).toMatchObject({ seconds: 10, address: link });
      expect(await delivery.runAction(id, { ...site, documentId: 'another' })).toBe(null);
      expect(await delivery.runAction(id, { ...site, tabId: 8 })).toBe(null);
      expect(run).not.toHaveBeenCalled();
      const [one, two] = await Promise.all([delivery.runAction(id, site), delivery.runAction(id, site)]);
      expect([one?.undone, one?.undo, two]).toEqual([{ isDeleted: true }, undefined, null]);
      expect(run).toHaveBeenCalledExactlyOnceWith({ id: requests[0]?.id, private: false });
      const later = new Delivery({ ...setUp().deps, stored: session });
      expect(await later.outcome(session.value?.[0]?.id ?? '')).toMatchObject({
        undone: { isDeleted: true },
      });
    });

    it('is refused after its time, also if the page goes on asking', async () => {
      const run = undo();
      const { delivery, outcome, session } = await deliver({ changed: { undo: run } });
      vi.advanceTimersByTime(14_000);
      expect(await delivery.runAction(outcome?.undo?.id ?? '', site)).toBe(null);
      expect(run).not.toHaveBeenCalled();
      expect((await delivery.outcome(session.value?.[0]?.id ?? ''))?.undo).toBeUndefined();
    });

    it('can be tried again in the time that was left if it failed', async () => {
      const failure = { reason: 'timeout', hadEffect: 'maybe' } as const;
      const run = vi.fn<DeliveryDeps['undo']>(async () => {
        await new Promise((resolve) => setTimeout(resolve, 20_000));
        return { ok: false, failure };
      });
      const { delivery, outcome } = await deliver({ changed: { undo: run } });
      vi.advanceTimersByTime(4_000);
      const pending = delivery.runAction(outcome?.undo?.id ?? '', site);
      await vi.advanceTimersByTimeAsync(20_000);
      const next = await pending;
      expect(next).toMatchObject({ outcome: { ok: true }, undoFailure: failure, undo: { seconds: 6 } });
      expect(next?.undo?.id).not.toBe(outcome?.undo?.id);
      run.mockResolvedValueOnce({ ok: true, isDeleted: false });
      expect(await delivery.runAction(next?.undo?.id ?? '', site)).toMatchObject({
        undone: { isDeleted: false },
      });
    });

    it.each([
      ['existed before', { id: 'earlier', createdAt: 1 }],
      ['another click has requested', { id: 'another' }],
    ])('is not offered for a link that %s', async (_, changed) => {
      const { outcome } = await deliver({ answer: ({ id }) => ({ ...createdOutcome(id), ...changed }) });
      expect([outcome?.outcome.ok, outcome?.undo]).toEqual([true, undefined]);
    });

    it('tells a web page no address but its own', async () => {
      const { outcome } = await deliver({
        requested: { isFromPage: false, address: 'https://other.example/' },
      });
      expect(outcome?.undo).toBeDefined();
      expect(JSON.stringify(outcome)).not.toContain('other.example');
    });

    it('is for the page of the extension, too', async () => {
      const run = undo();
      const { deps, opened } = setUp({ injectToast: () => Promise.resolve(false), undo: run });
      const delivery = new Delivery(deps);
      await delivery.shorten({ ...trigger, private: true }, never);
      const shown = await delivery.outcome(opened[0] ?? '');
      expect(await delivery.runAction(shown?.undo?.id ?? '', null)).toMatchObject({ undone: {}, link });
      expect(run).toHaveBeenCalledExactlyOnceWith({ id: shown?.attempt, private: true });
    });
  });

  it('removes the password for the action "without-password"', async () => {
    const { delivery, requests, action } = await deliver({
      answer: ({ id }) => ({ ok: false, id, failure: { reason: 'password', hadEffect: 'no' } }),
      requested: { address: 'https://a:b@example.com/x' },
    });
    await delivery.runAction(action, site);
    expect(requests.slice(1).map((request) => request.link)).toEqual(['https://example.com/x']);
  });

  it('sends nothing for a refused target, and delivers the reason', async () => {
    const { outcome, requests, badges } = await deliver({
      requested: { target: 'selection', address: 'words '.repeat(9000) },
    });
    expect(outcome?.outcome).toEqual({
      ok: false,
      failure: { reason: 'not-in-selection', hadEffect: 'no' },
    });
    expect([requests, badges.at(-1)]).toEqual([[], '!']);
  });

  it('stores the last twenty, and nothing of private windows after they are closed', async () => {
    const { deps, session } = setUp();
    const delivery = new Delivery(deps);
    for (let tabId = 1; tabId <= 30; tabId += 1) {
      void delivery.shorten({ ...trigger, tabId, private: tabId === 30 }, never);
      await delivery.toastReady({ ...site, tabId });
      await delivery.toastOutcome({ ...site, tabId });
    }
    expect(session.value?.map(({ tabId }) => tabId)).toEqual(Array.from({ length: 20 }, (_, i) => i + 11));
    await delivery.removePrivate();
    expect(session.value).toHaveLength(19);
  });

  it('stores no outcome of a private window that arrives after the last one was closed', async () => {
    const { deps, session, opened } = setUp({ injectToast: () => Promise.resolve(false) });
    let isOpen = true;
    const delivery = new Delivery({ ...deps, isAnyWindowPrivate: () => Promise.resolve(isOpen) });
    await delivery.shorten({ ...trigger, private: true }, never);
    const last = delivery.outcome(opened[0] ?? '');
    isOpen = false;
    await delivery.removePrivate();
    expect(await last).toMatchObject({ link });
    expect(session.value).toEqual([]);
    expect(await delivery.outcome(opened[0] ?? '')).toBe(null);
  });

  it('does not acknowledge the outcome if another toast has replaced its own', async () => {
    const { promise: late, resolve: settle } = Promise.withResolvers<undefined>();
    const { deps, requests, shown } = setUp({}, async ({ id }) => {
      if (requests.length === 1) await late;
      return createdOutcome(id);
    });
    const delivery = new Delivery(deps);
    void delivery.shorten(trigger, never);
    await delivery.toastReady(site);
    const first = delivery.toastOutcome(site);
    void delivery.shorten({ ...trigger, address: 'https://example.com/y' }, never);
    await delivery.toastReady(site);
    await delivery.toastOutcome(site);
    settle(undefined);
    await first;
    expect(shown).toEqual([requests[1]?.id]);
  });
});
