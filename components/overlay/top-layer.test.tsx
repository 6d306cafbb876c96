import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTopLayer } from './overlay.ts';

const opened = new Set<Element>();
/** Stands in for the extension's view of closed roots. */
const closedRoots = new Map<Element, ShadowRoot>();
/** How often each element was shown, the last at the end. */
const shown: Element[] = [];

const fire = (target: Element, newState: string): void => {
  const event = Object.assign(new Event('beforetoggle'), { newState });
  target.dispatchEvent(event);
};

/** A DOM without layout has neither popovers nor observers. */
const standIn = (): void => {
  const matches = (element: Element, selector: string): boolean =>
    selector === ':popover-open' ? opened.has(element) : Element.prototype.matches.call(element, selector);
  Object.assign(HTMLElement.prototype, {
    matches(this: Element, selector: string) {
      return matches(this, selector);
    },
    showPopover(this: Element) {
      fire(this, 'open');
      opened.add(this);
      shown.push(this);
    },
    hidePopover(this: Element) {
      opened.delete(this);
    },
  });
  vi.spyOn(ShadowRoot.prototype, 'querySelector').mockImplementation(function (
    this: ShadowRoot,
    selector: string,
  ) {
    return [...this.querySelectorAll('*')].find((element) => matches(element, selector)) ?? null;
  });
  const observer = class {
    observe(): void {
      // Reports nothing.
    }
    takeRecords(): unknown[] {
      return [];
    }
    disconnect(): void {
      // Reports nothing.
    }
  };
  vi.stubGlobal('IntersectionObserver', observer);
  vi.stubGlobal('ResizeObserver', observer);
};

const popover = (): HTMLElement => {
  const element = document.createElement('div');
  Object.assign(element, { popover: 'manual' });
  return element;
};

const showOverlay = () => {
  const element = popover();
  const layer = createTopLayer({
    signal: ended.signal,
    closedRootOf: (other) => closedRoots.get(other) ?? null,
    onRemoved: () => undefined,
  });
  layer.show(element);
  return { element, layer };
};

let ended: AbortController;
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'performance', 'requestAnimationFrame', 'cancelAnimationFrame'],
  });
  ended = new AbortController();
  shown.length = 0;
  standIn();
});
afterEach(() => {
  ended.abort();
  vi.unstubAllGlobals();
  closedRoots.clear();
  document.body.replaceChildren();
  for (const name of ['matches', 'showPopover', 'hidePopover'])
    Reflect.deleteProperty(HTMLElement.prototype, name);
  document.documentElement.querySelectorAll(':scope > div').forEach((each) => each.remove());
});

it('goes above a popover that the page opens, and is visible only some time later', () => {
  const { element, layer } = showOverlay();
  expect(layer.ensureVisible()).toBe(true);
  const other = popover();
  document.body.append(other);
  other.showPopover();
  expect(layer.ensureVisible()).toBe(false);
  vi.advanceTimersByTime(60);
  expect(shown).toEqual([element, other, element]);
  expect(layer.ensureVisible()).toBe(false);
  vi.advanceTimersByTime(400);
  expect(layer.ensureVisible()).toBe(true);
});

it('is not visible on a busy page, whose timers and frames come late, before it was above the popover and painted there', () => {
  const { element, layer } = showOverlay();
  const clock = vi.spyOn(performance, 'now');
  const elsewhere = popover();
  document.body.append(elsewhere);
  const passBusily = (milliseconds: number): void => {
    const now = performance.now();
    clock.mockReturnValue(now + milliseconds);
  };
  elsewhere.showPopover();
  passBusily(500);
  expect(layer.ensureVisible()).toBe(false);
  vi.advanceTimersByTime(60);
  expect(shown).toEqual([element, elsewhere, element]);
  passBusily(500);
  expect(layer.ensureVisible()).toBe(false);
  vi.advanceTimersToNextFrame();
  passBusily(500);
  expect(layer.ensureVisible()).toBe(false);
  vi.advanceTimersToNextFrame();
  expect(layer.ensureVisible()).toBe(false);
  passBusily(300);
  expect(layer.ensureVisible()).toBe(true);
});

it('and another overlay of the extension leave each other as they are', () => {
  const player = showOverlay();
  const toast = showOverlay();
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([player.element, toast.element]);
  expect([player.layer.ensureVisible(), toast.layer.ensureVisible()]).toEqual([true, true]);
});

it('is a popover again if the page has changed that, and does not act at once', () => {
  const { element, layer } = showOverlay();
  Object.assign(element, { popover: null });
  opened.delete(element);
  expect(layer.ensureVisible()).toBe(false);
  expect([element.popover, opened.has(element)]).toEqual(['manual', true]);
});

/** A popover in a closed root of the page. Its events do not leave the root. */
const hiddenPopover = (): HTMLElement => {
  const home = document.body.appendChild(document.createElement('p'));
  const root = home.attachShadow({ mode: 'closed' });
  closedRoots.set(home, root);
  return root.appendChild(popover());
};

it('goes above a popover in a closed root of the page, and is visible only some time later', () => {
  const { element, layer } = showOverlay();
  const other = hiddenPopover();
  other.showPopover();
  expect(layer.ensureVisible()).toBe(false);
  vi.advanceTimersByTime(60);
  expect(shown).toEqual([element, other, element]);
  vi.advanceTimersByTime(400);
  expect(layer.ensureVisible()).toBe(true);

  // The root is known by now, so its events are heard.
  opened.delete(other);
  other.showPopover();
  expect(layer.ensureVisible()).toBe(false);
  vi.advanceTimersByTime(400);
  expect(layer.ensureVisible()).toBe(true);
});

it('is visible at once if a popover in a closed root is closed', () => {
  const { layer } = showOverlay();
  hiddenPopover();
  expect(layer.ensureVisible()).toBe(true);
});
