import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { overlayAttribute } from '../../lib/browser/types.ts';
import { createTopLayer } from './top-layer.ts';

const opened = new Set<Element>();
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
};

const popover = (): HTMLElement => {
  const element = document.createElement('div');
  Object.assign(element, { popover: 'manual' });
  return element;
};

const showOverlay = () => {
  const element = popover();
  const container = element.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
  container.setAttribute(overlayAttribute, 'player');
  const layer = createTopLayer({
    signal: ended.signal,
    closedRootOf: (other) => other.shadowRoot,
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
  document.body.replaceChildren();
  for (const name of ['matches', 'showPopover', 'hidePopover'])
    Reflect.deleteProperty(HTMLElement.prototype, name);
  document.documentElement.querySelectorAll(':scope > div').forEach((each) => each.remove());
});

it('goes above a popover that the page opens, and acts only some time later', () => {
  const { element, layer } = showOverlay();
  expect(layer.isOnTop()).toBe(true);
  const other = popover();
  document.body.append(other);
  other.showPopover();
  expect(layer.isOnTop()).toBe(false);
  vi.advanceTimersByTime(60);
  expect(shown).toEqual([element, other, element]);
  expect(layer.isOnTop()).toBe(false);
  vi.advanceTimersByTime(400);
  expect(layer.isOnTop()).toBe(true);
});

it('does not act on a busy page, whose timers and frames come late, before it was above the popover and painted there', () => {
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
  expect(layer.isOnTop()).toBe(false);
  vi.advanceTimersByTime(60);
  expect(shown).toEqual([element, elsewhere, element]);
  passBusily(500);
  expect(layer.isOnTop()).toBe(false);
  vi.advanceTimersToNextFrame();
  expect(layer.isOnTop()).toBe(false);
  passBusily(300);
  expect(layer.isOnTop()).toBe(true);
});

it('and another overlay of the extension leave each other as they are', () => {
  const player = showOverlay();
  const toast = showOverlay();
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual([player.element, toast.element]);
  expect([player.layer.isOnTop(), toast.layer.isOnTop()]).toEqual([true, true]);
});

it('is a popover again if the page has changed that, and does not act at once', () => {
  const { element, layer } = showOverlay();
  Object.assign(element, { popover: null });
  opened.delete(element);
  expect(layer.isOnTop()).toBe(false);
  vi.advanceTimersByTime(60);
  expect([element.popover, opened.has(element)]).toEqual(['manual', true]);
});
