import { afterEach, expect, it, vi } from 'vitest';
import { watchCover } from './clickjacking-guard.ts';

/** What Chromium reports of an overlay: whether it is visible, and the height of its part within the window. */
interface Report {
  isVisible?: boolean;
  height: number;
}

const visible: Report = { isVisible: true, height: 48 };
const covered: Report = { isVisible: false, height: 48 };
/** Chromium calls an element without a size, or outside of the window, invisible. */
const empty: Report = { isVisible: false, height: 0 };

/** Delivers the reports at once, or leaves them queued until they are read. */
const report = (reports: Report[], isQueued = false): (() => boolean) => watch(reports, isQueued).isCovered;

/** The same, with the number of overlays that are observed, and what ends that. */
const watch = (reports: Report[], isQueued = false) => {
  const entries = reports.map(({ isVisible, height }) => ({ isVisible, intersectionRect: { height } }));
  let deliver = (): void => undefined;
  let observed = 0;
  const end = new AbortController();
  const observer = class {
    constructor(callback: (entries: unknown[]) => void) {
      if (!isQueued) deliver = () => callback(entries);
    }
    observe(): void {
      observed += 1;
    }
    disconnect(): void {
      observed -= 1;
    }
    takeRecords(): unknown[] {
      return isQueued ? entries : [];
    }
  };
  vi.stubGlobal('IntersectionObserver', observer);
  const isCovered = watchCover(document.createElement('div'), end.signal);
  deliver();
  return { isCovered, end: () => end.abort(), observed: () => observed };
};

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['nothing was reported yet', [], false],
  ['it is visible', [visible], false],
  ['something covers it', [covered], true],
  ['something covers it no more', [covered, visible], false],
  ['something covers it since', [visible, covered], true],
  ['it was empty when that was reported, as a toast is at first', [empty], false],
  ['it was empty after it was covered', [covered, empty], false],
  ['the browser reports no visibility', [{ height: 48 }], false],
] as const)('is covered or not where %s', (_, reports, expected) => {
  expect(report([...reports])()).toBe(expected);
});

it('is covered if that is computed and not yet delivered', () => {
  expect(report([visible, covered], true)()).toBe(true);
});

it('is covered during a view transition of the page, whatever was reported before', () => {
  const isCovered = report([visible]);
  Object.assign(document, { activeViewTransition: {} });
  expect(isCovered()).toBe(true);
  Reflect.deleteProperty(document, 'activeViewTransition');
  expect(isCovered()).toBe(false);
});

it('is observed until its signal is aborted', () => {
  const { end, observed } = watch([visible]);
  expect(observed()).toBe(1);
  end();
  expect(observed()).toBe(0);
});
