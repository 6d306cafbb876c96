import type { Outcome, ShortenRequest } from '../shortening/request.ts';
import type { Trigger } from './trigger.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readLink } from '../url/link.ts';
import type { TellingWorld } from './outcome.ts';
import type { Telling } from './stored-outcomes.ts';
import { createTelling } from './delivery.ts';

const link = 'https://example.com/x';
const asked: Trigger = { target: 'page', address: link, tabId: 7, page: link, title: 'X', private: false };
const site = { tabId: 7, documentId: 'doc', url: link };
const made = (id: string): Outcome => ({
  ok: true,
  id,
  shortLink: 'https://s.example/a',
  end: 2_000_000_000,
});
const never = Promise.resolve({ kind: 'never' } as const);

/** A browser in which everything goes well, and the session's memory, which outlives a worker. */
const browserOf = (changed: Partial<TellingWorld> = {}) => {
  const session: { tellings: Telling[] | null } = { tellings: null };
  const wishes: ShortenRequest[] = [];
  const shown: string[] = [];
  const opened: string[] = [];
  const signs: string[] = [];
  const fresh: string[] = [];
  const world: TellingWorld = {
    links: {
      shorten: (wish) => {
        wishes.push(wish);
        return Promise.resolve(made(wish.id));
      },
      show: (id) => {
        shown.push(id);
        return Promise.resolve(null);
      },
    },
    kept: {
      read: () => Promise.resolve(structuredClone(session.tellings)),
      write: (tellings) => {
        session.tellings = structuredClone(tellings);
        return Promise.resolve();
      },
    },
    readLink,
    clean: (text) => Promise.resolve({ link: text, removed: [] }),
    warningOf: () => null,
    remedy: () => 'try-again',
    copies: () => Promise.resolve(true),
    sign: (_, sign) => void signs.push(sign),
    made: (_, shortLink) => fresh.push(shortLink),
    injectToast: () => Promise.resolve(true),
    isStillAt: () => Promise.resolve(true),
    isAnyWindowPrivate: () => Promise.resolve(true),
    mayTellQuietly: () => Promise.resolve(false),
    tellQuietly: () => Promise.resolve(true),
    openTold: (id) => {
      opened.push(id);
      return Promise.resolve(8);
    },
    openOptions: () => Promise.resolve(),
    ...changed,
  };
  return { world, session, wishes, shown, opened, signs, fresh };
};

const failing = (wish: ShortenRequest): Promise<Outcome> =>
  Promise.resolve({ ok: false, id: wish.id, failure: { reason: 'timeout', made: 'unknown' } });

