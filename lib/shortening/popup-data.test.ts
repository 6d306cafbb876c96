import { beforeEach, expect, it, vi } from 'vitest';
import { defaults, unreadSettings } from '../settings/schema.ts';
import { testInfo } from '../settings/test-helpers/connection-info.ts';
import { browser, loseStorage } from '../storage/test-helpers/fake-browser.ts';
import { saveDraft } from './draft.ts';
import { readPopupData } from './popup-data.ts';

const query = vi.hoisted(() => vi.fn<() => Promise<object[]>>());
vi.mock('../webextension/browser.ts', async () => {
  const fake = await import('../storage/test-helpers/fake-browser.ts');
  return { browser: { ...fake.browser, tabs: { query } } };
});
const { local, session, managed } = browser.storage;

const page = { tabId: 1, link: 'https://a.example/', title: 'A', private: false };
const draft = { link: 'b.example', choice: 'day', customExpiry: '' } as const;

beforeEach(async () => {
  loseStorage();
  vi.useFakeTimers();
  query.mockResolvedValue([{ id: 1, url: page.link, title: page.title, incognito: false }]);
  local.values['settings'] = { ...defaults, connections: [testInfo()], lastValidity: 'week' };
  managed.values['musicOff'] = true;
  await saveDraft(page, draft);
});

const known = { page, settings: { connected: true, lastValidity: 'week', musicOff: true }, draft };
const never = () => new Promise<never>(() => undefined);
const fails = () => Promise.reject(new Error('The browser is busy.'));
const noPage = { tabId: null, link: null, title: '', private: true };
const read = async () => {
  const reading = readPopupData();
  await vi.advanceTimersByTimeAsync(3000);
  return Promise.race([reading, Promise.resolve('nothing')]);
};

it('has the page, the settings and the draft', async () => {
  expect(await readPopupData()).toMatchObject(known);
});

it.each([
  ['tabs', () => query, { page: noPage, draft: null }],
  [
    'settings',
    () => vi.spyOn(local, 'get'),
    { settings: { ...unreadSettings, connected: true, musicOff: true } },
  ],
  ['policy', () => vi.spyOn(managed, 'get'), { settings: { ...known.settings, musicOff: false } }],
  ['draft', () => vi.spyOn(session, 'get'), { draft: null }],
])(
  'has what is known after 3 s if the browser does not answer about %s, and at once if that fails',
  async (_, call, changed) => {
    const expected = { ...known, ...changed };
    call().mockImplementation(never);
    expect(await read()).toMatchObject(expected);
    call().mockImplementation(fails);
    expect(await readPopupData()).toMatchObject(expected);
  },
);
