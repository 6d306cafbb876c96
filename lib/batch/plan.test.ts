import { describe, expect, it } from 'vitest';
import type { Attempt } from '../history/types.ts';
import { testAttempt } from '../history/test-helpers/attempt.ts';
import { batchPath, findUncertain, type OpenTab, planBatch, readTabSelection } from './plan.ts';

describe('the tab selection', () => {
  it.each([
    ['?window=7', { window: 7, tabs: [], private: false, validity: null }],
    ['?window=7&private=1', { window: 7, tabs: [], private: true, validity: null }],
    ['?tabs=3', { window: null, tabs: [3], private: false, validity: null }],
    [
      '?tabs=3,4,50&private=1&validity=week',
      { window: null, tabs: [3, 4, 50], private: true, validity: 'week' },
    ],
    [
      '?tabs=3&connection=a%2B%2F%3D',
      { window: null, tabs: [3], private: false, validity: null, connection: 'a+/=' },
    ],
  ] as const)('%s', (search, selection) => {
    expect(readTabSelection(search)).toEqual(selection);
    expect(batchPath(selection)).toBe(`/batch.html${search}`);
  });

  it.each([
    ...['', '?', '?private=1'],
    ...['', '-1', '1.5', '1e3', 'x', '12345678901'].map((id) => `?window=${id}`),
    ...['', '1,', ',1', '1,,2', '1 ,2', '1,x'].map((ids) => `?tabs=${ids}`),
  ])('%j is no selection', (search) => {
    expect(readTabSelection(search)).toBeNull();
  });
});

describe('a plan', () => {
  const tab = (link: string, isPrivate = false): OpenTab => ({
    link,
    title: `of ${link}`,
    removed: [],
    private: isPrivate,
  });
  const page = 'https://example.com/?q#f';

  it.each([
    ['', 'link-missing'],
    ['about:newtab', 'browser-page'],
    ['chrome-extension://abc/options.html', 'extension-page'],
    ['file:///etc/hosts', 'local-file'],
    ['data:text/html,x', 'data-page'],
    ['view-source:https://example.com/', 'page-source'],
    ['javascript:alert(1)', 'not-web'],
    ['https://me:secret@example.com/', 'password'],
    [`https://example.com/${'x'.repeat(32_768)}`, 'too-long'],
  ])('skips %.40j: %s', (link, reason) => {
    expect(planBatch([tab(page), tab(link)], false)).toEqual({
      included: [{ link: page, title: `of ${page}`, removed: [], isUncertain: false }],
      skipped: [{ link, title: `of ${link}`, reason }],
    });
  });

  it('includes each address once, and addresses that differ in one letter separately', () => {
    const links = [page, page, `${page}2`, page.toUpperCase(), page];
    const { included, skipped } = planBatch(
      links.map((link) => tab(link)),
      false,
    );
    expect(included.map(({ link }) => link)).toEqual([page, `${page}2`, page.toUpperCase()]);
    expect(skipped.map(({ reason }) => reason)).toEqual(['duplicate', 'duplicate']);
  });

  it('skips a tab whose address is not there yet, and says so', () => {
    const { skipped } = planBatch([{ ...tab('about:blank'), isWaiting: true }], false);
    expect(skipped.map(({ reason }) => reason)).toEqual(['loading']);
  });

  it.each([
    [false, 'private-tab'],
    [true, 'ordinary-tab'],
  ])('keeps private tabs apart (private: %s)', (isPrivate, reason) => {
    const tabs = [tab(page, !isPrivate), tab(page, isPrivate), tab('about:blank', !isPrivate)];
    const { included, skipped } = planBatch(tabs, isPrivate);
    expect([included.length, skipped.map((each) => each.reason)]).toEqual([1, [reason, reason]]);
  });
});

const now = 1_800_000_000_000;
const minute = 60_000;
const attempt = (link: string, state: Attempt['state'], age: number): Attempt =>
  testAttempt({ link: `https://a.example/${link}`, state, createdAt: now - age });

const history = [
  attempt('unknown', 'unknown', minute),
  attempt('sending', 'sending', minute),
  attempt('created', 'created', minute),
  attempt('failed', 'failed', minute),
  attempt('resolved', 'unknown', 2 * minute),
  attempt('resolved', 'created', minute),
  attempt('again', 'created', 2 * minute),
  attempt('again', 'unknown', minute),
  attempt('unknown-failed', 'unknown', 2 * minute),
  attempt('unknown-failed', 'failed', minute),
  attempt('created-failed', 'created', 2 * minute),
  attempt('created-failed', 'failed', minute),
  attempt('old', 'unknown', 25 * 60 * minute),
];
const findByLink = (link: string) => Promise.resolve(history.filter((each) => each.link === link));
const links = [...new Set([...history.map(({ link }) => link), 'https://a.example/never', 'about:blank'])];

it('finds the addresses for which a link may have been created, also if a later attempt failed', async () => {
  const found = await findUncertain(links, { findByLink }, now);
  const expected = ['unknown', 'sending', 'again', 'unknown-failed'];
  expect([...found]).toEqual(expected.map((name) => `https://a.example/${name}`));
});

it('finds none if the history cannot be read', async () => {
  const unreadable = { findByLink: () => Promise.reject(new Error('disk')) };
  expect((await findUncertain(links, unreadable, now)).size).toBe(0);
});
