import type { Outcome, ShortenRequest } from '../shortening/request.ts';
import type { Trigger } from './trigger.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredDelivery } from './stored-deliveries.ts';
import { memoryItem } from '../storage/test-helpers/memory-item.ts';
import { Delivery, type DeliveryDeps } from './delivery.ts';

const link = 'https://example.com/x';
const trigger: Trigger = { target: 'page', address: link, tabId: 7, page: link, title: 'X', private: false };
const site = { tabId: 7, documentId: 'doc', url: link };
const createdOutcome = (id: string): Outcome => ({
  ok: true,
  id,
  shortLink: 'https://s.example/a',
  expiresAt: 2_000_000_000,
});
const never = Promise.resolve({ kind: 'never' } as const);

/** A browser in which everything goes well, and the session's memory, which outlives a worker. */
const setUp = (changed: Partial<DeliveryDeps> = {}) => {
  const session = memoryItem<StoredDelivery[]>();
  const requests: ShortenRequest[] = [];
  const shown: string[] = [];
  const opened: string[] = [];
  const badges: string[] = [];
  const created: string[] = [];
  const deps: DeliveryDeps = {
    shortener: {
      shorten: (request) => {
        requests.push(request);
        return Promise.resolve(createdOutcome(request.id));
      },
      acknowledge: (id) => {
        shown.push(id);
        return Promise.resolve(null);
      },
    },
    stored: session,
    clean: (text) => Promise.resolve({ link: text, removed: [] }),
    shouldCopy: () => Promise.resolve(true),
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

const failing = (request: ShortenRequest): Promise<Outcome> =>
  Promise.resolve({ ok: false, id: request.id, failure: { reason: 'timeout', linkCreated: 'maybe' } });

describe('delivery', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('answers the toast of the tab of a request, and no other tab or document', async () => {
    const { deps, shown, opened, badges } = setUp();
    const delivery = new Delivery(deps);
    expect([await delivery.toastReady(site), await delivery.toastOutcome(site)]).toEqual([null, null]);
    const delivering = delivery.shorten(trigger, never);
    expect(await delivery.toastOutcome(site)).toBe(null);
    expect(await delivery.toastReady({ ...site, tabId: 8 })).toBe(null);
    expect(await delivery.toastReady({ ...site, url: 'https://elsewhere.example/' })).toBe(null);
    expect(await delivery.toastReady(site)).toEqual({ shouldCopy: true });
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

  it('names the tracking parameters that were removed from the address', async () => {
    const clean = () => Promise.resolve({ link, removed: ['fbclid'] });
    const { deps, requests } = setUp({ clean });
    const delivery = new Delivery(deps);
    void delivery.shorten({ ...trigger, address: `${link}?fbclid=1` }, never);
    await delivery.toastReady(site);
    expect(await delivery.toastOutcome(site)).toMatchObject({ removed: ['fbclid'] });
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
    const { deps, shown } = setUp({ isStillShown: () => Promise.resolve(false) });
    const delivery = new Delivery(deps);
    void delivery.shorten(trigger, never);
    await delivery.toastReady(site);
    await delivery.toastOutcome(site);
    expect(shown).toEqual([]);
  });

  it('runs an action once, only in its own document, and also in a later worker', async () => {
    const { deps, session, requests } = setUp();
    const first = new Delivery({ ...deps, shortener: { ...deps.shortener, shorten: failing } });
    void first.shorten(trigger, never);
    await first.toastReady(site);
    const id = (await first.toastOutcome(site))?.action?.id ?? '';
    const later = new Delivery(deps);
    expect(await later.runAction(id, { ...site, documentId: 'another' })).toBe(null);
    expect(await later.runAction(id, { ...site, tabId: 8 })).toBe(null);
    expect(requests).toEqual([]);
    const [one, two] = await Promise.all([later.runAction(id, site), later.runAction(id, site)]);
    expect([one?.outcome.ok, two]).toEqual([true, null]);
    expect(requests).toMatchObject([{ link, title: 'X' }]);
    expect(session.value).toHaveLength(1);
  });

  it('opens the history once, for the toast that shows that a link may exist, and never for a private window', async () => {
    const openHistory = vi.fn(() => Promise.resolve());
    const { deps } = setUp({ openHistory });
    const delivery = new Delivery({ ...deps, shortener: { ...deps.shortener, shorten: failing } });
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
    const { deps, requests } = setUp();
    const shorten = (request: ShortenRequest): Promise<Outcome> => {
      requests.push(request);
      return failing(request);
    };
    const delivery = new Delivery({ ...deps, shortener: { ...deps.shortener, shorten } });
    void delivery.shorten(trigger, never);
    await delivery.toastReady(site);
    let shown = await delivery.toastOutcome(site);
    const press = async (): Promise<void> => {
      shown = (await delivery.runAction(shown?.action?.id ?? '', site)) ?? shown;
    };
    // The first retry is at once, as a person would do it.
    for (let times = 0; times < 100; times += 1) await press();
    expect(requests).toHaveLength(2);
    const pauses: unknown[] = [];
    for (let times = 0; times < 10; times += 1) {
      pauses.push(shown?.action && !shown.outcome.ok && shown.outcome.failure.retryAfter);
      vi.advanceTimersByTime(60_000);
      await press();
    }
    expect(pauses).toEqual([2, 5, 15, null, null, null, null, null, null, null]);
    expect(requests).toHaveLength(5);
  });

  it('creates another link for the action "another"', async () => {
    const { deps, requests } = setUp();
    const shorten = (request: ShortenRequest): Promise<Outcome> => {
      requests.push(request);
      return Promise.resolve({ ...createdOutcome(request.id), ...(!request.another && { createdAt: 1 }) });
    };
    const delivery = new Delivery({ ...deps, shortener: { ...deps.shortener, shorten } });
    void delivery.shorten(trigger, never);
    await delivery.toastReady(site);
    const outcome = await delivery.toastOutcome(site);
    expect(outcome?.action?.kind).toBe('another');
    expect((await delivery.runAction(outcome?.action?.id ?? '', site))?.action).toBe(null);
    expect(requests.map(({ another }) => another)).toEqual([undefined, true]);
  });

  it.each([
    ['the link that this request created', {}, ['https://s.example/a']],
    ['not a link that existed before', { id: 'earlier', createdAt: 1 }, []],
    ['not the link of another pending request', { id: 'another' }, []],
  ])('reports a new link: %s', async (_, changed, expected) => {
    const shorten = (request: ShortenRequest) =>
      Promise.resolve({ ...createdOutcome(request.id), ...changed });
    const { deps, created } = setUp();
    const delivery = new Delivery({ ...deps, shortener: { ...deps.shortener, shorten } });
    void delivery.shorten(trigger, never);
    await delivery.toastReady(site);
    await delivery.toastOutcome(site);
    expect(created).toEqual(expected);
  });

  it('removes the password for the action "without-password"', async () => {
    const { deps, requests } = setUp();
    const shorten = ({ id }: ShortenRequest): Promise<Outcome> =>
      Promise.resolve({ ok: false, id, failure: { reason: 'password', linkCreated: 'no' } });
    const delivery = new Delivery({ ...deps, shortener: { ...deps.shortener, shorten } });
    void delivery.shorten({ ...trigger, address: 'https://a:b@example.com/x' }, never);
    await delivery.toastReady(site);
    const outcome = await delivery.toastOutcome(site);
    await new Delivery(deps).runAction(outcome?.action?.id ?? '', site);
    expect(requests.map((request) => request.link)).toEqual(['https://example.com/x']);
  });

  it('sends nothing for a refused target, and delivers the reason', async () => {
    const { deps, requests, badges } = setUp();
    const delivery = new Delivery(deps);
    void delivery.shorten({ ...trigger, target: 'selection', address: 'words '.repeat(9000) }, never);
    await delivery.toastReady(site);
    const outcome = await delivery.toastOutcome(site);
    expect(outcome?.outcome).toEqual({
      ok: false,
      failure: { reason: 'not-in-selection', linkCreated: 'no' },
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
    const { deps, requests, shown } = setUp();
    const { promise: late, resolve: settle } = Promise.withResolvers<undefined>();
    const shorten = async (request: ShortenRequest): Promise<Outcome> => {
      requests.push(request);
      if (requests.length === 1) await late;
      return createdOutcome(request.id);
    };
    const delivery = new Delivery({ ...deps, shortener: { ...deps.shortener, shorten } });
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
