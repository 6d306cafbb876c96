import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { copy } from '../../lib/browser/clipboard.ts';
import { connectionCode } from '../../lib/connection-code/contract.ts';
import type { ManagedPolicy } from '../../lib/settings/policy.ts';
import { type LinkTest, runLinkTest } from '../link-test/run-link-test.ts';
import { shortcuts, type Step } from '../options/options-state.ts';
import { OptionsPage } from '../options/OptionsPage.tsx';
import { browser } from '../testing/browser.ts';
import { listedConnection } from '../testing/connections.ts';
import { alerts, codeOrAddress, descriptionOf, fillIn, press, said } from '../testing/dom.ts';
import { openOptionsWith } from '../testing/options.ts';
import { WithoutAccount } from './FirstRun.tsx';

vi.mock('../link-test/run-link-test.ts', async (original) => ({
  ...(await original<typeof import('../link-test/run-link-test.ts')>()),
  runLinkTest: vi.fn(),
}));

interface FirstRunTest {
  at?: Step;
  isConnected?: boolean;
  managed?: ManagedPolicy;
  template?: string;
  /** Those that the extension may reach. */
  origins?: string[];
}

const renderStep = async ({
  at = 'first-run-done',
  isConnected = true,
  managed = {},
  template = '',
  origins = ['https://s.example/*'],
}: FirstRunTest = {}): Promise<void> => {
  location.hash = at;
  const isLocked = managed.secretKey !== undefined;
  const connections = isConnected ? [listedConnection({ template, ...(isLocked && { isLocked }) })] : [];
  await openOptionsWith({ managed, connections, origins });
  render(<OptionsPage />);
};

const title = () => screen.getByRole('heading', { level: 1 });

/** The step of that name in the list above the title. */
const stepOf = (name: string): HTMLElement =>
  within(screen.getByRole('list', { name: 'First steps' })).getByText(name);

const iconOf = (step: HTMLElement): string | undefined => step.querySelector('svg')?.classList[1];

it('names its steps and marks the current one, and the one that is done', async () => {
  await renderStep();
  const [connect, ready] = [stepOf('Connect'), stepOf('Ready')];
  expect([connect, ready].map((each) => each.getAttribute('aria-current'))).toEqual([null, 'step']);
  expect([connect, ready].map(iconOf)).toEqual(['icon-check', 'icon-dot']);
  expect(descriptionOf(title())).toBe('Step 2 of 2');
});

it('shows a step as open that was left for later', async () => {
  await renderStep({ isConnected: false });
  expect(iconOf(stepOf('Connect'))).toBe('icon-ring');
});

it('shows the end at once if a service is connected', async () => {
  await renderStep({ at: 'first-run' });
  expect(title().textContent).toBe('Ready');
});

it('asks only for a code or an address, until one is there', async () => {
  await renderStep({ at: 'first-run', isConnected: false });
  expect(screen.getAllByRole('textbox')).toHaveLength(1);
  expect(screen.queryByText('Run one for your team')).toBeTruthy();
  const code = { address: 'https://s.example/v3', secretId: 'me', secretKey: 'k'.repeat(43) };
  fillIn({ [codeOrAddress]: connectionCode(code) });
  await expect.poll(() => screen.queryByText('Run one for your team')).toBeNull();
});

describe('with an account of the organization', () => {
  const managed = { serviceAddress: 'https://s.example/v3', secretId: 'me', secretKey: 'key' };

  it('shows the end at once, and who has connected it', async () => {
    await renderStep({ at: 'first-run', managed });
    expect(title().textContent).toBe('Ready');
    expect(screen.getByText('Connected as me').parentElement?.textContent).toContain(
      'Set by your organization',
    );
    expect(screen.getByRole('button', { name: 'Create test link' }).className).toBe('primary');
  });

  it('does not wait for access to the service of another connection', async () => {
    location.hash = 'first-run-done';
    const other = listedConnection({ id: 'other', address: 'https://t.example/v3' });
    const connections = [listedConnection({ isLocked: true }), other];
    await openOptionsWith({ managed, connections, origins: ['https://s.example/*'] });
    render(<OptionsPage />);
    expect(title().textContent).toBe('Ready');
    expect(screen.getByRole('button', { name: 'Create test link' })).toBeTruthy();
  });

  it('asks for the access first', async () => {
    await renderStep({ at: 'first-run', managed, origins: [] });
    expect(title().textContent).toBe('Almost ready');
    expect(screen.queryByRole('button', { name: 'Create test link' })).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Allow access' }));
    await expect.poll(() => title().textContent).toBe('Ready');
    expect(screen.getByRole('button', { name: 'Create test link' })).toBeTruthy();
  });
});

