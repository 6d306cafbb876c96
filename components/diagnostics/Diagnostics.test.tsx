import { fireEvent, screen, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { Probe } from '../../lib/diagnostics/facts.ts';
import { deferred } from '../testing/deferred.ts';
import { setLanguage } from '../testing/language.ts';
import {
  check,
  connection,
  failed,
  good,
  renderDiagnostics,
  row,
  states,
  summary,
} from '../testing/render-diagnostics.tsx';

it.each([
  {
    language: 'en',
    title: 'Connection doctor',
    button: 'Check the connection',
    results: 'Results',
    good: 'Everything works.',
    passed: '12 checks passed',
    words: { OK: 12, 'Not checked': 1 },
    signIn: 'Sign-in (Get token)',
    style: /sent as Headers SecretID and SecretKey/,
  },
  {
    language: 'zh_CN',
    title: '连接诊断',
    button: '检查连接',
    results: '检查结果',
    good: '一切正常。',
    passed: '12项检查通过',
    words: { 正常: 12, 未检查: 1 },
    signIn: '登录（获取令牌）',
    style: /请求头SecretID和SecretKey/,
  },
] as const)('announces that all is well, with a row for each check, in $language', async (texts) => {
  setLanguage(texts.language);
  renderDiagnostics();
  expect(screen.getByRole('region', { name: texts.title })).toBeTruthy();
  await check(texts.button);
  expect(summary()).toBe(texts.good);
  const results = within(screen.getByRole('group', { name: texts.results }));
  expect(results.getAllByRole('listitem', { hidden: true })).toHaveLength(13);
  expect(results.getByText(texts.passed).closest('details')?.open).toBe(false);
  expect(states()).toEqual(texts.words);
  expect(row(texts.signIn).getByText(texts.style)).toBeTruthy();
});

describe('a check', () => {
  it('is announced while it runs, cannot be started twice, and offers no report before its end', async () => {
    const { promise, resolve } = deferred<Probe>();
    const { probe } = renderDiagnostics({ divisions: promise });
    const button = screen.getByRole('button', { name: 'Check the connection' });
    fireEvent.click(button);
    fireEvent.click(button);
    await expect.poll(summary).toBe('Checking…');
    await expect.poll(() => row('Creating a link').queryByText('Not checked')).not.toBeNull();
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByRole('button', { name: 'Copy report' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try a real link' })).toBeNull();
    resolve(good);
    await expect.poll(summary).toBe('Everything works.');
    // Each of five operations once, and the time twice more.
    expect(probe).toHaveBeenCalledTimes(7);
  });
});

describe('the results', () => {
  it('count problems and notes, and say what each means and what no longer works', async () => {
    renderDiagnostics({
      answers: { token: failed('credentials-rejected'), grayscale: failed('unexpected-answer') },
    });
    await check();
    expect(summary()).toBe('1 problem, 1 note');
    const signIn = row('Sign-in (Get token)');
    expect(signIn.getByText('Problem')).toBeTruthy();
    expect(signIn.getByText(/rejected these credentials/)).toBeTruthy();
    expect(signIn.getByText('No link can be created until this is corrected.')).toBeTruthy();
    expect(signIn.getAllByRole('definition').map(({ textContent }) => textContent)).toContain('801');
    expect(signIn.getByRole('link', { name: 'Change the connection' }).getAttribute('href')).toBe(
      '#connection',
    );
    const rows = screen.getAllByRole('heading', { level: 3, hidden: true });
    // Problems are first, then notes.
    expect(rows.slice(0, 2).map(({ textContent }) => textContent)).toEqual([
      'Sign-in (Get token)Problem',
      'Grayscale filterNote',
    ]);
    const filter = row('Grayscale filter');
    expect(filter.getByText('Note')).toBeTruthy();
    expect(filter.getByText(/does not offer this at \/greyFilter/)).toBeTruthy();
    expect(filter.getByText(/^Links are created without it/)).toBeTruthy();
  });

  it('say that nothing is connected, and nothing else is checked', async () => {
    const { probe } = renderDiagnostics({ saved: null });
    await check();
    expect(row('Saved connection').getByText(/^No service is connected/)).toBeTruthy();
    expect(states()).toEqual({ Problem: 1, 'Not checked': 13 });
    expect(probe).not.toHaveBeenCalled();
  });

  it('offer to open the address if the certificate may be the reason', async () => {
    const unreachable: Probe = {
      ok: false,
      milliseconds: 1,
      difference: null,
      failure: { reason: 'unreachable', linkCreated: 'no' },
    };
    const { open } = renderDiagnostics({
      answers: {
        time: unreachable,
        token: unreachable,
        music: unreachable,
        grayscale: unreachable,
        divisions: unreachable,
      },
    });
    await check();
    fireEvent.click(row('Certificate').getByRole('button', { name: 'Open the address' }));
    expect(open).toHaveBeenCalledExactlyOnceWith('https://s.example/v3');
  });
});

describe('the test of a real link', () => {
  const shortLink = 'https://t.example/abc';

  it('is explained in texts of one size', async () => {
    renderDiagnostics({ saved: { ...connection, template: 'https://t.example/{linkID}' } });
    await check();
    const texts = row('Creating a link').getAllByText(/real link to|will ask for access/);
    expect(texts.map(({ className }) => className)).toEqual(['soft', 'soft']);
  });

  it('announces the prompt of the browser beforehand, and its result afterwards', async () => {
    const { testLink } = renderDiagnostics({
      saved: { ...connection, template: 'https://t.example/{linkID}' },
      link: [{ state: 'creating' }, { state: 'arrived', shortLink }],
    });
    await check();
    const add = row('Creating a link');
    expect(add.getByText(/Your browser will ask for access to t\.example/)).toBeTruthy();
    fireEvent.click(add.getByRole('button', { name: 'Try a real link' }));
    expect(testLink).toHaveBeenCalledExactlyOnceWith('https://t.example', expect.any(Function));
    await expect.poll(summary).toBe('The short link leads to its page.');
    expect(row('Opening the short link').getByText('OK')).toBeTruthy();
  });

  it.each([
    ['Yes, it did', 'The short link leads to its page.'],
    ['No, it did not', `${shortLink} leads nowhere. Correct Short link address in Connection.`],
  ])('asks where the browser does not show it: “%s”', async (name, sentence) => {
    renderDiagnostics({ link: [{ state: 'asking', shortLink }] });
    await check();
    fireEvent.click(screen.getByRole('button', { name: 'Try a real link' }));
    await expect.poll(summary).toContain('Did it lead to https://example.com/?');
    fireEvent.click(screen.getByRole('button', { name }));
    await expect.poll(summary).toBe(sentence);
    // The buttons are gone, and the focus with them unless it is moved.
    expect(document.activeElement?.querySelector('h3')?.textContent).toMatch(/^Opening the short link/);
    expect(document.activeElement?.tagName).toBe('LI');
  });
});

describe('the report', () => {
  it.each([
    [true, 'The report is copied.'],
    [false, 'The report could not be copied. Open it below, select it and copy it there.'],
  ])('is announced as copied or not (%s), and can be read', async (isCopied, sentence) => {
    const { copy } = renderDiagnostics({ isCopied, answers: { token: failed('credentials-rejected') } });
    await check();
    const text = screen.getByRole('group', { name: 'What the report says' });
    expect(text.tabIndex).toBe(0);
    for (const part of [
      'Waylark 1.2.3',
      'Browser: Browser/1',
      'Sign-in (Get token): Problem',
      'Code: 801',
      'r-1',
      'Unexpected errors: 1\n1970-01-01T00:00:00.000Z TypeError: x is null',
    ])
      expect(text.textContent).toContain(part);
    fireEvent.click(screen.getByRole('button', { name: 'Copy report' }));
    await expect.poll(() => screen.getAllByRole('status')[1]?.textContent).toBe(sentence);
    expect(copy).toHaveBeenCalledExactlyOnceWith(text.textContent);
  });
});
