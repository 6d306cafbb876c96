import { fireEvent, render, screen } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import type { Shortcut } from '../../lib/browser/contract.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import { defaults } from '../../lib/settings/schema.ts';
import { setLanguage } from '../testing/language.ts';
import { Defaults, EmbeddedService, Ready } from './steps.tsx';

const connection: ConnectionView = { address: 'https://s.example/v3', secretId: 'me', template: '' };
const shortcuts: Shortcut[] = [{ name: 'shorten-page', keys: 'Alt+Shift+K' }];

interface ReadyTest {
  connection?: ConnectionView | null;
  isFirefox?: boolean;
  shortcuts?: Shortcut[] | null;
}

const renderReady = (test: ReadyTest = {}) => {
  const testLink = vi.fn(() => Promise.resolve());
  const actions = { testLink, readShortcuts: () => Promise.resolve(shortcuts) };
  render(<Ready {...{ connection, shortcuts, isFirefox: false, ...test }} actions={actions} />);
  return { testLink };
};

const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

describe('the end of the first run', () => {
  it.for([
    ['en', 'The context menu', 'Shorten this page immediately'],
    ['zh_CN', '右键菜单', '立即缩短此页面'],
  ] as const)('says how to use the extension, in %s', ([language, menu, command]) => {
    setLanguage(language);
    renderReady();
    expect(screen.getByRole('heading', { name: menu })).toBeTruthy();
    expect(screen.getByRole('term').textContent).toBe(command);
    expect(screen.getByRole('definition').textContent).toBe('Alt+Shift+K');
  });

  it.each([
    ['in Chromium', { isFirefox: false }, 'puzzle piece'],
    ['in Firefox', { isFirefox: true }, 'beside the address bar'],
    ['on a phone', { isFirefox: true, shortcuts: null }, 'in the browser’s menu'],
  ])('says where the button is %s', (_, test, sentence) => {
    renderReady(test);
    expect(screen.getByText(new RegExp(sentence))).toBeTruthy();
    // Phones have neither shortcuts nor a context menu.
    expect(screen.queryByRole('heading', { name: 'The keyboard' }) === null).toBe('shortcuts' in test);
  });

  it('leads to the settings and the history, and tests a real link', () => {
    const { testLink } = renderReady();
    expect(links()).toEqual([
      ['History', '/history.html'],
      ['Settings', '#connection'],
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Try a real link' }));
    expect(testLink).toHaveBeenCalledExactlyOnceWith(null, expect.any(Function));
  });

  it('leads back to the connection if that was skipped', () => {
    renderReady({ connection: null });
    expect(links().at(-1)).toEqual(['Connect now', '#first-run']);
    expect(screen.queryByRole('button', { name: 'Try a real link' })).toBeNull();
  });
});

describe('the defaults for new links', () => {
  it.each([
    [true, 'status', 'Saved'],
    [false, 'alert', 'could not save this'],
  ] as const)('are stored at once, and announced (stored: %s)', async (isStored, role, sentence) => {
    const change = vi.fn<(how: () => object) => Promise<boolean>>(() => Promise.resolve(isStored));
    const actions = {
      change,
      onSettingsChange: () => undefined,
    };
    render(<Defaults initial={defaults} actions={actions} />);
    fireEvent.change(screen.getByRole('combobox', { name: 'Default validity' }), {
      target: { value: 'day' },
    });
    fireEvent.click(screen.getByRole('switch', { name: 'Copy each new link' }));
    expect(change.mock.calls.map(([how]) => how())).toEqual([
      { defaultValidity: 'day' },
      { copyAtOnce: false },
    ]);
    await expect.poll(() => screen.getByRole(role).textContent).toContain(sentence);
  });
});

it.each([
  ['en', true, 'Copy the command', 'Copied'],
  ['en', false, 'Copy the command', 'Not copied. Press Copy.'],
  ['zh_CN', true, '复制命令', '已复制'],
] as const)('announces whether the command of the embedded service is copied, in %s: %s', async (...test) => {
  const [language, isCopied, name, sentence] = test;
  setLanguage(language);
  const copy = vi.fn(() => Promise.resolve(isCopied));
  render(<EmbeddedService copy={copy} />);
  fireEvent.click(screen.getByText(name));
  expect(copy).toHaveBeenCalledExactlyOnceWith('npm run service');
  await expect.poll(() => screen.getByRole('status').textContent).toBe(sentence);
});
