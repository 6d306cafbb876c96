import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPopup } from './pages.ts';

const opened = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock('../webextension/browser.ts', () => ({
  browser: {
    tabs: { getCurrent: () => Promise.resolve({ windowId: 7 }) },
    action: { openPopup: opened },
  },
}));

let isFocused = true;
let page: EventTarget;

beforeEach(() => {
  isFocused = true;
  page = new EventTarget();
  opened.mockClear();
  vi.useFakeTimers();
  vi.stubGlobal('document', { hasFocus: () => isFocused });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('opens the popup in the window of the page', async () => {
  await openPopup();
  expect(opened).toHaveBeenCalledExactlyOnceWith({ windowId: 7 });
});

it('waits for the focus that a prompt has taken', async () => {
  isFocused = false;
  const opening = openPopup();
  await vi.advanceTimersByTimeAsync(500);
  expect(opened).not.toHaveBeenCalled();
  isFocused = true;
  page.dispatchEvent(new Event('focus'));
  await opening;
  expect(opened).toHaveBeenCalledOnce();
});

it('opens nothing if the focus does not come back', async () => {
  isFocused = false;
  const opening = openPopup();
  await vi.advanceTimersByTimeAsync(1_000);
  await opening;
  expect(opened).not.toHaveBeenCalled();
});
