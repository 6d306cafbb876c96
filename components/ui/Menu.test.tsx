import { fireEvent, render, screen } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
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

/** By its role; a button is at 308, `top`. */
const rectOf = (role: string | null, top: number): DOMRect => {
  if (role === 'menu') return new DOMRect(0, 0, 200, 200);
  return role === 'toolbar' ? new DOMRect(160, top - 40, 240, 80) : new DOMRect(308, top, 32, 32);
};

/**
 * Where a menu of 200 by 200 pixels stands whose button of 32 by 32 is at 308, `top`, in a window of this height, which is
 * another one soon, and in a toolbar if there is one.
 */
const placeOf = async (height: number, top: number, { role = '', later = height } = {}) => {
  vi.stubGlobal('innerHeight', height);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function rect(
    this: HTMLElement,
  ) {
    return rectOf(this.role, top);
  });
  render(
    <div role={role as 'toolbar'}>
      <Menu name="More" items={items()} />
    </div>,
  );
  fireEvent.click(button());
  const { style } = await screen.findByRole('menu', { name: 'More' });
  vi.stubGlobal('innerHeight', later);
  fireEvent(window, new Event('resize'));
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  return { top: style.top, left: style.left };
};

it('opens at the first item, and chooses with one click', async () => {
  const all = items();
  render(<Menu name="More" items={all} />);
  expect(button().getAttribute('aria-haspopup')).toBe('menu');
  fireEvent.click(button());
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy address' }));
  expect(all.map(({ choose }) => choose.mock.calls.length)).toEqual([0, 1, 0]);
  expect([isOpen(), button().getAttribute('aria-expanded')]).toEqual([false, 'false']);
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

it('a click on the button of an open menu closes it, also if the browser closed it at the press', async () => {
  render(<Menu name="More" label="File" items={items()} />);
  const file = screen.getByRole('button', { name: 'File' });
  fireEvent.click(file);
  const menu = await screen.findByRole('menu', { name: 'More' });
  fireEvent.pointerDown(file);
  const closed = Object.assign(new Event('toggle'), { newState: 'closed' });
  fireEvent(menu, closed);
  await expect.poll(() => isOpen()).toBe(false);
  fireEvent.click(file);
  expect(isOpen()).toBe(false);
});

it.each([
  ['below its button', 768, 100, {}, { top: '136px', left: '140px' }],
  ['above it, if there is no room below', 768, 600, {}, { top: '396px', left: '140px' }],
  ['beside it in a low window, and not over it', 320, 150, {}, { top: '112px', left: '104px' }],
  [
    'above all of a toolbar, and between its sides',
    768,
    600,
    { role: 'toolbar' },
    { top: '356px', left: '160px' },
  ],
  [
    'below its button as soon as a popup has grown',
    320,
    250,
    { later: 520 },
    { top: '286px', left: '140px' },
  ],
])('stands %s', async (...[, height, top, how, expected]) => {
  await expect(placeOf(height, top, how)).resolves.toEqual(expected);
});

it('has one highlighted item: the pointer takes the focus along', async () => {
  render(<Menu name="More" items={items()} />);
  fireEvent.click(button());
  fireEvent.pointerEnter(await screen.findByRole('menuitem', { name: 'Remove' }));
  expect(focused()).toBe('Remove');
});
