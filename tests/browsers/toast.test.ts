import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDelivery } from '../../lib/delivery/test-helpers/delivery.ts';
import type { StoredDelivery } from '../../lib/delivery/types.ts';
import { testAttempt } from '../../lib/history/test-helpers/attempt.ts';
import { findingsInAllLooks, loadAxe } from '../support/pages/axe.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { lacks } from '../support/browsers/needs.ts';
import {
  type Bench,
  createdOutcome,
  existing,
  failed,
  openWorkshop,
  type Workshop,
} from '../support/pages/toast-bench.ts';

const link = 'https://s.example/aB3dE6gH';
/** No line breaks within a date. */
const until = `Expires ${'Nov 27, 2037, 2:05 PM'.replaceAll(' ', '\u00a0')}`;
const copied = ['Copied', 's.example/aB3dE6gH', until];
const waiting = 'Shortening…';
const unreachable = failed(
  { reason: 'unreachable', hadEffect: 'no', service: 'https://s.example/v3' },
  'try-again',
);
/** Milliseconds that the bench shows a success; components/overlay/dismiss-timer.test.ts holds the time of the extension. */
const successTime = 2000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The states of a toast; a null outcome is pending. */
const states: Record<string, { shouldCopy: boolean; outcome: StoredDelivery | null }> = {
  waiting: { shouldCopy: true, outcome: null },
  copied: { shouldCopy: true, outcome: createdOutcome() },
  'an existing link': { shouldCopy: true, outcome: existing(Date.now()) },
  'not copied, with a warning': {
    shouldCopy: false,
    outcome: createdOutcome({ request: { ...testDelivery().request, link: 'http://localhost/' } }),
  },
  'a failure': {
    shouldCopy: true,
    outcome: failed({ reason: 'password', hadEffect: 'no' }, 'without-password'),
  },
  'a pause': {
    shouldCopy: true,
    outcome: failed({ reason: 'too-many-requests', hadEffect: 'no', retryAfter: 60 }, 'try-again'),
  },
};

