import { describe, expect, it } from 'vitest';
import { withoutTracking } from '../lib/url/tracking.ts';
import { trackingRules } from './tracking-list.ts';

const rules = trackingRules();

describe('the tracking list generated from tidy-url', () => {
  it('has the parameters of every site, and more than 100 sites', () => {
    expect(rules.everywhere).toEqual(expect.arrayContaining(['fbclid', 'gclid', 'mc_eid', 'msclkid']));
    expect(Object.keys(rules.sites).length).toBeGreaterThan(100);
  });

  it('contains only hosts and plain parameter names', () => {
    for (const site of Object.keys(rules.sites))
      expect(site).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)*\.([a-z]{2,}|\*)$/);
    const names = [rules.everywhere, ...Object.values(rules.sites)].flat();
    expect(names.filter((name) => !/^[\w-]+$/.test(name))).toEqual([]);
  });

  it.each([
    ['https://www.amazon.de/dp/B0?tag=x&pd_rd_w=y&th=1', 'https://www.amazon.de/dp/B0?th=1'],
    ['https://open.spotify.com/track/1?si=x', 'https://open.spotify.com/track/1'],
    ['https://www.instagram.com/p/1/?igsh=x', 'https://www.instagram.com/p/1/'],
    ['https://x.com/a/status/1?s=20&t=y', 'https://x.com/a/status/1'],
    ['https://www.google.fr/search?q=a&ved=b&sxsrf=c', 'https://www.google.fr/search?q=a'],
    ['https://www.ranker.com/list/1?ref=x', 'https://www.ranker.com/list/1'],
  ])('removes tracking parameters: %s', (link, clean) =>
    expect(withoutTracking(link, rules).link).toBe(clean),
  );

  it.each([
    'https://music.apple.com/album/1?i=2',
    'https://www.pixiv.net/tags?p=3',
    'https://www.ebay.com/itm/1?var=2&hash=3',
    'https://www.amazon.com/s?keywords=lark&smid=a',
    'https://www.mouser.com/ProductDetail?qs=a',
    'https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&ued=https%3A%2F%2Fa.example',
    'https://a.app.link/x?$deeplink_path=a&channel=b',
    'https://a.example/?tag=1&ref=2&source=3&si=4&p=5&amp=6',
    'https://musicbrainz.org/x?mbid=1',
  ])('leaves parameters that a page needs: %s', (link) =>
    expect(withoutTracking(link, rules).link).toBe(link),
  );
});
