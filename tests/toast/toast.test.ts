import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../e2e/support/eventually.ts';
import { lacks } from '../e2e/support/needs.ts';
import {
  type Bench,
  failed,
  made,
  existing,
  openWorkshop,
  refuseToCopy,
  type Workshop,
} from './support/bench.ts';

const link = 'https://s.example/aB3dE6gH';
const until = 'until Nov 27, 2027, 2:05 PM';
const copied = ['Copied', link, until];
const unreachable = failed(
  { reason: 'unreachable', made: 'no', service: 'https://s.example/v3' },
  'try-again',
);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.skipIf(lacks('chromium'))('The toast', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
  });
  afterAll(() => workshop.close());

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

  it('is not there where nobody asked for anything', async () => {
    const bench = await workshop.mount({ shouldCopy: null });
    await sleep(500);
    expect(await isThere(bench)).toBe(false);
  });

  it('has the places for its words before the words, and waits a moment before it says that one waits', async () => {
    const bench = await workshop.mount();
    expect([await bench.inRole('status'), await bench.inRole('alert'), await bench.buttons()]).toEqual([
      '',
      '',
      [],
    ]);
    const roles = await bench.page.$$eval('>>> [role=status], >>> [role=alert]', (all) =>
      all.map((node) => node.checkVisibility({ visibilityProperty: true })),
    );
    expect(roles).toEqual([true, true]);
    await eventually(() => bench.inRole('status')).toBe('Shortening…');
    await bench.deliver(made());
    await eventually(bench.lines).toEqual(copied);
    expect(await bench.inRole('alert')).toBe('');
  });

  it('tells a success, shouldCopy it, and goes after 4 s without a trace', async () => {
    const bench = await workshop.mount({ shouldCopy: null });
    const before = await traces(bench);
    await bench.start(true);
    await bench.deliver(made());
    await eventually(bench.lines).toEqual(copied);
    expect(await bench.clipboard()).toBe(link);
    await sleep(3000);
    expect(await isThere(bench)).toBe(true);
    await eventually(() => isThere(bench), 3000).toBe(false);
    expect(await traces(bench)).toEqual(before);
  });

  it('keeps the short link from a page that searches itself, but not from who must copy it by hand', async () => {
    const bench = await workshop.mount({ shouldCopy: null });
    const finds = () => bench.page.evaluate(`window.find('s.example', false, false, true)`);
    await bench.start(true);
    await bench.deliver(made());
    await eventually(bench.lines).toEqual(copied);
    expect(await finds()).toBe(false);
    await bench.start(false);
    await bench.deliver(made());
    await refuseToCopy(bench.page);
    await eventually(bench.buttons).toContain('Copy');
    await bench.press('Copy');
    await eventually(finds).toBe(true);
  });

  it('stays as long as the pointer is over it', async () => {
    const bench = await workshop.mount();
    await bench.deliver(made());
    await eventually(bench.lines).toEqual(copied);
    await bench.page.hover('>>> .link');
    await sleep(6000);
    expect(await isThere(bench)).toBe(true);
    await bench.page.mouse.move(20, 400);
    await eventually(() => isThere(bench)).toBe(false);
  });

  it('says that a link is older, and makes another', async () => {
    const bench = await workshop.mount();
    await bench.deliver(existing(Date.now() - 86_400_000));
    await eventually(bench.lines).toEqual([...copied, 'You made this yesterday']);
    await bench.press('Make another');
    await eventually(bench.lines).toEqual(['Shortening…']);
    expect(await bench.actions()).toEqual(['id of another']);
    await bench.deliver(made());
    await eventually(bench.lines).toEqual(copied);
  });

  it('touches the clipboard only at a click where it is not to copy', async () => {
    const bench = await workshop.mount({ shouldCopy: false });
    await bench.page.evaluate(() => navigator.clipboard.writeText('mine'));
    await bench.deliver(made({ warning: 'loopback' }));
    await eventually(bench.buttons).toEqual(['Copy', 'Close']);
    expect((await bench.lines()).slice(0, 3)).toEqual(['Your short link is ready', link, until]);
    expect(await bench.lines()).toHaveLength(4);
    expect(await bench.clipboard()).toBe('mine');
    await bench.press('Copy');
    await eventually(async () => (await bench.lines())[0]).toBe('Copied');
    expect(await bench.clipboard()).toBe(link);
    await eventually(() => isThere(bench), 8000).toBe(false);
  });

  it('does not say "Copied" where it is not, and then stays', async () => {
    const bench = await workshop.mount({ shouldCopy: null });
    await refuseToCopy(bench.page);
    await bench.start(true);
    await bench.deliver(made());
    await eventually(bench.lines).toEqual(['Not copied: press Copy.', link, until]);
    await bench.press('Copy');
    await eventually(async () => (await bench.lines())[0]).toContain('does not let Waylark copy');
    await sleep(5500);
    expect(await isThere(bench)).toBe(true);
  });

  it('gives no time to a clipboard that never answers', async () => {
    const bench = await workshop.mount();
    await bench.page.evaluate(() => {
      navigator.clipboard.write = () => new Promise(() => undefined);
    });
    await bench.start(true);
    await bench.deliver(made());
    await eventually(bench.lines, 3000).toEqual(copied);
    expect(await bench.clipboard()).toBe(link);
  });

  it('tells a failure at once, stays, tries again, and is closed by Escape', async () => {
    const bench = await workshop.mount();
    await bench.deliver(unreachable);
    await eventually(() => bench.inRole('alert')).toContain('could not be reached');
    expect(await bench.inRole('status')).toBe('');
    await sleep(5500);
    await bench.page.focus('#home');
    await bench.page.keyboard.press('Tab');
    expect(await focus(bench)).toBe('Try again');
    await bench.page.keyboard.press('Enter');
    await eventually(bench.lines).toEqual(['Shortening…']);
    expect(await focus(bench)).toBe('Close');
    await bench.deliver(undefined);
    await eventually(() => bench.inRole('alert')).toContain('stopped Waylark in the middle');
    expect(await bench.buttons()).toEqual(['Close']);
    await bench.page.keyboard.press('Escape');
    expect(await isThere(bench)).toBe(false);
    expect(await focus(bench)).toBe('home');
  });

  it('counts the pause down before it tries again', async () => {
    const bench = await workshop.mount();
    await bench.deliver(failed({ reason: 'too-many-requests', made: 'no', retryAfter: 2 }, 'try-again'));
    await eventually(bench.buttons).toEqual(['Try again (2)', 'Close']);
    await bench.press('Try again (2)');
    await eventually(bench.buttons).toEqual(['Try again (1)', 'Close']);
    await eventually(bench.buttons).toEqual(['Try again', 'Close']);
    expect(await bench.actions()).toEqual([]);
    await bench.press('Try again');
    expect(await bench.actions()).toEqual(['id of try-again']);
  });

  it('goes when the settings have opened, and says so where a button did nothing', async () => {
    const bench = await workshop.mount();
    await bench.deliver(failed({ reason: 'not-connected', made: 'no' }, 'settings'));
    await eventually(bench.buttons).toEqual(['Settings', 'Close']);
    await bench.press('Settings');
    await bench.deliver(null);
    await eventually(() => isThere(bench)).toBe(false);
    await bench.start(true);
    await bench.deliver(unreachable);
    await eventually(bench.buttons).toEqual(['Try again', 'Close']);
    await bench.press('Try again');
    await bench.deliver(null);
    await eventually(() => bench.inRole('alert')).toContain('before anything was sent');
  });

  it('takes the place of an older one, whose link is not copied any more', async () => {
    const bench = await workshop.mount();
    await bench.page.evaluate(() => navigator.clipboard.writeText('mine'));
    const older = await bench.page.evaluateHandle(() => globalThis.toastBench.hold());
    await bench.start(false);
    expect(await bench.page.$$('[popover]')).toHaveLength(1);
    await older.evaluate((answer, told) => answer(told), made());
    await sleep(1500);
    expect(await bench.clipboard()).toBe('mine');
    await bench.deliver(unreachable);
    await eventually(() => bench.inRole('alert')).toContain('could not be reached');
  });

  it('appears after one that could not', async () => {
    const bench = await workshop.mount({ shouldCopy: null });
    await bench.page.evaluate(async () => {
      const { showPopover } = HTMLElement.prototype;
      const failed = new Promise<void>((resolve) => {
        HTMLElement.prototype.showPopover = () => {
          resolve();
          throw new Error('No');
        };
      });
      globalThis.toastBench.start(false);
      await failed;
      HTMLElement.prototype.showPopover = showPopover;
    });
    expect(await isThere(bench)).toBe(false);
    await bench.start(false);
    await bench.deliver(unreachable);
    await eventually(() => bench.inRole('alert')).toContain('could not be reached');
  });

  it('is gone some seconds after the extension, unless the pointer is over it', async () => {
    const bench = await workshop.mount();
    await bench.deliver(unreachable);
    await eventually(bench.buttons).toEqual(['Try again', 'Close']);
    const button = await bench.page.waitForSelector('>>> ::-p-aria([name="Try again"][role="button"])');
    await button?.hover();
    const orphaned = Date.now();
    await bench.page.evaluate(() => globalThis.toastBench.orphan());
    await sleep(7500);
    expect(await isThere(bench)).toBe(true);
    await bench.page.mouse.move(1, 1);
    await eventually(() => isThere(bench)).toBe(false);
    expect(Date.now() - orphaned).toBeGreaterThan(7500);
  });

  it('never takes the focus, and obeys no script', async () => {
    const bench = await workshop.mount();
    await bench.page.focus('#home');
    await bench.deliver(unreachable);
    await eventually(bench.buttons).toEqual(['Try again', 'Close']);
    expect(await focus(bench)).toBe('home');
    await bench.page.evaluate(() => {
      const buttons = document.querySelector('[popover]')?.shadowRoot?.querySelectorAll('button') ?? [];
      for (const button of buttons) button.click();
      buttons[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    });
    expect([await bench.actions(), await isThere(bench)]).toEqual([[], true]);
  });

  it('comes back to a page that takes it out, also under a modal dialog', async () => {
    const bench = await workshop.mount({ html: '<!doctype html><title>A</title><dialog>Cookies?</dialog>' });
    await bench.deliver(unreachable);
    await eventually(bench.buttons).toEqual(['Try again', 'Close']);
    await bench.page.$eval('[popover]', (host) => host.remove());
    await eventually(() => bench.inRole('alert')).toContain('could not be reached');
    await bench.page.$eval('dialog', (dialog) => dialog.showModal());
    await bench.press('Close');
    expect(await isThere(bench)).toBe(false);
  });
});
