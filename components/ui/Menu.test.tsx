import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { descriptionOf } from '../testing/dom.ts';
import { Menu } from './Menu.tsx';

const items = () => [
  { icon: 'recreate' as const, name: 'Create again', choose: vi.fn() },
  { icon: 'link' as const, name: 'Copy address', choose: vi.fn() },
  { icon: 'remove' as const, name: 'Remove', startsGroup: true, isDangerous: true, choose: vi.fn() },
];
const button = (): HTMLElement => screen.getByRole('button', { name: 'More' });
const focused = (): string | undefined => document.activeElement?.textContent;
const type = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const isOpen = (): boolean => screen.queryByRole('menu', { name: 'More' }) !== null;

it('opens at the first item, and chooses with one click', async () => {
  const all = items();
  render(<Menu name="More" items={all} />);
  expect(button().getAttribute('aria-haspopup')).toBe('menu');
  fireEvent.click(button());
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy address' }));
  expect(all.map(({ choose }) => choose.mock.calls.length)).toEqual([0, 1, 0]);
  expect(isOpen()).toBe(false);
  await expect.poll(() => button().getAttribute('aria-expanded')).toBe('false');
});

it('a line is above the first item of a group, but not at the top', async () => {
  render(<Menu name="More" items={items().map((item) => ({ ...item, startsGroup: true }))} />);
  fireEvent.click(button());
  const menu = await screen.findByRole('menu', { name: 'More' });
  const names = [...menu.children].map(({ textContent }) => textContent);
  expect(names).toEqual(['Create again', '', 'Copy address', '', 'Remove']);
});

it('the arrow keys, Home, End and first letters move the focus in a circle, and Tab closes', async () => {
  render(<Menu name="More" items={items()} />);
  fireEvent.click(button());
  await expect.poll(() => focused()).toBe('Create again');
  const steps: [key: string, item: string][] = [
    ['ArrowUp', 'Remove'],
    ['ArrowDown', 'Create again'],
    ['End', 'Remove'],
    ['Home', 'Create again'],
    ['c', 'Copy address'],
    ['C', 'Create again'],
    ['r', 'Remove'],
  ];
  for (const [key, item] of steps) {
    type(key);
    expect([key, focused()]).toEqual([key, item]);
  }
  type('Tab');
  await expect.poll(() => isOpen()).toBe(false);
});

it('Space and the shortcuts of the browser do what they do elsewhere', async () => {
  render(<Menu name="More" items={items()} />);
  fireEvent.click(button());
  await expect.poll(() => focused()).toBe('Create again');
  const isPrevented = (init: KeyboardEventInit): boolean =>
    !fireEvent.keyDown(document.activeElement ?? document.body, init);
  expect(isPrevented({ key: ' ' })).toBe(false);
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
    expect([modifier, isPrevented({ key: 'r', [modifier]: true })]).toEqual([modifier, false]);
  expect(focused()).toBe('Create again');
});

it('a click on the button of an open menu closes it, and its items go', async () => {
  render(<Menu name="More" label="File" items={items()} />);
  const file = screen.getByRole('button', { name: 'File' });
  fireEvent.click(file);
  await screen.findByRole('menu', { name: 'More' });
  fireEvent.click(file);
  expect(isOpen()).toBe(false);
  await expect.poll(() => screen.queryByText('Remove')).toBeNull();
});

it('a submenu takes the place of the menu until that closes', async () => {
  const choose = vi.fn();
  render(<Menu name="More" items={[{ name: 'Copy as', items: [{ name: 'HTML', choose }] }, ...items()]} />);
  fireEvent.click(button());
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy as' }));
  await screen.findByRole('menu', { name: 'Copy as' });
  expect(focused()).toBe('HTML');
  fireEvent.click(screen.getByRole('menuitem', { name: 'HTML' }));
  expect(choose).toHaveBeenCalledOnce();
  await expect.poll(() => screen.queryByText('HTML')).toBeNull();
  fireEvent.click(button());
  await screen.findByRole('menuitem', { name: 'Remove' });
});

it('previews the item that is pointed at, and keeps that beside items without a preview', async () => {
  const previewed = ['One', 'Two'].map((name) => ({ name, preview: `${name}!` }));
  render(<Menu name="More" items={[...previewed, ...items()]} />);
  fireEvent.click(button());
  await expect.poll(() => focused()).toBe('One');
  const steps: [key: string, description: string, preview: string][] = [
    ['Home', 'One!', 'One!'],
    ['ArrowDown', 'Two!', 'Two!'],
    ['ArrowDown', '', 'Two!'],
  ];
  for (const [key, description, preview] of steps) {
    type(key);
    expect(descriptionOf(document.activeElement ?? document.body)).toBe(description);
    screen.getByText(preview);
  }
});

it('has one highlighted item: the pointer takes the focus along', async () => {
  render(<Menu name="More" items={items()} />);
  fireEvent.click(button());
  fireEvent.pointerEnter(await screen.findByRole('menuitem', { name: 'Remove' }));
  expect(focused()).toBe('Remove');
});
