import { describe, expect, it } from 'vitest';
import { shortenRequest } from './request.ts';

const request = {
  id: '8c0d1a55-7a4b-4a55-9c1f-0d6f3f6f5a10',
  link: 'x',
  title: '',
  validity: { kind: 'never' },
  private: false,
};

describe('a request for a short link', () => {
  it('has this shape', () => {
    expect(shortenRequest().parse(request)).toEqual(request);
  });

  it('may have a limit and an ending', () => {
    const options = { limit: 1, ending: 'bergen-june' };
    expect(shortenRequest().parse({ ...request, ...options })).toEqual({ ...request, ...options });
  });

  it.each<[string, object]>([
    ['an id that is no UUID', { id: '1' }],
    ['a link that is no text', { link: { href: 'x' } }],
    ['a long title', { title: 'x'.repeat(1001) }],
    ['no validity', { validity: undefined }],
    ['a validity by name', { validity: 'month' }],
    ['half a second', { validity: { kind: 'duration', seconds: 0.5 } }],
    ['an expiry before 1970', { validity: { kind: 'until', expiresAt: -1 } }],
    ['no field for private windows', { private: undefined }],
    ['a limit of nothing', { limit: 0 }],
    ['a limit as a text', { limit: '1' }],
    ['a large limit', { limit: 1001 }],
    ['a short ending', { ending: 'ab' }],
    ['an ending that leads elsewhere', { ending: '../token' }],
    ['private as a text', { private: 'false' }],
  ])('is refused with %s', (_, wrong) => {
    expect(shortenRequest().safeParse({ ...request, ...wrong }).success).toBe(false);
  });
});
