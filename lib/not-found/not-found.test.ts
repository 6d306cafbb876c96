import { describe, expect, it } from 'vitest';
import { createNotFound, type Missing } from './not-found.ts';

const setUp = ({ alsoGone = false, sitesOff = ['off.example'] } = {}) => {
  const stored = { settings: { alsoGone, sitesOff }, forNow: null as string[] | null };
  const notFound = createNotFound({
    settings: () => Promise.resolve(stored.settings),
    change: (change) => Promise.resolve(void Object.assign(stored.settings, change(stored.settings))),
    privateSitesOff: {
      read: () => Promise.resolve(stored.forNow),
      write: (sites) => Promise.resolve(void (stored.forNow = sites)),
    },
  });
  return { ...notFound, stored };
};

const page = (url: string, more: Partial<Missing> = {}): Missing => ({
  status: 404,
  url,
  private: false,
  ...more,
});

describe('a player is welcome', () => {
  it.each<[string, Missing, boolean]>([
    ['on a missing page', page('https://a.example/x'), true],
    ['not on one that is gone', page('https://a.example/x', { status: 410 }), false],
    ['not on a site that is off', page('https://off.example/x'), false],
    ['not on any port of it', page('http://off.example:8080/'), false],
    ['not on it by its full name', page('https://off.example./'), false],
    ['on a site below it', page('https://www.off.example/'), true],
    ['on a site whose name holds its name', page('https://off.example.com/'), true],
  ])('%s', async (_, missing, welcome) => {
    expect(await setUp().isWelcome(missing)).toBe(welcome);
  });

  it('on pages that are gone, where the person wants that', async () => {
    expect(await setUp({ alsoGone: true }).isWelcome(page('https://a.example/', { status: 410 }))).toBe(true);
  });

  it('never again on a site where the person said so, once', async () => {
    const { never, isWelcome, stored } = setUp();
    await never(page('https://münchen.example/x'));
    await never(page('https://münchen.example/y'));
    expect(stored.settings.sitesOff).toEqual(['off.example', 'xn--mnchen-3ya.example']);
    expect(await isWelcome(page('https://xn--mnchen-3ya.example/z'))).toBe(false);
  });

  it('and of a private window nothing is written to disk', async () => {
    const { never, isWelcome, stored } = setUp();
    await never(page('https://a.example/', { private: true }));
    expect(stored.settings.sitesOff).toEqual(['off.example']);
    expect(await isWelcome(page('https://a.example/', { private: true }))).toBe(false);
    expect(await isWelcome(page('https://a.example/'))).toBe(true);
  });
});
