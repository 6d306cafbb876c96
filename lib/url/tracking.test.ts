import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TrackingRules, withoutTracking } from './tracking.ts';
import { anyAddress } from './test-helpers/any-address.ts';

const rules: TrackingRules = {
  everywhere: ['fbclid', 'gclid', 'msclkid', '__s', 'elqTrack'],
  sites: { 'imgur.com': ['source'], 'amazon.*': ['ref'], 'www.google.*': ['ved'], 'youtube.com': ['si'] },
};

describe('tracking parameters', () => {
  it.each([
    ['https://a.example/?utm_source=x', 'https://a.example/', ['utm_source']],
    ['https://a.example/p?a=1&utm_source=x&b=2#frag', 'https://a.example/p?a=1&b=2#frag', ['utm_source']],
    ['https://a.example/?fbclid=1&gclid=2&msclkid=3', 'https://a.example/', ['fbclid', 'gclid', 'msclkid']],
    ['https://a.example/?utm%5Fsource=x&q=%E4%BD%A0', 'https://a.example/?q=%E4%BD%A0', ['utm_source']],
    ['https://a.example/?utm_new=1&utm_new=2&x', 'https://a.example/?x', ['utm_new']],
    ['https://a.example/?q=a+b&&x=[1]&gclid', 'https://a.example/?q=a+b&&x=[1]', ['gclid']],
    ['https://www.imgur.com/a?source=x', 'https://www.imgur.com/a', ['source']],
    ['https://www.google.de/search?q=a&ved=b', 'https://www.google.de/search?q=a', ['ved']],
    ['https://www.amazon.co.uk/dp/B0?ref=x&th=1', 'https://www.amazon.co.uk/dp/B0?th=1', ['ref']],
    ['https://www.youtube.com/watch?v=a&si=b&t=3', 'https://www.youtube.com/watch?v=a&t=3', ['si']],
    [
      'https://a.example/?UTM_SOURCE=x&FBCLID=y&Utm_Medium=z&ID=7',
      'https://a.example/?ID=7',
      ['UTM_SOURCE', 'FBCLID', 'Utm_Medium'],
    ],
    ['https://a.example/?ELQTRACK=x', 'https://a.example/', ['ELQTRACK']],
    ['https://例え.テスト/?utm_id=1', 'https://例え.テスト/', ['utm_id']],
  ])('are found and removed: %s', (link, clean, removed) => {
    expect(withoutTracking(link, rules)).toEqual({ link: clean, removed });
  });

  it.each([
    'https://a.example/',
    'https://a.example/?',
    'https://a.example/?source=x&ref=y&si=z',
    'https://notimgur.com/?source=x',
    'https://imgur.com.example/?source=x',
    'https://amazon.example.com/?ref=x',
    'https://www.youtube.com/watch?v=a&SI=b',
    'https://a.example/utm_source=x',
    'https://a.example/#?utm_source=x',
    'https://a.example/#utm_source=x',
    'https://a.example/?q=utm_source&u=https://b.example/?x',
    'https://amazon.com.example/?ref=x',
    'https://maps.google.com/?ved=x',
    'https://constructor/?source=x',
    'example.com/?utm_source=x',
    '?utm_source=x',
    'https://a.example/?%=%&%E4',
    '',
  ])('are not found in %s', (link) => {
    expect(withoutTracking(link, rules)).toEqual({ link, removed: [] });
  });
});

const own = fc.stringMatching(/^[a-z%=+;.~[\]é你 -]{0,12}$/);
const tracking = fc.tuple(fc.constantFrom(...rules.everywhere, 'utm_x'), own).map(([name, value]) => ({
  text: `${name}=${value}`,
  isTracking: true,
}));
const parameter = fc.oneof(
  own.map((text) => ({ text, isTracking: false })),
  tracking,
);
const fragment = fc.oneof(
  fc.constant(''),
  own.map((text) => `#${text}?utm_source=${text}`),
);

describe('removing them from any address', () => {
  it('removes exactly the tracking parameters and keeps every other byte', () => {
    fc.assert(
      fc.property(fc.array(parameter, { minLength: 1, maxLength: 8 }), fragment, (parameters, end) => {
        const join = (some: typeof parameters) => some.map(({ text }) => text).join('&');
        const remaining = parameters.filter(({ isTracking }) => !isTracking);
        const link = `https://a.example/Pfad%20é?${join(parameters)}${end}`;
        const clean = `https://a.example/Pfad%20é${remaining.length === 0 ? '' : `?${join(remaining)}`}${end}`;
        expect(withoutTracking(link, rules).link).toBe(clean);
        expect(withoutTracking(clean, rules)).toEqual({ link: clean, removed: [] });
      }),
    );
  });

  it('never throws, and never makes a link longer', () => {
    fc.assert(
      fc.property(anyAddress, fc.string(), (url, text) => {
        for (const link of [url, text, `${url}&utm_a=${text}`]) {
          const { link: clean, removed } = withoutTracking(link, rules);
          expect(clean === link).toBe(removed.length === 0);
          expect(clean.length).toBeLessThanOrEqual(link.length);
        }
      }),
    );
  });
});

describe('the work for one link', () => {
  /** Counts the characters of the names that are looked up. */
  const lookedUp = (link: string): number => {
    let characters = 0;
    const sites = new Proxy(rules.sites, {
      get(target, name) {
        characters += String(name).length;
        return Reflect.get(target, name) as unknown;
      },
    });
    withoutTracking(link, { ...rules, sites });
    return characters;
  };
  const hostOf = (length: number): string => `${'a.'.repeat(length / 2 - 2)}com`;

  it.each([32_000, 120_000])(
    'is bounded for a host of %i characters, which no name server knows',
    (length) => {
      const link = `https://${hostOf(length)}/?utm_source=x`;
      expect(lookedUp(link)).toBe(0);
      expect(withoutTracking(link, rules).link).toBe(link);
    },
  );

  it('is bounded for the longest host that there can be', () => {
    expect(lookedUp(`https://${hostOf(252)}/?utm_source=x`)).toBeLessThan(2 * 253 * 128);
    expect(withoutTracking(`https://${hostOf(252)}/?utm_source=x`, rules).link).toBe(
      `https://${hostOf(252)}/`,
    );
  });

  it('is nothing for a link that is refused for its length', () => {
    const link = `https://imgur.com/?source=${'&utm_source=x'.repeat(10_000)}`;
    expect(lookedUp(link)).toBe(0);
    expect(withoutTracking(link, rules)).toEqual({ link, removed: [] });
  });
});