// What it has of every overlay, such as that it ignores scripts and stays above the page: overlay.test.ts, player-controls.test.ts, music-pages.test.ts.
describe.skipIf(lacks('chromium'))('The toast', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
  });
  afterAll(() => workshop.close());

  /** Focuses the button as soon as there is one, logs that, and keeps the page busy, so that the browser paints nothing for 0.3 s. */
  const beBusyWithButton = (): void => {
    const root = document.querySelector('[popover]')?.shadowRoot;
    if (!root) throw new Error('There is no toast');
    new MutationObserver((_, observer) => {
      const button = root.querySelector<HTMLElement>('.row button');
      if (!button) return;
      observer.disconnect();
      button.focus();
      // It reaches the test while the page is busy.
      console.log('focused');
      const end = performance.now() + 300;
      while (performance.now() < end);
    }).observe(root, { childList: true, subtree: true });
  };
  const traces = ({ page }: Bench) =>
    page.evaluate(() => [
      new XMLSerializer().serializeToString(document),
      Object.keys(globalThis).sort().join(),
    ]);
  const isThere = ({ page }: Bench) => page.evaluate(() => document.querySelector('[popover]') !== null);
  const focus = ({ page }: Bench) =>
    page.evaluate(() => {
      const within = document.activeElement?.shadowRoot?.activeElement;
      return within?.ariaLabel ?? within?.textContent ?? document.activeElement?.id ?? '';
    });

  // Their texts, and when these appear: components/toast/toast.test.tsx.
  it('has visible live regions from the start', async () => {
    const bench = await workshop.mount();
    const roles = await bench.page.$$eval('>>> [role=status], >>> [role=alert]', (all) =>
      all.map((node) => node.checkVisibility({ visibilityProperty: true })),
    );
    expect(roles).toEqual([true, true]);
  });

  it('shows and copies a link, stays under the pointer, and leaves after a while without a trace', async () => {
    const bench = await workshop.mount({ shouldCopy: null });
    const before = await traces(bench);
    await bench.start(true);
    await bench.stay();
    await bench.deliver(createdOutcome());
    await eventually(bench.lines).toEqual(copied);
    expect(await bench.clipboard()).toBe(link);
    await sleep(successTime + 500);
    expect(await isThere(bench)).toBe(true);
    await bench.page.mouse.move(20, 400);
    await eventually(() => isThere(bench)).toBe(false);
    expect(await traces(bench)).toEqual(before);
  });

  it('copies in another way if the clipboard never answers', async () => {
    const bench = await workshop.mount();
    await bench.page.evaluate(() => {
      navigator.clipboard.write = () => new Promise(() => undefined);
    });
    await bench.start(true);
    await bench.stay();
    await bench.deliver(createdOutcome());
    await eventually(bench.lines).toEqual(copied);
    expect(await bench.clipboard()).toBe(link);
  });

  it('is as wide as drawn whatever it says, and breaks no link that fits into a line', async () => {
    const bench = await workshop.mount();
    const sizes = () =>
      bench.page.evaluate(() => {
        const host = document.querySelector('[popover]');
        const rows = host?.shadowRoot?.querySelector('.link')?.getBoundingClientRect().height;
        return [host?.getBoundingClientRect().width, Math.round(rows ?? 0)];
      });
    expect((await sizes())[0]).toBe(360);
    await bench.stay();
    const shown = 'shorts.go.a-name.example/k7Wq2-mXd';
    const shortLink = `https://${shown}`;
    await bench.deliver(createdOutcome({ attempt: testAttempt({ shortLink, expiresAt: 2_142_943_500 }) }));
    await eventually(bench.lines).toContain(shown);
    expect(await sizes()).toEqual([360, 20]);
    await bench.page.setViewport({ width: 320, height: 640 });
    expect(await sizes()).toEqual([296, 40]);
  });

  it('leaves the focus in the page, can be used by keyboard after a failure, and returns the focus', async () => {
    const bench = await workshop.mount();
    await bench.page.focus('#home');
    await bench.deliver(unreachable);
    await eventually(bench.buttons).toEqual(['Try again', 'Close']);
    expect(await focus(bench)).toBe('home');
    await bench.page.keyboard.press('Tab');
    expect(await focus(bench)).toBe('Try again');
    await bench.page.keyboard.press('Enter');
    await eventually(bench.lines).toEqual([waiting]);
    expect(await focus(bench)).toBe('Close');
    await bench.deliver(undefined);
    await eventually(() => bench.inRole('alert')).toContain('interrupted Waylark');
    expect(await bench.buttons()).toEqual(['Close']);
    await bench.page.keyboard.press('Escape');
    expect(await isThere(bench)).toBe(false);
    expect(await focus(bench)).toBe('home');
  });

  it('acts at a press as soon as its button is there, also on a busy page', async () => {
    const bench = await workshop.mount({ shouldCopy: null });
    for (let count = 1; count <= 2; count += 1) {
      await bench.start(false);
      await bench.page.evaluate(beBusyWithButton);
      const focused = new Promise((resolve) => bench.page.once('console', resolve));
      await bench.deliver(unreachable);
      await focused;
      await bench.page.keyboard.press('Enter');
      expect(await bench.actions(), `press ${count}`).toHaveLength(count);
    }
  });

  it('replaces an older one, whose link is then not copied', async () => {
    const bench = await workshop.mount();
    await bench.page.evaluate(() => navigator.clipboard.writeText('mine'));
    const older = await bench.page.evaluateHandle(() => globalThis.toastBench.hold());
    await bench.start(false);
    expect(await bench.page.$$('[popover]')).toHaveLength(1);
    await older.evaluate((answer, outcome) => answer(outcome), createdOutcome());
    await bench.deliver(unreachable);
    await eventually(() => bench.inRole('alert')).toContain('No answer from');
    expect(await bench.clipboard()).toBe('mine');
  });

  it('appears after one that could not appear', async () => {
    const bench = await workshop.mount({ shouldCopy: null });
    await bench.page.evaluate(async () => {
      const { showPopover } = HTMLElement.prototype;
      const failed = new Promise<void>((resolve) => {
        HTMLElement.prototype.showPopover = () => {
          resolve();
          throw new Error('No');
        };
      });
      void globalThis.toastBench.start(false).catch(() => undefined);
      await failed;
      HTMLElement.prototype.showPopover = showPopover;
    });
    expect(await isThere(bench)).toBe(false);
    await bench.start(false);
    await bench.deliver(unreachable);
    await eventually(() => bench.inRole('alert')).toContain('No answer from');
  });

  it('passes axe in each state, in light, dark and forced colors', async () => {
    const bench = await workshop.mount({ shouldCopy: null });
    await loadAxe(bench.page);
    for (const [name, { shouldCopy, outcome }] of Object.entries(states)) {
      await bench.page.mouse.move(1, 1);
      await bench.start(shouldCopy);
      await bench.stay();
      if (outcome) await bench.deliver(outcome);
      await eventually(bench.lines).toEqual(outcome ? expect.not.arrayContaining([waiting]) : [waiting]);
      expect(await findingsInAllLooks(bench.page, '[popover]'), name).toEqual([]);
    }
  });
});