describe('telling', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('answers the toast of the tab where a person asked, and nothing else', async () => {
    const { world, shown, opened, signs } = browserOf();
    const telling = createTelling(world);
    expect([await telling.toast(site), await telling.toasted(site)]).toEqual([null, null]);
    const asking = telling.ask(asked, never);
    expect(await telling.toasted(site)).toBe(null);
    expect(await telling.toast({ ...site, tabId: 8 })).toBe(null);
    expect(await telling.toast({ ...site, url: 'https://elsewhere.example/' })).toBe(null);
    expect(await telling.toast(site)).toEqual({ copies: true });
    expect(await telling.toast({ ...site, documentId: 'another' })).toBe(null);
    expect(await telling.toasted({ ...site, documentId: 'another' })).toBe(null);
    expect(await telling.toasted(site)).toMatchObject({ link: '', outcome: { ok: true }, act: null });
    await vi.runAllTimersAsync();
    await asking;
    expect([shown.length, opened, signs.at(-1)]).toEqual([1, [], '✓']);
  });

  it('says what was taken out of the address', async () => {
    const clean = () => Promise.resolve({ link, removed: ['fbclid'] });
    const { world, wishes } = browserOf({ clean });
    const telling = createTelling(world);
    void telling.ask({ ...asked, address: `${link}?fbclid=1` }, never);
    await telling.toast(site);
    expect(await telling.toasted(site)).toMatchObject({ removed: ['fbclid'] });
    expect(wishes[0]?.link).toBe(link);
  });

  it.each([
    ['the browser lets no toast in', { injectToast: () => Promise.resolve(false) }],
    ['the toast never speaks', {}],
  ])('opens a page of ours where %s, and that is the only one to hear it', async (_, changed) => {
    const { world, opened, shown } = browserOf(changed);
    const telling = createTelling(world);
    const asking = telling.ask(asked, never);
    await vi.runAllTimersAsync();
    await asking;
    expect(await telling.toast(site)).toBe(null);
    expect(await telling.told('someone else')).toBe(null);
    expect(await telling.told(opened[0] ?? '')).toMatchObject({ link });
    expect(shown).toHaveLength(1);
  });

  it('tells by a notice where it may, but nothing of a private window', async () => {
    const tellQuietly = vi.fn(() => Promise.resolve(true));
    const quiet = { injectToast: () => Promise.resolve(false), mayTellQuietly: () => Promise.resolve(true) };
    const { world, opened } = browserOf({ ...quiet, tellQuietly });
    const telling = createTelling(world);
    await telling.ask(asked, never);
    expect([tellQuietly.mock.calls.length, opened]).toEqual([1, []]);
    await telling.ask({ ...asked, private: true }, never);
    expect([tellQuietly.mock.calls.length, opened.length]).toEqual([1, 1]);
    tellQuietly.mockResolvedValue(false);
    await telling.ask(asked, never);
    expect(opened).toHaveLength(2);
  });

  it('stays news where the tab has gone on meanwhile', async () => {
    const { world, shown } = browserOf({ isStillAt: () => Promise.resolve(false) });
    const telling = createTelling(world);
    void telling.ask(asked, never);
    await telling.toast(site);
    await telling.toasted(site);
    expect(shown).toEqual([]);
  });

  it('lets a button work once, on its own document, in a later worker, too', async () => {
    const { world, session, wishes } = browserOf();
    const first = createTelling({ ...world, links: { ...world.links, shorten: failing } });
    void first.ask(asked, never);
    await first.toast(site);
    const id = (await first.toasted(site))?.act?.id ?? '';
    const later = createTelling(world);
    expect(await later.act(id, { ...site, documentId: 'another' })).toBe(null);
    expect(await later.act(id, { ...site, tabId: 8 })).toBe(null);
    expect(wishes).toEqual([]);
    const [one, two] = await Promise.all([later.act(id, site), later.act(id, site)]);
    expect([one?.outcome.ok, two]).toEqual([true, null]);
    expect(wishes).toMatchObject([{ link, title: 'X' }]);
    expect(session.tellings).toHaveLength(1);
  });

  it('makes another one where it is told to', async () => {
    const { world, wishes } = browserOf();
    const shorten = (wish: ShortenRequest): Promise<Outcome> => {
      wishes.push(wish);
      return Promise.resolve({ ...made(wish.id), ...(!wish.another && { madeAt: 1 }) });
    };
    const telling = createTelling({ ...world, links: { ...world.links, shorten } });
    void telling.ask(asked, never);
    await telling.toast(site);
    const told = await telling.toasted(site);
    expect(told?.act?.what).toBe('another');
    expect((await telling.act(told?.act?.id ?? '', site))?.act).toBe(null);
    expect(wishes.map(({ another }) => another)).toEqual([undefined, true]);
  });

  it.each([
    ['what this click made', {}, ['https://s.example/a']],
    ['not what had been made before', { id: 'earlier', madeAt: 1 }, []],
    ['not what another click is making', { id: 'another' }, []],
  ])('says what is new: %s', async (_, changed, expected) => {
    const shorten = (wish: ShortenRequest) => Promise.resolve({ ...made(wish.id), ...changed });
    const { world, fresh } = browserOf();
    const telling = createTelling({ ...world, links: { ...world.links, shorten } });
    void telling.ask(asked, never);
    await telling.toast(site);
    await telling.toasted(site);
    expect(fresh).toEqual(expected);
  });

  it('takes the password out where it is told to', async () => {
    const { world, wishes } = browserOf({ remedy: () => 'without-password' });
    const telling = createTelling({ ...world, links: { ...world.links, shorten: failing } });
    void telling.ask({ ...asked, address: 'https://a:b@example.com/x' }, never);
    await telling.toast(site);
    const told = await telling.toasted(site);
    await createTelling(world).act(told?.act?.id ?? '', site);
    expect(wishes.map((wish) => wish.link)).toEqual(['https://example.com/x']);
  });

  it('sends nothing for what is refused, and says so', async () => {
    const { world, wishes, signs } = browserOf();
    const telling = createTelling(world);
    void telling.ask({ ...asked, target: 'selection', address: 'words '.repeat(9000) }, never);
    await telling.toast(site);
    const told = await telling.toasted(site);
    expect(told?.outcome).toEqual({ ok: false, failure: { reason: 'not-in-selection', made: 'no' } });
    expect([wishes, signs.at(-1)]).toEqual([[], '!']);
  });

  it('keeps the last twenty, and nothing of private windows once they are gone', async () => {
    const { world, session } = browserOf();
    const telling = createTelling(world);
    for (let tabId = 1; tabId <= 30; tabId += 1) {
      void telling.ask({ ...asked, tabId, private: tabId === 30 }, never);
      await telling.toast({ ...site, tabId });
      await telling.toasted({ ...site, tabId });
    }
    expect(session.tellings?.map(({ tabId }) => tabId)).toEqual(Array.from({ length: 20 }, (_, i) => i + 11));
    await telling.forgetPrivate();
    expect(session.tellings).toHaveLength(19);
  });

  it('keeps nothing of a private window that arrives after the last one has gone', async () => {
    const { world, session, opened } = browserOf({ injectToast: () => Promise.resolve(false) });
    let isOpen = true;
    const telling = createTelling({ ...world, isAnyWindowPrivate: () => Promise.resolve(isOpen) });
    await telling.ask({ ...asked, private: true }, never);
    const last = telling.told(opened[0] ?? '');
    isOpen = false;
    await telling.forgetPrivate();
    expect(await last).toMatchObject({ link });
    expect(session.tellings).toEqual([]);
    expect(await telling.told(opened[0] ?? '')).toBe(null);
  });

  it('stays news where another toast has taken the place of its own meanwhile', async () => {
    const { world, wishes, shown } = browserOf();
    let settle = (): void => undefined;
    const late = new Promise<void>((resolve) => (settle = resolve));
    const shorten = async (wish: ShortenRequest): Promise<Outcome> => {
      wishes.push(wish);
      if (wishes.length === 1) await late;
      return made(wish.id);
    };
    const telling = createTelling({ ...world, links: { ...world.links, shorten } });
    void telling.ask(asked, never);
    await telling.toast(site);
    const first = telling.toasted(site);
    void telling.ask({ ...asked, address: 'https://example.com/y' }, never);
    await telling.toast(site);
    await telling.toasted(site);
    settle();
    await first;
    expect(shown).toEqual([wishes[1]?.id]);
  });
});
