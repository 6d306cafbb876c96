import { fireEvent, render, screen } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { background } from '../../lib/background.ts';
import { copy } from '../../lib/browser/clipboard.ts';
import { listed, shortcuts } from '../options/options-state.ts';
import { browser } from '../testing/browser.ts';
import { listedConnection } from '../testing/connections.ts';
import { press, said, status } from '../testing/dom.ts';
import { renderPlayer } from '../testing/render-player.tsx';
import { EmbeddedService } from '../connection/ConnectionFields.tsx';
import { Defaults, PillPicture, Ready } from './FirstRun.tsx';

const renderReady = ({ isConnected = true, isFirefox = false, isPhone = false } = {}): void => {
  vi.stubEnv('FIREFOX', isFirefox ? '1' : '');
  listed.value = isConnected ? [listedConnection()] : [];
  shortcuts.value = isPhone ? null : [{ name: 'shorten-page', keys: 'Alt+G' }];
  render(<Ready />);
};

const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

describe('the end of the first run', () => {
  it('says how to use the extension', () => {
    renderReady();
    expect(screen.getByRole('heading', { name: 'The context menu' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: /^The keyboard/ }).textContent).toBe('The keyboard Alt+G');
  });

  it.each([
    ['in Chromium', { isFirefox: false }, 'puzzle piece'],
    ['in Firefox', { isFirefox: true }, 'beside the address bar'],
    ['on a phone', { isFirefox: true, isPhone: true }, 'in the browser’s menu'],
  ])('says where the button is %s', (_, test, sentence) => {
    renderReady(test);
    expect(screen.getByText(new RegExp(sentence))).toBeTruthy();
    // Phones have neither shortcuts nor a context menu.
    expect(screen.queryByRole('heading', { name: /^The keyboard/ }) === null).toBe('isPhone' in test);
  });

  it('leads to the settings, tests a real link, and closes its tab', async () => {
    const shorten = vi.spyOn(background, 'shorten').mockResolvedValue(undefined);
    renderReady();
    expect(links()).toEqual([['All settings', '#connection']]);
    press('Create test link');
    await expect.poll(() => shorten.mock.calls.length).toBe(1);
    expect(shorten.mock.lastCall?.[0].link).toBe('https://example.com/');
    press('Done');
    await expect.poll(() => browser.tabs.remove.mock.calls).toEqual([[1]]);
  });

  it('leads back to the connection if that was skipped', () => {
    renderReady({ isConnected: false });
    expect(links().at(-1)).toEqual(['Connect now', '#first-run']);
    expect(screen.queryByRole('button', { name: 'Create test link' })).toBeNull();
  });
});

describe('the defaults for new links', () => {
  it('are stored at once, which is announced', async () => {
    render(<Defaults />);
    fireEvent.change(screen.getByRole('combobox', { name: 'Default validity' }), {
      target: { value: 'day' },
    });
    fireEvent.click(screen.getByRole('switch', { name: 'Copy each new link' }));
    await expect.poll(status).toBe('Saved');
    expect(browser.storage.local.values['settings']).toMatchObject({
      defaultValidity: 'day',
      copyAtOnce: false,
    });
  });
});

it('copies the command of the embedded service, and says so', async () => {
  render(<EmbeddedService />);
  press('Copy the command');
  expect(copy).toHaveBeenCalledExactlyOnceWith('npm run service');
  await expect.poll(said).toBe('Copied');
});

/** The lines and areas of all icons, in their order. */
const drawingsIn = (element: Element): (string | null)[] =>
  [...element.querySelectorAll('path')].map((path) => path.getAttribute('d'));

it('the picture of the pill has the icons of the pill in their order', () => {
  renderPlayer();
  const drawings = drawingsIn(screen.getByRole('region'));
  // The note has two.
  expect(drawings).toHaveLength(5);
  expect(drawingsIn(render(<PillPicture />).container)).toEqual(drawings);
});
