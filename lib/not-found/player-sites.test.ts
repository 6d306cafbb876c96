import { describe, expect, it } from 'vitest';
import { createPlayerSites, type MissingPage } from './player-sites.ts';

const setUp = ({ alsoGone = false, sitesOff = ['off.example'] } = {}) => {
  const stored = {
    settings: { alsoGone, sitesOff },
    privateSites: null as string[] | null,
    unsavedSites: null as string[] | null,
    isDiskFull: false,
  };
  const notFound = createPlayerSites({
    readSettings: () => Promise.resolve(stored.settings),
    changeSettings(change) {
      if (stored.isDiskFull) return Promise.reject(new Error('disk'));
      stored.settings = { ...stored.settings, ...change(stored.settings) };
      return Promise.resolve();
    },
    privateSitesOff: {
      read: () => Promise.resolve(stored.privateSites),
      write(sites) {
        stored.privateSites = sites;
        return Promise.resolve();
      },
    },
    unsavedSitesOff: {
      read: () => Promise.resolve(stored.unsavedSites),
      write(sites) {
        stored.unsavedSites = sites;
        return Promise.resolve();
      },
    },
  });
  return { ...notFound, stored };
};

const page = (url: string, more: Partial<MissingPage> = {}): MissingPage => ({
  status: 404,
  url,
  private: false,
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
    expect(await setUp({ alsoGone: true }).isPlayerAllowed(gone)).toBe(true);
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
});
