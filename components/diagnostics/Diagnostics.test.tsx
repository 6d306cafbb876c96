import { fireEvent, render, screen, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { type ProbedOperation, probedOperation } from '../../lib/api/contract.ts';
import { background } from '../../lib/background.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { policyViewOf } from '../../lib/connection/policy-view.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { ManagedPolicy } from '../../lib/settings/policy.ts';
import { Connection } from '../connection/Connection.tsx';
import { type LinkTest, runLinkTest } from '../link-test/run-link-test.ts';
import { connectionProblem, listed, policy } from '../options/options-state.ts';
import { browser } from '../testing/browser.ts';
import { listedConnection } from '../testing/connections.ts';
import { press, said } from '../testing/dom.ts';
import { checks, type Probe } from './checks.ts';
import { Diagnostics } from './Diagnostics.tsx';

vi.mock('../link-test/run-link-test.ts', async (original) => ({
  ...(await original<typeof import('../link-test/run-link-test.ts')>()),
  runLinkTest: vi.fn(),
}));

const shortLink = 'https://t.example/abc';
const connection = listedConnection({ id: 'own', secretId: 'aB3dE6gHiJ' });
const good: Probe = { ok: true, milliseconds: 12, difference: 0 };
const failed = (reason: 'unexpected-answer' | 'credentials-rejected'): Probe => ({
  ok: false,
  milliseconds: 12,
  difference: 0,
  failure: { reason, hadEffect: 'no', code: 801, requestId: 'r-1' },
});

const unreachable: Probe = {
  ok: false,
  milliseconds: 1,
  difference: null,
  failure: { reason: 'unreachable', hadEffect: 'no' },
};
const noAnswer = Object.fromEntries(probedOperation.options.map((operation) => [operation, unreachable]));

interface DiagnosticsTest {
  saved?: (typeof connection)[];
  /** Of the last connection. */
  answers?: Partial<Record<ProbedOperation, Probe | Promise<Probe>>>;
  /** What the test of a real link finds. */
  link?: LinkTest;
  managed?: ManagedPolicy;
}

/** Renders the section with a service that answers everything, unless the test says otherwise. */
const renderDiagnostics = ({
  saved = [connection],
  answers = {},
  link = { state: 'arrived', shortLink },
  managed = {},
}: DiagnosticsTest = {}) => {
  listed.value = saved;
  policy.value = policyViewOf(managed);
  connectionProblem.value = null;
  vi.spyOn(browser.permissions, 'contains').mockResolvedValue(true);
  vi.spyOn(background, 'connections').mockResolvedValue(saved);
  vi.spyOn(background, 'loggedErrors').mockResolvedValue([{ at: 0, text: 'TypeError: x is null' }]);
  const probe = vi.spyOn(background, 'probe').mockImplementation(async ({ operation, connection: id }) => {
    const isLast = id === saved.at(-1)?.id;
    return (isLast && (await answers[operation])) || good;
  });
  vi.mocked(runLinkTest).mockResolvedValue(link);
  render(<Diagnostics />);
  return { probe };
};

const summary = (): string | null | undefined => screen.getAllByRole('status')[0]?.textContent;
/** Renders the section, checks, and waits for the result. */
const checked = async (test: DiagnosticsTest = {}) => {
  const rendered = renderDiagnostics(test);
  press('Check the connection');
  await screen.findByRole('button', { name: 'Check again' });
  return rendered;
};
/** The rows, in order: label, word for the state, sentence and time. */
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const row = (label: string) => {
  const found = screen.getAllByRole('listitem').find(({ textContent }) => textContent.startsWith(label));
  if (!found) throw new Error(`There is no row ${label}`);
  return within(found);
};

it('announces that all is well, with one line for each check', async () => {
  await checked();
  expect(screen.getByRole('region', { name: 'Connection doctor' })).toBeTruthy();
  expect(summary()).toBe('All checks passed.');
  expect(screen.getByText(/^Checked today, \d+:\d\d/)).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Results' })).toBeTruthy();
  const lines = checks.map(
    ({ check }) => `${text(`checkName_${check}`)}${check === 'add' ? 'Not checked' : 'OK'}`,
  );
  expect(rows().map((each, at) => each.startsWith(lines[at] ?? '?'))).toEqual(lines.map(() => true));
  expect(row('Sign-in').getByText('12 ms')).toBeTruthy();
});

describe('a check', () => {
  it('shows nothing else before its end', async () => {
    const { promise, resolve } = Promise.withResolvers<Probe>();
    const { probe } = renderDiagnostics({ answers: { divisions: promise } });
    const button = press('Check the connection');
    expect(summary()).toBe('Checking…');
    expect(screen.queryByRole('list')).toBeNull();
    expect(button.textContent).toBe('Cancel');
    // The second click of a double click.
    fireEvent.click(button, { detail: 2 });
    resolve(good);
    await expect.poll(summary).toBe('All checks passed.');
    expect(probe).toHaveBeenCalledTimes(probedOperation.options.length);
  });

  it('that is canceled leaves the former result', async () => {
    await checked({ answers: { token: failed('credentials-rejected') } });
    press('Check again');
    expect(screen.queryByRole('list')).toBeNull();
    press('Cancel');
    expect(summary()).toBe('1 problem');
    expect(screen.getByRole('list')).toBeTruthy();
  });
});

describe('the results', () => {
  it('put the problem first, then what is optional and what passed, and the test of a link last', async () => {
    await checked({
      answers: { token: failed('credentials-rejected'), music: failed('unexpected-answer') },
    });
    expect(summary()).toBe('1 problem');
    expect(rows().slice(0, 2)).toEqual([
      expect.stringContaining('Sign-inProblemThe service rejected this key.'),
      expect.stringContaining('Music listNoteOptional. Short links work without it.'),
    ]);
    expect(rows().at(-1)).toBe('Creating a linkNot checkedNeeds a sign-in');
    expect(screen.queryByRole('button', { name: 'Create test link' })).toBeNull();
  });

  it('of a rejected key lead to its field, and show in details what was sent and answered', async () => {
    await checked({ answers: { token: failed('credentials-rejected') } });
    const signIn = row('Sign-in');
    expect(signIn.getByText('Details').closest('details')?.open).toBe(false);
    expect(signIn.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '/openAPI/token',
      '801',
      'r-1',
    ]);
    render(<Connection />);
    press('Change key');
    await expect.poll(() => document.activeElement).toBe(screen.queryByLabelText('SecretKey'));
    expect(connectionProblem.value).toBe('The service rejected this key.');
  });

  it('of a rejected key that the organization sets lead to the connection', async () => {
    await checked({
      answers: { token: failed('credentials-rejected') },
      managed: { serviceAddress: 'https://s.example/v3', secretId: 'me', secretKey: 'key' },
    });
    expect(screen.queryByRole('button', { name: 'Change key' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Change the connection' }).getAttribute('href')).toBe(
      '#connection',
    );
  });

  it('say that nothing is connected, and nothing else is checked', async () => {
    const { probe } = await checked({ saved: [] });
    expect(row('Saved connection').getByText('No service is connected.')).toBeTruthy();
    expect(row('Saved connection').getByRole('link').getAttribute('href')).toBe('#connection');
    expect(rows().filter((each) => each.includes('Not checked'))).toHaveLength(checks.length - 1);
    expect(probe).not.toHaveBeenCalled();
  });

  it('offer to open the address if the certificate may be the reason', async () => {
    await checked({ answers: noAnswer });
    fireEvent.click(row('Reachability').getByRole('button', { name: 'Open the address' }));
    expect(browser.tabs.create).toHaveBeenCalledExactlyOnceWith({ url: 'https://s.example/v3' });
  });
});

describe('with several connections', () => {
  const work = listedConnection({ address: 'https://work.example/v3', id: 'work', name: 'Work' });

  it('each has a list of its own with its name, and so has the report', async () => {
    await checked({
      saved: [connection, work],
      answers: { token: failed('credentials-rejected') },
    });
    expect(summary()).toBe('1 problem');
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      's.example',
      'Work',
    ]);
    const [own, other] = screen.getAllByRole('list').map((list) => within(list));
    expect(own?.getByText('The service accepts SecretID and SecretKey.')).toBeTruthy();
    expect(other?.getByText('The service rejected this key.')).toBeTruthy();
    // The form that opens for another key is that of the first connection.
    expect(screen.queryByRole('button', { name: 'Change key' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Change the connection' })).toBeTruthy();
    press('Copy report');
    const report = vi.mocked(copy).mock.lastCall?.[0] ?? '';
    expect(report).toContain('Service: s.example · https://s.example/v3\n');
    expect(report).toMatch(/Service: Work · https:\/\/work\.example\/v3\n\n[^]*Sign-in: Problem/);
  });

  it('a real link is tested with the connection of its list', async () => {
    await checked({ saved: [connection, work], link: { state: 'arrived', shortLink } });
    const [, button] = screen.getAllByRole('button', { name: 'Create test link' });
    if (button) fireEvent.click(button);
    expect(runLinkTest).toHaveBeenCalledExactlyOnceWith(work);
    const tests = () => rows().filter((each) => each.startsWith('Creating a link'));
    await expect
      .poll(tests)
      .toEqual([expect.stringContaining('Not checked'), expect.stringContaining('The short link leads')]);
  });
});

describe('the test of a real link', () => {
  const sentence = (): string => row('Creating a link').getByRole('status').textContent;

  it('is announced, then its result, and no check begins meanwhile', async () => {
    await checked();
    const running = Promise.withResolvers<LinkTest>();
    vi.mocked(runLinkTest).mockReturnValueOnce(running.promise);
    press('Create test link');
    expect(sentence()).toBe('Creating a link…');
    expect(screen.getByRole('button', { name: 'Check again' }).getAttribute('aria-disabled')).toBe('true');
    running.resolve({ state: 'nowhere', shortLink });
    await expect.poll(sentence).toContain('leads nowhere');
    expect(summary()).toBe('1 problem');
    press('Copy report');
    const report = vi.mocked(copy).mock.lastCall?.[0] ?? '';
    expect(report).toContain('Creating a link: Problem · The short link leads nowhere.');
    expect(report).not.toContain(shortLink);
  });

  it('asks where the browser does not show it, and shows the answer', async () => {
    await checked({ link: { state: 'asking', shortLink } });
    press('Create test link');
    await expect.poll(sentence).toContain('Did it lead to https://example.com/?');
    press('Yes, it did');
    await expect.poll(sentence).toBe('The short link leads to its page.');
    // The buttons are gone, and the focus with them unless it is moved.
    expect(document.activeElement?.textContent).toMatch(/^Creating a link/);
  });
});

describe('the report', () => {
  it('is copied, without the SecretID', async () => {
    await checked({ answers: { token: failed('credentials-rejected') } });
    press('Copy report');
    const report = vi.mocked(copy).mock.lastCall?.[0] ?? '';
    for (const part of [
      'Waylark 1.0.0',
      `Browser: ${navigator.userAgent}`,
      'Sign-in: Problem · The service rejected this key. · 12 ms\n    Sent: /openAPI/token\n',
      'r-1',
      'Unexpected errors: 1\n1970-01-01T00:00:00.000Z TypeError: x is null',
    ])
      expect(report).toContain(part);
    expect(report).not.toContain('aB3dE6gH');
    await expect.poll(said).toBe('Copied');
    expect(screen.queryByRole('group', { name: 'Report' })).toBeNull();
  });

  it('is shown to be copied by hand if the browser refuses to copy it', async () => {
    vi.mocked(copy).mockResolvedValueOnce(false);
    await checked();
    press('Copy report');
    const report = await screen.findByRole('group', { name: 'Report' });
    expect([report.tabIndex, report.textContent]).toEqual([0, vi.mocked(copy).mock.lastCall?.[0]]);
    await expect.poll(said).toBe('The report could not be copied. Select it and copy it here.');
  });
});