describe('the end', () => {
  it('names what is connected, and leads to the settings', async () => {
    await renderStep();
    expect(screen.getByText('Connected to s.example as me')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All settings' }).getAttribute('href')).toBe('#connection');
    press('Done');
    await expect.poll(() => browser.tabs.remove.mock.calls).toEqual([[1]]);
  });

  it('leads back to the connection if that was skipped', async () => {
    await renderStep({ isConnected: false });
    expect(title().textContent).toBe('Almost ready');
    expect(screen.getAllByRole('link', { name: 'Connect' }).at(-1)?.className).toContain('primary');
    expect(screen.queryByRole('button', { name: 'Create test link' })).toBeNull();
  });

  it.each<[string, { isFirefox?: boolean; isPhone?: boolean; keys?: string }, RegExp, string | RegExp]>([
    [
      'in Chromium',
      { isFirefox: false },
      /puzzle piece/,
      'Then every page is one click and Enter, or Alt+G.',
    ],
    ['in Firefox', { isFirefox: true }, /beside the address bar/, /or Alt\+G/],
    ['without a shortcut', { keys: '' }, /puzzle piece/, 'Then every page is one click and Enter.'],
    ['on a phone', { isFirefox: true, isPhone: true }, /in the browser’s menu/, 'Tap it, then tap Shorten.'],
  ])('says where the button is %s', async (_, test, place, use) => {
    const { isFirefox = false, isPhone = false, keys = 'Alt+G' } = test;
    vi.stubEnv('FIREFOX', isFirefox ? '1' : '');
    await renderStep();
    shortcuts.value = isPhone ? null : [{ name: 'shorten-page', keys }];
    expect(await screen.findByText(use)).toBeTruthy();
    expect(screen.getByText(place)).toBeTruthy();
  });

  it('says no longer how to pin the button once it is pinned', async () => {
    const { addListener, removeListener } = browser.action.onUserSettingsChanged;
    await renderStep();
    await screen.findByText(/puzzle piece/);
    await expect.poll(() => addListener.mock.calls.length).toBe(1);
    const [[changed]] = addListener.mock.calls as [[(change: object) => void]];
    void act(() => changed({ isOnToolbar: true }));
    expect(screen.getByText(/beside the address bar/)).toBeTruthy();
    expect(screen.queryByText(/puzzle piece/)).toBeNull();
    cleanup();
    await expect.poll(() => removeListener.mock.calls).toEqual([[changed]]);
  });

  it('stores the validity at once', async () => {
    await renderStep();
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Links expire' });
    select.value = 'day';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await expect
      .poll(() => browser.storage.local.values['settings'])
      .toMatchObject({ defaultValidity: 'day' });
  });

  it('offers music as a switch that is off', async () => {
    await renderStep();
    const name = 'Music on pages that don’t exist';
    expect(screen.getByRole('switch', { name }).getAttribute('aria-checked')).toBe('false');
  });

  it('has no switch for music that the organization turns off', async () => {
    await renderStep({ managed: { musicOff: true } });
    expect(screen.queryByRole('switch')).toBeNull();
  });
});

describe('the test link', () => {
  const shortLink = 'https://s.example/aB3';
  const result = () => screen.getByText(shortLink).closest('[tabindex]');

  /** Starts the test; `end` ends it with what it has found. */
  const start = async (template = '') => {
    const running = Promise.withResolvers<LinkTest>();
    vi.mocked(runLinkTest).mockReturnValue(running.promise);
    await renderStep({ template });
    press('Create test link').focus();
    const end = (found: LinkTest) => act(() => running.resolve(found));
    return { end, fail: () => running.reject(new Error('broken')) };
  };

  it('is created once, then copied, and Done is next', async () => {
    vi.mocked(copy).mockResolvedValue(true);
    const { end } = await start();
    expect(await screen.findByText('Creating a link…')).toBeTruthy();
    expect(press('Create test link').ariaDisabled).toBe('true');
    expect(runLinkTest).toHaveBeenCalledExactlyOnceWith(listedConnection());
    await end({ state: 'arrived', shortLink });
    expect((await screen.findByText('Your first short link is copied')).role).toBe('status');
    expect(copy).toHaveBeenLastCalledWith(shortLink);
    expect(screen.queryByRole('button', { name: 'Create test link' })).toBeNull();
    expect(document.activeElement).toBe(result());
    expect(screen.getByRole('button', { name: 'Done' }).className).toBe('primary');
  });

  it.each<[LinkTest, string, string]>([
    [
      { state: 'failed', failure: { reason: 'too-many-requests', hadEffect: 'no', retryAfter: 7 } },
      'Too many requests.\nTry again in 7 s.',
      'Create test link',
    ],
    [{ state: 'nowhere', shortLink }, 'Change Short link address', 'Done'],
    [{ state: 'nowhere', shortLink, isWholeAddress: true }, 'Ask your service', 'Done'],
  ])('announces %j as an alert, and can be created again', async (found, words, primary) => {
    const { end } = await start();
    await end(found);
    await expect.poll(alerts).toContain(words);
    const buttons = screen.getAllByRole('button').filter(({ className }) => className === 'primary');
    expect(buttons.map(({ textContent }) => textContent)).toEqual([primary]);
    press('Create test link');
    expect(runLinkTest).toHaveBeenCalledTimes(2);
  });

  it('ends if the test itself fails', async () => {
    const { fail } = await start();
    fail();
    await expect.poll(alerts).toContain('interrupted');
    expect(screen.getByRole('button', { name: 'Create test link' }).ariaDisabled).toBe('false');
  });

  it('asks where the tab led, and keeps the focus beside it', async () => {
    const { end } = await start();
    await end({ state: 'asking', shortLink });
    await screen.findByText(/Did it lead to https:\/\/example\.com/);
    expect(screen.queryByRole('button', { name: 'Create test link' })).toBeNull();
    expect(document.activeElement).toBe(result());
    press('No, it did not');
    await expect.poll(alerts).toContain('leads nowhere');
    expect(document.activeElement).toBe(result());
  });

  it('names the host whose access the browser asks for', async () => {
    await start('https://t.example/{linkID}');
    expect(await screen.findByText(/^Your browser will ask for access to t\.example\./)).toBeTruthy();
  });
});

it('copies the command of the embedded service, and says so', async () => {
  render(<WithoutAccount />);
  press('Copy the command');
  expect(copy).toHaveBeenCalledExactlyOnceWith('npm start');
  await expect.poll(said).toBe('Copied');
});
