import { type ComponentChildren, Fragment } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type IconName, Icon } from './Icon.tsx';

export interface MenuItem {
  icon?: IconName;
  /** The color of the connection that the item stands for, shown as a dot. */
  hue?: number;
  name: string;
  /** For one of several items, of which one is selected and shows its icon. */
  isSelected?: boolean;
  /** What the item gives: shown below the items that have one, for the item that is pointed at. */
  preview?: ComponentChildren;
  /** The keys that do the same, at the end of the item. */
  keys?: string | undefined;
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
  /** The color of the connection that the text of the button names; the button is then a chip. */
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
  previewId: string;
  point(): void;
  choose(): void;
}

const DottedName = ({ hue, name }: { hue: number; name: string }) => (
  <>
    <span class="dot" data-hue={hue} />
    <bdi class="cut">{name}</bdi>
  </>
);

const Item = ({ item, isFirst, previewId, point, choose }: ItemProps) => {
  const { icon, hue, name, isSelected, preview, keys, detail, startsGroup, isDangerous, items } = item;
  return (
    <>
      {startsGroup && !isFirst && <hr />}
      <button
        type="button"
        role={isSelected === undefined ? 'menuitem' : 'menuitemradio'}
        aria-checked={isSelected}
        aria-haspopup={items && 'menu'}
        aria-label={detail === undefined ? name : `${name} ${detail}`}
        aria-describedby={preview === undefined ? undefined : previewId}
        aria-keyshortcuts={keys}
        tabIndex={-1}
        class={isDangerous ? 'danger' : undefined}
        onFocus={point}
        onPointerEnter={(event) => event.currentTarget.focus()}
        onClick={choose}
      >
        {icon && <Icon name={icon} />}
        {hue === undefined ? name : <DottedName hue={hue} name={name} />}
        {(detail ?? keys) && <span class="meta">{detail ?? keys}</span>}
      </button>
    </>
  );
};

/**
 * A button that opens a menu. The browser opens and closes it, places it (surfaces.css) and returns the focus to the button. A
 * closed menu has no items.
 */
export const Menu = (props: MenuProps) => {
  const { name, label, icon = 'more', hue, heading, describedBy, small = false, look, tabIndex } = props;
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [submenu, setSubmenu] = useState<MenuItem | null>(null);
  const items = submenu?.items ?? props.items;
  /** Of the last item with a preview that had the focus. */
  const [preview, setPreview] = useState<ComponentChildren>();
  const lastPreviewed = items.findLast((item) => item.preview !== undefined);
  const focusFirst = (): void => {
    if (menu.current) itemsIn(menu.current)[0]?.focus();
  };
  useLayoutEffect(() => {
    if (submenu) focusFirst();
  }, [submenu]);
  const choose = (item: MenuItem): void => {
    if (item.items) {
      setSubmenu(item);
      return;
    }
    // The browser returns the focus to the button, before the action moves it.
    menu.current?.hidePopover();
    item.choose?.();
  };
  const isChip = label !== undefined && hue !== undefined;
  const classes = [look ?? (label === undefined && 'only-icon'), small && 'small', isChip && 'chip']
    .filter(Boolean)
    .join(' ');
  return (
    <>
      <button
        type="button"
        popovertarget={id}
        tabIndex={tabIndex}
        class={classes}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label === undefined ? name : isChip ? `${name}: ${label}` : undefined}
        aria-describedby={describedBy}
        title={label === undefined ? name : undefined}
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
      <div
        ref={menu}
        id={id}
        role="menu"
        popover="auto"
        aria-label={submenu?.name ?? name}
        // The items are there when it is shown, and while the browser returns the focus from them.
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={({ newState }) => {
          setOpen(newState === 'open');
          setSubmenu(null);
          if (newState === 'open') focusFirst();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Tab') event.currentTarget.hidePopover();
          else moveFocus(event.currentTarget, event);
        }}
      >
        {isOpen && heading && <p class="label">{heading}</p>}
        {isOpen &&
          items.map((item, at) => (
            <Fragment key={item.name}>
              <Item
                item={item}
                isFirst={at === 0}
                previewId={`${id}-preview`}
                point={() => item.preview !== undefined && setPreview(item.preview)}
                choose={() => choose(item)}
              />
              {item === lastPreviewed && (
                <p id={`${id}-preview`} class="preview num">
                  <span class="clamp">{preview}</span>
                </p>
              )}
            </Fragment>
          ))}
      </div>
    </>
  );
};
