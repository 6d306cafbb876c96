import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type IconName, Icon } from './Icon.tsx';
import { useSubscription } from './use-subscription.ts';

export interface MenuItem {
  icon?: IconName;
  /** The colour of the connection that the item stands for, shown as a dot; if it is selected, a tick is at its end. */
  hue?: number;
  name: string;
  /** For one of several items, of which one is selected and shows its icon. */
  isSelected?: boolean;
  /** Stands at the end of the item, and describes it. */
  example?: ComponentChildren;
  /** A text at the end of the item, as a part of its name. */
  detail?: string | undefined;
  /** Whether a line separates the item from the one before it. */
  startsGroup?: boolean;
  /** Removes something. */
  isDangerous?: boolean;
  /** The items of a submenu, which takes the place of the menu when this item is chosen. */
  items?: readonly MenuItem[];
  choose?(): void;
}

interface MenuProps {
  /** The accessible name of the button and of its menu. */
  name: string;
  /** The text of the button, if it has one. */
  label?: string;
  /** The icon, before the text if there is one; three dots by default. */
  icon?: IconName;
  /** The colour of the connection that the text of the button names; the button is then a chip. */
  hue?: number;
  /** Stands above the items. */
  heading?: string | undefined;
  /** The id of the element that describes the button. */
  describedBy?: string;
  small?: boolean;
  /** The look of a button that is one of two; it has only the icon. */
  look?: 'primary' | 'outlined' | 'done';
  /** -1 inside a grid, where the arrow keys reach the button. */
  tabIndex?: number;
  items: readonly MenuItem[];
}

/** Pixels between the button and the menu, and between the menu and the edges of the window. */
const gap = 4;
const margin = 8;

/**
 * Puts the menu under the button, or above it if there is no room below, at the end of the button in its direction of writing;
 * in a low window beside the button. A menu of a toolbar covers nothing of that, and stays between its sides.
 */
const place = (menu: HTMLElement, button: HTMLElement): void => {
  const anchor = button.getBoundingClientRect();
  const bar = button.closest('[role="toolbar"]')?.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const isRightToLeft = getComputedStyle(button).direction === 'rtl';
  let left = isRightToLeft ? anchor.left : anchor.right - width;
  let top = anchor.bottom + gap;
  if (top + height + margin > innerHeight) top = (bar ?? anchor).top - gap - height;
  if (top < margin) {
    left = isRightToLeft ? anchor.right + gap : anchor.left - gap - width;
    top = innerHeight - margin - height;
  }
  const { left: start, right: end } = bar ?? { left: margin, right: innerWidth - margin };
  menu.style.left = `${Math.max(start, Math.min(left, end - width))}px`;
  menu.style.top = `${Math.max(margin, top)}px`;
};

const itemsIn = (menu: HTMLElement): HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>('[role^=menuitem]'),
];

/** Moves the focus with the arrow keys, Home and End, and to the next item whose name begins with a letter. */
const moveFocus = (menu: HTMLElement, event: KeyboardEvent): void => {
  // Keys with these modifiers are shortcuts of the browser.
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const items = itemsIn(menu);
  const at = items.findIndex((item) => item === document.activeElement);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const target = steps[event.key];
  if (target !== undefined) items.at(target % items.length)?.focus();
  else if (event.key.length === 1 && event.key !== ' ') {
    const others = [...items.slice(at + 1), ...items.slice(0, at + 1)];
    const letter = event.key.toLowerCase();
    others.find(({ textContent }) => textContent.toLowerCase().startsWith(letter))?.focus();
  } else return;
  event.preventDefault();
};

interface ItemProps {
  item: MenuItem;
  isFirst: boolean;
  choose(): void;
}

const DottedName = ({ hue, name }: { hue: number; name: string }) => (
  <>
    <span class="dot" data-hue={hue} />
    <bdi class="cut">{name}</bdi>
  </>
);

