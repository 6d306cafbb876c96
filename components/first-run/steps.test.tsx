import { fireEvent, render, screen } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import type { Shortcut } from '../../lib/browser/types.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import { runLinkTest } from '../link-test/run-link-test.ts';
import { createPillElements } from '../pill/pill-elements.ts';
import { browser } from '../testing/browser.ts';
import { listedConnection } from '../testing/connections.ts';
import { press, status } from '../testing/dom.ts';
import { Defaults, EmbeddedService, PillPicture, Ready } from './steps.tsx';

vi.mock('../link-test/run-link-test.ts', () => ({ runLinkTest: vi.fn(() => Promise.resolve()) }));

const connection: ConnectionView = listedConnection();
const shortcuts: Shortcut[] = [{ name: 'shorten-page', keys: 'Alt+G' }];

interface ReadyTest {
  connection?: ConnectionView | null;
  isFirefox?: boolean;
  shortcuts?: Shortcut[] | null;
}

const renderReady = (test: ReadyTest = {}) => {
  const closeTab = vi.fn();
  render(<Ready {...{ connection, shortcuts, isFirefox: false, ...test }} closeTab={closeTab} />);
  return { closeTab };
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
    ['on a phone', { isFirefox: true, shortcuts: null }, 'in the browser’s menu'],
  ])('says where the button is %s', (_, test, sentence) => {
    renderReady(test);
    expect(screen.getByText(new RegExp(sentence))).toBeTruthy();
    // Phones have neither shortcuts nor a context menu.
    expect(screen.queryByRole('heading', { name: /^The keyboard/ }) === null).toBe('shortcuts' in test);
  });

  it('leads to the settings, tests a real link, and closes its tab', () => {
    const { closeTab } = renderReady();
    expect(links()).toEqual([['All settings', '#connection']]);
    press('Create test link');
    expect(runLinkTest).toHaveBeenCalledExactlyOnceWith(connection, expect.any(Function));
    press('Done');
    expect(closeTab).toHaveBeenCalledOnce();
  });

  it('leads back to the connection if that was skipped', () => {
    renderReady({ connection: null });
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
  const copy = vi.fn(() => Promise.resolve(true));
  render(<EmbeddedService copy={copy} />);
  press('Copy the command');
  expect(copy).toHaveBeenCalledExactlyOnceWith('npm run service');
  await expect.poll(status).toBe('Copied');
});

/** The lines and areas of all icons, in their order. */
const drawingsIn = (element: Element): (string | null)[] =>
  [...element.querySelectorAll('path')].map((path) => path.getAttribute('d'));

it('the picture of the pill has the icons of the pill in their order', () => {
  const nothing = () => undefined;
  const { section } = createPillElements({ play: nothing, open: nothing, close: nothing });
  const drawings = drawingsIn(section);
  // The note has two.
  expect(drawings).toHaveLength(5);
  expect(drawingsIn(render(<PillPicture />).container)).toEqual(drawings);
});
