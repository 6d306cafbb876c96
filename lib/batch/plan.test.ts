import { describe, expect, it } from 'vitest';
import { type OpenTab, planBatch, readTabSelection } from './plan.ts';

describe('the tab selection', () => {
  it.each([
    ['?window=7', { window: 7, tabs: [], private: false }],
    ['?window=7&private=1', { window: 7, tabs: [], private: true }],
    ['?tabs=3', { window: null, tabs: [3], private: false }],
    ['?tabs=3,4,50&private=1', { window: null, tabs: [3, 4, 50], private: true }],
  ])('%s', (search, which) => {
    expect(readTabSelection(search)).toEqual(which);
  });

  it.each([
    '',
    '?',
    '?private=1',
    '?window=',
    '?window=-1',
    '?window=1.5',
    '?window=1e3',
    '?window=x',
    '?window=12345678901',
    '?tabs=',
    '?tabs=1,',
    '?tabs=,1',
    '?tabs=1,,2',
    '?tabs=1 ,2',
    '?tabs=1,x',
    '?window=1&tabs=2',
    '?window=1&private=0',
    '?window=1&private=',
    '?window=1&private=true',
    '?window=1&more=2',
    '?__proto__=1&window=1',
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

  it.each([
    [false, 'private-tab'],
    [true, 'ordinary-tab'],
  ])('keeps private tabs apart (private: %s)', (isPrivate, reason) => {
    const tabs = [tab(page, !isPrivate), tab(page, isPrivate), tab('about:blank', !isPrivate)];
    const { included, skipped } = planBatch(tabs, isPrivate);
    expect([included.length, skipped.map((each) => each.reason)]).toEqual([1, [reason, reason]]);
  });
});
