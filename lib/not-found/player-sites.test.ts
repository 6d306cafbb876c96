import { describe, expect, it, vi } from 'vitest';
import { browser, loseStorage } from '../storage/test-helpers/fake-browser.ts';
import { createPlayerSites, type MissingPage } from './player-sites.ts';

vi.mock('../webextension/browser.ts', () => import('../storage/test-helpers/fake-browser.ts'));
const { local, session } = browser.storage;

/** What is stored; the disk can be full, and then the session takes no private sites either. */
const stored = {
  get settings() {
    return local.values['settings'] as { sitesOff: string[] };
  },
  get privateSites() {
    return session.values['private-sites-off'] ?? null;
  },
  get unsavedSites() {
    return session.values['unsaved-sites-off'] ?? null;
  },
  set isDiskFull(isFull: boolean) {
    vi.restoreAllMocks();
    if (!isFull) return;
    const setSession = session.set;
    vi.spyOn(local, 'set').mockRejectedValue(new Error('disk'));
    vi.spyOn(session, 'set').mockImplementation((values) =>
      'private-sites-off' in values ? Promise.reject(new Error('disk')) : setSession(values),
    );
  },
};

const setUp = ({ playerOn410 = false, sitesOff = ['off.example'] } = {}) => {
  loseStorage();
  local.values = { settings: { playerOn410, sitesOff } };
  return { ...createPlayerSites(), stored };
};

const page = (url: string, more: Partial<MissingPage> = {}): MissingPage & { tabId: number } => ({
  status: 404,
  url,
  private: false,
  tabId: 1,
  ...more,
});

describe('isPlayerAllowed', () => {
  it.each<[string, MissingPage, boolean]>([
    ['allows HTTP 404', page('https://a.example/x'), true],
    ['refuses HTTP 410', page('https://a.example/x', { status: 410 }), false],
    ['refuses a disabled site', page('https://off.example/x'), false],
    ['refuses every port of a disabled site', page('http://off.example:8080/'), false],
    ['refuses a disabled site with a trailing dot', page('https://off.example./'), false],
    ['allows a subdomain of a disabled site', page('https://www.off.example/'), true],
    ['allows a site whose name contains a disabled one', page('https://off.example.com/'), true],
  ])('%s', async (_, missing, isAllowed) => {
    expect(await setUp().isPlayerAllowed(missing)).toBe(isAllowed);
  });

  it('allows HTTP 410 with the setting for it', async () => {
    const gone = page('https://a.example/', { status: 410 });
    expect(await setUp({ playerOn410: true }).isPlayerAllowed(gone)).toBe(true);
  });
});

describe('disableSite', () => {
  it('stores a site once, in punycode', async () => {
    const { disableSite, isPlayerAllowed, stored } = setUp();
    expect(await disableSite(page('https://münchen.example/x'))).toBe(true);
    await disableSite(page('https://münchen.example/y'));
    expect(stored.settings.sitesOff).toEqual(['off.example', 'xn--mnchen-3ya.example']);
    expect(await isPlayerAllowed(page('https://xn--mnchen-3ya.example/z'))).toBe(false);
  });

  it('lasts until the browser closes if the disk is full', async () => {
    const { disableSite, isPlayerAllowed, stored } = setUp();
    stored.isDiskFull = true;
    for (const site of ['https://a.example/', 'https://b.example/']) {
      expect(await disableSite(page(site))).toBe(false);
      expect(await isPlayerAllowed(page(site))).toBe(false);
    }
    expect(await isPlayerAllowed(page('https://c.example/'))).toBe(true);
    expect([stored.settings.sitesOff, stored.privateSites]).toEqual([['off.example'], null]);
  });

  it('writes nothing to disk from a private window', async () => {
    const { disableSite, isPlayerAllowed, stored } = setUp();
    expect(await disableSite(page('https://a.example/', { private: true }))).toBe(true);
    expect(stored.settings.sitesOff).toEqual(['off.example']);
    expect(await isPlayerAllowed(page('https://a.example/', { private: true }))).toBe(false);
    expect(await isPlayerAllowed(page('https://a.example/'))).toBe(true);
  });

  it('rejects in a private window that cannot store the site, and stores it nowhere else', async () => {
    const { disableSite, stored } = setUp();
    stored.isDiskFull = true;
    await expect(disableSite(page('https://a.example/', { private: true }))).rejects.toThrow('disk');
    expect([stored.privateSites, stored.unsavedSites]).toEqual([null, null]);
  });
});

describe('undoDisableSite', () => {
  const here = page('https://a.example/x');

  it('allows players on the site again, once', async () => {
    const { disableSite, undoDisableSite, isPlayerAllowed, stored } = setUp();
    await disableSite(here);
    expect(await undoDisableSite(page('https://a.example/y'))).toBe(true);
    expect([stored.settings.sitesOff, await isPlayerAllowed(here)]).toEqual([['off.example'], true]);
    local.values['settings'] = { ...stored.settings, sitesOff: ['a.example'] };
    expect([await undoDisableSite(here), stored.settings.sitesOff]).toEqual([false, ['a.example']]);
  });

  it('undoes what was not written to disk', async () => {
    const { disableSite, undoDisableSite, isPlayerAllowed, stored } = setUp();
    const inPrivate = { ...here, private: true };
    await disableSite(inPrivate);
    expect(await undoDisableSite(inPrivate)).toBe(true);
    expect([stored.privateSites, await isPlayerAllowed(inPrivate)]).toEqual([[], true]);

    stored.isDiskFull = true;
    await disableSite(here);
    stored.isDiskFull = false;
    expect([await undoDisableSite(here), await isPlayerAllowed(here)]).toEqual([true, true]);
  });

  it('does nothing for another tab, for another site, and after a minute', async () => {
    vi.useFakeTimers();
    const { disableSite, undoDisableSite, stored } = setUp();
    await disableSite(here);
    expect(await undoDisableSite({ ...here, tabId: 2 })).toBe(false);
    expect(await undoDisableSite(page('https://off.example/'))).toBe(false);
    vi.advanceTimersByTime(60_001);
    expect(await undoDisableSite(here)).toBe(false);
    expect(stored.settings.sitesOff).toEqual(['off.example', 'a.example']);
  });

  it('does nothing for a site that was switched off before, which a page could switch off once more', async () => {
    const { disableSite, undoDisableSite, stored } = setUp();
    const off = page('https://off.example/');
    await disableSite(off);
    expect([await undoDisableSite(off), stored.settings.sitesOff]).toEqual([false, ['off.example']]);
  });

  it('says so if the disk is full', async () => {
    const { disableSite, undoDisableSite, stored } = setUp();
    await disableSite(here);
    stored.isDiskFull = true;
    expect(await undoDisableSite(here)).toBe(false);
  });
});
