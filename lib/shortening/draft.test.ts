import { beforeEach, expect, it, vi } from 'vitest';
import { browser, loseStorage } from '../storage/test-helpers/fake-browser.ts';
import { type Draft, readDraft, saveDraft } from './draft.ts';

vi.mock('../webextension/browser.ts', () => import('../storage/test-helpers/fake-browser.ts'));
const { session } = browser.storage;

const page = { tabId: 1, link: 'https://a.example/', title: '', private: false };
const draft: Draft = {
  link: 'b.example',
  choice: 'custom',
  customExpiry: '2131-03-15T21:30',
  options: { limit: '1', ending: 'bergen' },
};
const found = async (changed: Partial<typeof page> = {}) => (await readDraft())({ ...page, ...changed });

beforeEach(() => {
  loseStorage();
  vi.useFakeTimers({ toFake: ['Date'] });
});

it('is found for the same address in the same tab until it is removed', async () => {
  expect(await found()).toBeNull();
  await saveDraft(page, draft);
  expect(await found()).toMatchObject(draft);
  expect(await found({ link: 'https://a.example/2' })).toBeNull();
  expect(await found({ tabId: 2 })).toBeNull();
  await saveDraft(page, null);
  expect(await found()).toBeNull();
});

it('is neither stored for a private window nor found there', async () => {
  await saveDraft({ ...page, private: true }, draft);
  expect(session.values).toEqual({});
  await saveDraft(page, draft);
  expect(await found({ private: true })).toBeNull();
});

it('is found for ten minutes', async () => {
  await saveDraft(page, draft);
  vi.advanceTimersByTime(600_000);
  expect(await found()).toMatchObject(draft);
  vi.advanceTimersByTime(1);
  expect(await found()).toBeNull();
});

it.each([
  [{}, 'https://name:word@b.example/x'],
  [{}, ' name:word@b.example'],
  [{}, 'http:\\\\name:wo:rd@b.example'],
  [{ link: 'https://name:word@a.example/' }, null],
])('is not stored with a password, and neither is the former one: %j, %j', async (changed, link) => {
  const shown = { ...page, ...changed };
  await saveDraft(page, draft);
  await saveDraft(shown, { ...draft, link });
  expect(session.values).toEqual({ 'popup-draft': null });
});

it.each(['https://name@b.example/', 'https://b.example:8443/a:b@c', 'b.example:80/?q=a:b@c', null])(
  'is stored without a password: %j',
  async (link) => {
    await saveDraft(page, { ...draft, link });
    expect(await found()).toMatchObject({ link });
  },
);

it.each([
  null,
  1,
  'x',
  {},
  { page: '1 https://a.example/', ...draft, savedAt: Date.now(), choice: 'decade' },
  { page: '1 https://a.example/', ...draft },
])('is none if this is stored: %j', async (stored) => {
  session.values = { 'popup-draft': stored };
  expect(await found()).toBeNull();
});
