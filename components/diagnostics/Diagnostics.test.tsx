import { fireEvent, render, screen, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import type { ProbedOperation } from '../../lib/api/contract.ts';
import type { Probe, SavedConnection } from '../../lib/diagnostics/diagnose.ts';
import type { LinkTest } from '../../lib/diagnostics/link-test.ts';
import { press } from '../testing/dom.ts';
import { Diagnostics, type DiagnosticsActions } from './Diagnostics.tsx';

const connection: SavedConnection = { address: 'https://s.example/v3' };
const good: Probe = { ok: true, milliseconds: 12, difference: 0, style: 'headers' };
const failed = (reason: 'unexpected-answer' | 'credentials-rejected'): Probe => ({
  ok: false,
  milliseconds: 12,
  difference: 0,
  failure: { reason, linkCreated: 'no', label: 'permission denied', code: 801, requestId: 'r-1' },
});

interface DiagnosticsTest {
  saved?: SavedConnection | null;
  answers?: Partial<Record<ProbedOperation, Probe>>;
  isCopied?: boolean;
  /** The answer of the last operation. */
  divisions?: Promise<Probe>;
  /** The states of the test of a real link. */
  link?: LinkTest[];
}

/** Renders the section with a service that answers everything, unless the test says otherwise. */
const renderDiagnostics = ({
  saved = connection,
  answers = {},
  isCopied = true,
  divisions = Promise.resolve(good),
  link = [],
}: DiagnosticsTest = {}) => {
  const copy = vi.fn<DiagnosticsActions['copy']>(() => Promise.resolve(isCopied));
  const open = vi.fn();
  const probe = vi.fn((operation: ProbedOperation) =>
    operation === 'divisions' && !answers.divisions ? divisions : Promise.resolve(answers[operation] ?? good),
  );
  const testLink = vi.fn((_origin: string | null, report: (test: LinkTest) => void) => {
    for (const state of link) report(state);
    return Promise.resolve();
  });
  const actions: DiagnosticsActions = {
    copy,
    open,
    probe,
    testLink,
    about: { version: '1.2.3', browser: 'Browser/1' },
    readConnection: () => Promise.resolve(saved),
    hasHostPermission: () => Promise.resolve(true),
    isOffline: () => false,
    readErrors: () => Promise.resolve([{ at: 0, text: 'TypeError: x is null' }]),
  };
  render(<Diagnostics actions={actions} />);
  return { copy, open, probe, testLink };
};

const summary = (): string | null | undefined => screen.getAllByRole('status')[0]?.textContent;
const check = async (): Promise<void> => {
  const button = press('Check the connection');
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('false');
};
const row = (name: string) => {
  const item = screen.getByRole('heading', { level: 3, hidden: true, name: (each) => each.startsWith(name) });
  return within(item.closest('li') ?? item);
};
/** The word for the state of each row, counted. */
const states = (): Record<string, number> => {
  const words = [...document.querySelectorAll('h3 span')].map(({ textContent }) => textContent);
  return Object.fromEntries(
    [...new Set(words)].map((word) => [word, words.filter((each) => each === word).length]),
  );
};

it('announces that all is well, with a row for each check', async () => {
  renderDiagnostics();
  expect(screen.getByRole('region', { name: 'Connection doctor' })).toBeTruthy();
  await check();
  expect(summary()).toBe('Everything works.');
  const results = within(screen.getByRole('group', { name: 'Results' }));
  expect(results.getAllByRole('listitem', { hidden: true })).toHaveLength(13);
  expect(results.getByText('12 checks passed').closest('details')?.open).toBe(false);
  expect(states()).toEqual({ OK: 12, 'Not checked': 1 });
  expect(row('Sign-in (Get token)').getByText(/sent as Headers SecretID and SecretKey/)).toBeTruthy();
});

describe('a check', () => {
  it('is announced while it runs, cannot be started twice, and offers no report before its end', async () => {
    const { promise, resolve } = Promise.withResolvers<Probe>();
    const { probe } = renderDiagnostics({ divisions: promise });
    press('Check the connection');
    const button = press('Check the connection');
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
    const operations = ['time', 'token', 'music', 'grayscale', 'divisions'] as const;
    const answers = Object.fromEntries(operations.map((operation) => [operation, unreachable]));
    const { open } = renderDiagnostics({ answers });
    await check();
    fireEvent.click(row('Certificate').getByRole('button', { name: 'Open the address' }));
    expect(open).toHaveBeenCalledExactlyOnceWith('https://s.example/v3');
  });
});

describe('the test of a real link', () => {
  const shortLink = 'https://t.example/abc';

  it('announces the prompt of the browser beforehand, and its result afterwards', async () => {
    const { testLink } = renderDiagnostics({
      saved: { ...connection, template: 'https://t.example/{linkID}' },
      link: [{ state: 'creating' }, { state: 'arrived', shortLink }],
    });
    await check();
    const add = row('Creating a link');
    expect(add.getByText(/Your browser will ask for access to t\.example/)).toBeTruthy();
    press('Try a real link');
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
    press('Try a real link');
    await expect.poll(summary).toContain('Did it lead to https://example.com/?');
    press(name);
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
    press('Copy report');
    await expect.poll(() => screen.getAllByRole('status')[1]?.textContent).toBe(sentence);
    expect(copy).toHaveBeenCalledExactlyOnceWith(text.textContent);
  });
});
