import { fireEvent, render, screen, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { type ProbedOperation, probedOperation } from '../../lib/api/contract.ts';
import { background } from '../../lib/background.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { policyViewOf } from '../../lib/connection/policy-view.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { ManagedPolicy } from '../../lib/settings/policy.ts';
import { type LinkTest, runLinkTest } from '../link-test/run-link-test.ts';
import { faulty, listed, openedForm, policy } from '../options/options-state.ts';
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
const work = listedConnection({ address: 'https://work.example/v3', id: 'work', name: 'Work' });
const good: Probe = { ok: true, milliseconds: 12, difference: 0 };
const failed = (reason: 'unexpected-answer' | 'credentials-rejected'): Probe => ({
  ok: false,
  milliseconds: 12,
  difference: 0,
  failure: { reason, hadEffect: 'no', code: 801, requestId: 'r-1' },
});
const wrongKey = { token: failed('credentials-rejected') };
const ofAll = <Answer,>(answer: Answer) =>
  Object.fromEntries(probedOperation.options.map((operation) => [operation, answer]));

interface DiagnosticsTest {
  saved?: (typeof connection)[];
  /** Of the last connection; undefined: the background does not answer. */
  answers?: Partial<Record<ProbedOperation, Probe | undefined | Promise<Probe>>>;
  /** What the test of a real link finds. */
  link?: LinkTest;
  managed?: ManagedPolicy;
  isAllowed?: boolean;
}

/** Renders the doctor with services that answer everything, unless the test says otherwise. */
const renderDiagnostics = ({
  saved = [connection],
  answers = {},
  link = { state: 'arrived', shortLink },
  managed = {},
  isAllowed = true,
}: DiagnosticsTest = {}) => {
  listed.value = saved;
  policy.value = policyViewOf(managed);
  vi.spyOn(browser.permissions, 'contains').mockImplementation(() => Promise.resolve(isAllowed));
  vi.spyOn(background, 'loggedErrors').mockResolvedValue([{ at: 0, text: 'TypeError: x is null' }]);
  const probe = vi
    .spyOn(background, 'probe')
    .mockImplementation(({ operation, connection: id }) =>
      Promise.resolve(id === saved.at(-1)?.id && operation in answers ? answers[operation] : good),
    );
  vi.mocked(runLinkTest).mockResolvedValue(link);
  render(<Diagnostics />);
  return { probe };
};

const head = () => within(screen.getByRole('group', { name: 'Connection doctor' }));
const summary = (): string | null | undefined => head().getAllByRole('status')[0]?.textContent;
/** Renders the doctor, checks, and waits for the result. */
const checked = async (test: DiagnosticsTest = {}) => {
  const rendered = renderDiagnostics(test);
  press('Check');
  await screen.findByRole('button', { name: 'Check again' });
  return rendered;
};
/** The lines, in order: label, word for the state, sentence and time. */
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const row = (label: string) => {
  const found = screen.getAllByRole('listitem').findLast(({ textContent }) => textContent.startsWith(label));
  if (!found) throw new Error(`There is no row ${label}`);
  return within(found);
};

describe('one connection', () => {
  it('that is fine takes one line, and one for each check on request', async () => {
    renderDiagnostics();
    expect([summary(), screen.getByText('Not checked yet').tagName]).toEqual(['Connection doctor', 'P']);
    press('Check');
    await expect.poll(summary).toBe('All checks passed');
    expect(screen.getByText(/^Checked today, \d+:\d\d/)).toBeTruthy();
    expect([screen.queryByRole('list'), faulty.value]).toEqual([null, null]);
    press('Show details');
    const lines = checks.map(
      ({ check }) => `${text(`checkName_${check}`)}${check === 'add' ? 'Not checked' : 'OK'}`,
    );
    expect(rows().map((each, at) => each.startsWith(lines[at] ?? '?'))).toEqual(lines.map(() => true));
    expect(row('Sign-in').getByText('12 ms')).toBeTruthy();
    press('Hide details');
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('has its problem first, then what could not be checked, what is optional, and how much passed', async () => {
    await checked({ answers: { ...wrongKey, music: failed('unexpected-answer') } });
    expect(summary()).toBe('1 problem');
    expect(rows().slice(0, 4)).toEqual([
      expect.stringContaining('Sign-inProblemThe service rejected this key'),
      'Creating a linkNot checkedNeeds a sign-in',
      expect.stringContaining('Music listNoteOptional. Short links work without it.'),
      expect.stringContaining('5 passed'),
    ]);
    expect(screen.queryByRole('button', { name: 'Create test link' })).toBeNull();
    expect(faulty.value).toBe(connection);
  });

  it('says once what several checks need', async () => {
    await checked({ isAllowed: false });
    expect(rows()[1]).toBe('6 not checkedNot checkedNeeds access to the service');
  });

  it('is no longer what was checked once it was changed', async () => {
    await checked({ answers: wrongKey });
    listed.value = [{ ...connection }];
    await expect.poll(summary).toBe('Connection doctor');
  });
});

describe('a check', () => {
  it('says which connection it is at, and goes on after a double click', async () => {
    const { promise, resolve } = Promise.withResolvers<Probe>();
    const { probe } = renderDiagnostics({ saved: [connection, work], answers: { grayscale: promise } });
    const button = press('Check');
    fireEvent.click(button, { detail: 2 });
    await expect.poll(() => rows().at(-1)).toBe('WorkGrayscale days…');
    expect(row('s.example').getByText('All checks passed')).toBeTruthy();
    expect([summary(), head().getByText('2 of 2 connections').tagName]).toEqual(['Checking Work', 'P']);
    expect(button.textContent).toBe('Stop');
    resolve(good);
    await expect.poll(summary).toBe('All checks passed');
    expect(probe).toHaveBeenCalledTimes(2 * probedOperation.options.length);
  });

  it('that is stopped has no result', () => {
    renderDiagnostics({ answers: { music: new Promise(() => undefined) } });
    press('Check');
    press('Stop');
    expect(summary()).toBe('Connection doctor');
  });
});

const fill = () => screen.getAllByRole('button').filter(({ className }) => className.includes('primary'));

describe('the remedy', () => {
  it('for a rejected key is its field; what was sent and answered is folded', async () => {
    await checked({ answers: wrongKey });
    const signIn = row('Sign-in');
    expect(signIn.getByText('Details').closest('details')?.open).toBe(false);
    expect(signIn.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '/openAPI/token',
      '801',
      'r-1',
    ]);
    expect(fill()).toEqual([press('Change key')]);
    expect(openedForm.value).toEqual({ key: 'own', field: '[name=secretKey]' });
  });

  it('for a key that the organization sets is the administrator', async () => {
    const managed = { serviceAddress: 'https://s.example/v3', secretId: 'me', secretKey: 'key' };
    await checked({ answers: wrongKey, managed });
    expect(row('Sign-in').getByText('Ask your administrator')).toBeTruthy();
    expect([screen.queryByRole('button', { name: 'Change key' }), fill()]).toEqual([null, []]);
  });

  it('for a missing permission requests it, and checks again', async () => {
    const { probe } = await checked({ isAllowed: false });
    vi.mocked(browser.permissions.contains).mockImplementation(() => Promise.resolve(true));
    vi.mocked(browser.permissions.request).mockImplementation(() => Promise.resolve(true));
    press('Allow access');
    expect(browser.permissions.request).toHaveBeenCalledWith({ origins: ['https://s.example/*'] });
    await expect.poll(summary).toBe('All checks passed');
    expect(probe).toHaveBeenCalled();
  });

  it('for a certificate that may be the reason is a tab with the address', async () => {
    const failure = { reason: 'unreachable', hadEffect: 'no' } as const;
    await checked({ answers: ofAll<Probe>({ ok: false, milliseconds: 1, difference: null, failure }) });
    fireEvent.click(row('Reachability').getByRole('button', { name: 'Open the address' }));
    expect(browser.tabs.create).toHaveBeenCalledExactlyOnceWith({ url: 'https://s.example/v3' });
  });

  it('for what the browser interrupted is another check, which is all that is shown', async () => {
    await checked({ answers: ofAll(undefined) });
    expect([summary(), screen.queryByRole('list')]).toEqual(['The browser interrupted the check', null]);
    expect(screen.getByText('1 connection was not checked')).toBeTruthy();
    expect(fill()).toEqual([screen.getByRole('button', { name: 'Check again' })]);
  });
});

describe('several connections', () => {
  it('have a line each, with what is wrong and its checks, and so has the report', async () => {
    await checked({ saved: [connection, work], answers: wrongKey });
    expect(summary()).toBe('1 of 2 connections has a problem');
    expect(row('s.example').getByText('All checks passed')).toBeTruthy();
    const line = row('Work');
    expect(line.getAllByText('The service rejected this key')).toHaveLength(2);
    const [change] = line.getAllByRole('button', { name: 'Change key' });
    if (change) fireEvent.click(change);
    expect(openedForm.value?.key).toBe('work');
    press('Copy report');
    const report = vi.mocked(copy).mock.lastCall?.[0] ?? '';
    expect(report).toContain('Service: s.example · https://s.example/v3\n');
    expect(report).toMatch(/Service: Work · https:\/\/work\.example\/v3\n\n[^]*Sign-in: Problem/);
  });

  it('say the cause in more words than their line if there are more', async () => {
    const failure = { reason: 'unreachable', hadEffect: 'no' } as const;
    const answers = ofAll<Probe>({ ok: false, milliseconds: 1, difference: null, failure });
    await checked({ saved: [connection, work], answers });
    expect(row('Work').getByText('No answer')).toBeTruthy();
    expect(row('Reachability').getByText(/^No answer, or a certificate/)).toBeTruthy();
  });

  it('have one filled button, that of the first problem', async () => {
    await checked({ saved: [connection, work], isAllowed: false });
    expect(summary()).toBe('2 of 2 connections have a problem');
    // The one in the checks takes its place while these are unfolded.
    expect(fill()).toEqual(row('s.example').getAllByRole('button', { name: 'Allow access' }));
  });

  it('are tested with a real link each', async () => {
    await checked({ saved: [connection, work], link: { state: 'arrived', shortLink } });
    press('Show details');
    fireEvent.click(row('Creating a link').getByRole('button', { name: 'Create test link' }));
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
    press('Show details');
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
    press('Show details');
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
    await checked({ answers: wrongKey });
    press('Copy report');
    const report = vi.mocked(copy).mock.lastCall?.[0] ?? '';
    for (const part of [
      'Waylark 1.0.0',
      `Browser: ${navigator.userAgent}`,
      'Sign-in: Problem · The service rejected this key · 12 ms\n    Sent: /openAPI/token\n',
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
    await checked({ answers: wrongKey });
    press('Copy report');
    const report = await screen.findByRole('group', { name: 'Report' });
    expect([report.tabIndex, report.textContent]).toEqual([0, vi.mocked(copy).mock.lastCall?.[0]]);
    await expect.poll(said).toBe('The report could not be copied. Select it and copy it here.');
  });
});