const Item = ({ item, isFirst, choose }: ItemProps) => {
  const { icon, hue, name, isSelected, example, detail, startsGroup, isDangerous, items } = item;
  const exampleId = useId();
  return (
    <>
      {startsGroup && !isFirst && <hr />}
      <button
        type="button"
        role={isSelected === undefined ? 'menuitem' : 'menuitemradio'}
        aria-checked={isSelected}
        aria-haspopup={items && 'menu'}
        aria-label={detail === undefined ? name : `${name} ${detail}`}
        aria-describedby={example === undefined ? undefined : exampleId}
        tabIndex={-1}
        class={isDangerous ? 'danger' : undefined}
        onPointerEnter={(event) => event.currentTarget.focus()}
        onClick={choose}
      >
        {icon && <Icon name={icon} />}
        {hue === undefined ? name : <DottedName hue={hue} name={name} />}
        {detail !== undefined && <span class="meta">{detail}</span>}
        {example !== undefined && (
          <span id={exampleId} class="meta">
            {example}
          </span>
        )}
        {hue !== undefined && isSelected && <Icon name="check" />}
      </button>
    </>
  );
};

interface OpenMenuProps extends Pick<MenuProps, 'name' | 'heading' | 'items'> {
  button: HTMLElement;
  close(): void;
}

/** The menu at its button, with the focus on the first item, until the page scrolls. */
const OpenMenu = ({ button, close, ...props }: OpenMenuProps) => {
  const [{ name, items = [] }, show] = useState<Pick<MenuItem, 'name' | 'items'>>(props);
  const menu = useRef<HTMLDivElement>(null);
  useSubscription((signal) => {
    const { current } = menu;
    if (!current) return;
    current.showPopover();
    // A popover does not scroll with the page.
    addEventListener('scroll', () => current.hidePopover(), { signal });
    // A popup may grow for it.
    addEventListener('resize', () => place(current, button), { signal });
  });
  // Also when a submenu takes the place of the menu.
  useLayoutEffect(() => {
    if (!menu.current) return;
    place(menu.current, button);
    itemsIn(menu.current)[0]?.focus();
  }, [name]);
  const choose = (item: MenuItem): void => {
    if (item.items) {
      show(item);
      return;
    }
    // The browser returns the focus to the button, before the action moves it.
    menu.current?.hidePopover();
    close();
    item.choose?.();
  };
  return (
    <div
      ref={menu}
      role="menu"
      popover="auto"
      aria-label={name}
      onToggle={(event) => event.newState === 'closed' && close()}
      onKeyDown={(event) => {
        if (event.key === 'Tab') close();
        else moveFocus(event.currentTarget, event);
      }}
    >
      {props.heading && <p class="label">{props.heading}</p>}
      {items.map((item, at) => (
        <Item key={item.name} item={item} isFirst={at === 0} choose={() => choose(item)} />
      ))}
    </div>
  );
};

/** A button that opens a menu. Escape and a click elsewhere close it, and the focus returns to the button. */
export const Menu = (props: MenuProps) => {
  const { name, label, icon = 'more', hue, describedBy, small = false, look, tabIndex, items } = props;
  const isChip = label !== undefined && hue !== undefined;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // A press on the button closes an open menu before the click arrives, which would open it again.
  const wasOpen = useRef(false);
  const classes = [look ?? (label === undefined && 'only-icon'), small && 'small', isChip && 'chip']
    .filter(Boolean)
    .join(' ');
  return (
    <>
      <button
        ref={button}
        type="button"
        tabIndex={tabIndex}
        class={classes}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label === undefined ? name : isChip ? `${name}: ${label}` : undefined}
        aria-describedby={describedBy}
        title={label === undefined ? name : undefined}
        onPointerDown={() => (wasOpen.current = isOpen)}
        onClick={() => {
          setOpen(!wasOpen.current);
          wasOpen.current = false;
        }}
      >
        {isChip ? (
          <>
            <DottedName hue={hue} name={label} />
            <Icon name="chevron" small />
          </>
        ) : (
          <>
            <Icon name={icon} small={small} />
            {label}
          </>
        )}
      </button>
      {isOpen && button.current && (
        <OpenMenu
          name={name}
          heading={props.heading}
          items={items}
          button={button.current}
          close={() => setOpen(false)}
        />
      )}
    </>
  );
};
