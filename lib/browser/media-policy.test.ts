import { beforeEach, expect, it, vi } from 'vitest';

const policies: { httpEquiv: string; content: string }[] = [];

beforeEach(() => {
  policies.length = 0;
  vi.resetModules();
  // The part of a document that it needs. That browsers obey the policy is shown by tests/browsers/music-service.test.ts.
  vi.stubGlobal('document', {
    createElement: () => ({}),
    head: { append: (policy: (typeof policies)[number]) => policies.push(policy) },
  });
});

const load = async () => (await import('./media-policy.ts')).restrictMedia;

it.each([
  ['https only', ['https://a.example/1.mp3', 'https://b.example/2.mp3'], 'media-src https: blob:'],
  ['no track', [], 'media-src https: blob:'],
  [
    'a service on this machine',
    ['http://127.0.0.1:8404/1.mp3', 'https://a.example/2.mp3', 'http://127.0.0.1:8404/2.mp3'],
    'media-src https: blob: http://127.0.0.1:8404',
  ],
])('allows %s what its tracks need, and no other port', async (_, addresses, content) => {
  const restrictMedia = await load();
  expect(restrictMedia(addresses)).toBe(true);
  expect(policies).toEqual([{ httpEquiv: 'Content-Security-Policy', content }]);
});

it('says when the policy of the document excludes a later service', async () => {
  const restrictMedia = await load();
  restrictMedia(['http://127.0.0.1:8404/1.mp3']);
  expect(restrictMedia(['https://a.example/1.mp3'])).toBe(true);
  expect(restrictMedia(['http://127.0.0.1:8404/2.mp3'])).toBe(true);
  expect(restrictMedia(['http://127.0.0.1:8405/1.mp3'])).toBe(false);
  expect(policies).toHaveLength(1);
});
