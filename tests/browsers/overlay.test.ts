import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { eventually } from '../support/browsers/eventually.ts';
import { lacks } from '../support/browsers/needs.ts';
import { pill } from '../support/pages/player.ts';
import { closeButton, controlsOf, openTestBrowser, type TestBrowser } from '../support/pages/player-bench.ts';

/** Milliseconds: twice the time after which the player notices at the latest that its extension is gone. */
const removalLimit = 4_000;

const pageOf = (body: string): string =>
  `<!doctype html><html lang="en"><title>Not found</title>${body}</html>`;

describe.skipIf(lacks('chromium'))('The player on a page', () => {
  let browser: TestBrowser;

  beforeAll(async () => {
    browser = await openTestBrowser();
  });
  afterAll(() => browser.close());

  /** Whether the player is topmost in the middle of Play. */
  const isOnTop = (page: Page): Promise<boolean> =>
    page.evaluate(() => {
      const box = globalThis.bench.root()?.querySelector('.play')?.getBoundingClientRect();
      const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return top?.shadowRoot !== null && top?.shadowRoot === globalThis.bench.root();
    });
  const parentOfOverlay = (page: Page): Promise<string | undefined> =>
    page.evaluate(() => document.querySelector('[popover]')?.parentElement?.localName);

  it('has no attribute that identifies the extension', async () => {
    const { page } = await browser.mount();
    const names = await page.$eval('[popover]', (it) => [it.localName, ...it.getAttributeNames()]);
    expect(names).toEqual(['div', 'popover', 'dir']);
  });

  it('works in a document that was rewritten', async () => {
    const bench = await browser.mount();
    await bench.page.evaluate(() => {
      document.open();
      // oxlint-disable-next-line typescript/no-deprecated -- it removes all listeners, which is what this tests
      document.write('<!doctype html><title>Rewritten</title><p>Rewritten');
      document.close();
    });
    await eventually(() => controlsOf(bench.page)).toEqual(pill);
    await bench.page.click('>>> .play');
    expect(await bench.commands()).toEqual([{ type: 'play', by: 'user' }]);
  });

  it('stays where the page moves it', async () => {
    const { page } = await browser.mount();
    await page.$eval('[popover]', (overlay) => document.body.append(overlay));
    expect(await isOnTop(page)).toBe(true);
    expect(await parentOfOverlay(page)).toBe('body');
  });

  it('works with a modal dialog, with a nested one, and after them', async () => {
    const dialog = '<dialog id="one">1<dialog id="two">2</dialog></dialog>';
    const { page, commands } = await browser.mount({ html: pageOf(dialog) });
    const call = (id: string, what: 'showModal' | 'close') =>
      page.$eval(`#${id}`, (it, name) => (it as HTMLDialogElement)[name](), what);
    for (const [id, what] of [
      ['one', 'showModal'],
      ['two', 'showModal'],
      ['two', 'close'],
      ['one', 'close'],
    ] as const) {
      await call(id, what);
      expect(await isOnTop(page), `${id} ${what}`).toBe(true);
      await page.click('>>> .play');
      expect(await commands(), `${id} ${what}`).toHaveLength(1);
    }
    expect(await parentOfOverlay(page)).toBe('html');
    await call('one', 'showModal');
    await page.$eval('#one', (it) => it.remove());
    expect(await parentOfOverlay(page)).toBe('html');
    expect(await isOnTop(page)).toBe(true);
  });

  it('is in the lower end corner by the direction of the page', async () => {
    const corner = async (html: string) => {
      const { page } = await browser.mount({ html });
      return page.evaluate(() => {
        const { x, y, width } = document.querySelector('[popover]')?.getBoundingClientRect() ?? new DOMRect();
        return `${y > innerHeight / 2 ? 'lower' : 'upper'} ${x + width / 2 > innerWidth / 2 ? 'right' : 'left'}`;
      });
    };
    expect(await corner(pageOf('<body>'))).toBe('lower right');
    expect(await corner(pageOf('<body dir="rtl">'))).toBe('lower left');
    expect(await corner('<!doctype html><html dir="rtl"><body>')).toBe('lower left');
  });

  it('stays topmost against hostile styles and has no backdrop', async () => {
    const css = `* { all: unset !important } :not(html) { display: none !important; filter: blur(9px) !important }
      html { font-size: 3px !important; transform: scale(0.1); direction: ltr }
      *::backdrop { background: red !important; position: fixed !important; inset: 0 !important; display: block !important }
      *::before { content: "before" !important; display: block !important; position: fixed; inset: 0 }`;
    const { page } = await browser.mount({ html: pageOf(`<style>${css}</style><body>`) });
    expect(await isOnTop(page)).toBe(true);
    const box = await (await page.waitForSelector('>>> .play'))?.boundingBox();
    expect([box?.width, box?.height].map((each) => Math.round(each ?? NaN))).toEqual([36, 36]);
    const { backdrop, before } = await page.$eval('[popover]', (overlay) => ({
      backdrop: getComputedStyle(overlay, '::backdrop').display,
      before: getComputedStyle(overlay, '::before').content,
    }));
    expect([backdrop, before]).toEqual(['none', 'none']);
  });

  it('is hidden in print and in fullscreen', async () => {
    const { page } = await browser.mount();
    const isSeen = () => page.$eval('>>> .shell', (shell) => shell.checkVisibility());
    await page.emulateMediaType('print');
    expect(await isSeen()).toBe(false);
    await page.emulateMediaType('screen');
    expect(await isSeen()).toBe(true);
    await page.evaluate(() =>
      document.querySelector('main')?.addEventListener('click', (event) => {
        void (event.currentTarget as Element).requestFullscreen();
      }),
    );
    await page.click('main');
    await eventually(isSeen).toBe(false);
    await page.evaluate(() => document.exitFullscreen());
    await eventually(isSeen).toBe(true);
  });

  it('hides its clicks from the page', async () => {
    const { page } = await browser.mount();
    await page.evaluate(() => {
      for (const type of ['click', 'pointerdown', 'mousedown', 'mouseup'])
        document.addEventListener(type, () => void (document.title = `page got ${type}`));
    });
    await page.click('>>> .play');
    expect(await page.title()).toBe('Not found');
  });

  it('is removed by the background and then ignores its commands', async () => {
    const bench = await browser.mount();
    await bench.page.evaluate(() => globalThis.bench.player?.remove());
    expect(await controlsOf(bench.page)).toEqual([]);
    await bench.page.evaluate(() => globalThis.bench.player?.play());
    expect(await bench.commands()).toEqual([]);
  });

  it('plays on request of the person and is then not removed by the background', async () => {
    const bench = await browser.mount();
    await bench.page.evaluate(() => globalThis.bench.player?.play());
    expect(await bench.commands()).toEqual([{ type: 'play', by: 'user' }]);
    await bench.page.evaluate(() => globalThis.bench.player?.remove());
    expect(await controlsOf(bench.page)).toEqual(pill);
    await bench.page.click(closeButton);
    expect(await controlsOf(bench.page)).toEqual([]);
  });

  it('exists once, and can be restarted after it was closed', async () => {
    const { page } = await browser.mount();
    const restart = () => page.evaluate(() => globalThis.bench.start());
    expect(await restart()).toBe(false);
    expect(await page.$$('[popover]')).toHaveLength(1);
    await page.click(closeButton);
    expect(await restart()).toBe(true);
    expect(await page.$$('[popover]')).toHaveLength(1);
  });

  it('can start after a failed attempt', async () => {
    const page = await browser.prepare();
    const started = await page.evaluate(() => {
      const { showPopover } = HTMLElement.prototype;
      HTMLElement.prototype.showPopover = () => {
        throw new Error('No');
      };
      try {
        globalThis.bench.start();
      } catch {
        // Expected.
      }
      HTMLElement.prototype.showPopover = showPopover;
      const left = document.querySelectorAll('[popover]').length;
      return { left, isStarted: globalThis.bench.start() };
    });
    expect(started).toEqual({ left: 0, isStarted: true });
    expect(await controlsOf(page)).toEqual(pill);
  });

  it('removes itself within 2 s, or at a click, once the extension was removed', async () => {
    const { page } = await browser.mount();
    expect(await controlsOf(page)).toEqual(pill);
    await page.evaluate(() => globalThis.bench.orphan());
    await eventually(() => controlsOf(page), removalLimit).toEqual([]);
    const bench = await browser.mount();
    // The extension is removed while the click is dispatched, before the player checks for it.
    await bench.page.evaluate(() =>
      globalThis.addEventListener('pointerdown', () => globalThis.bench.orphan(), { capture: true }),
    );
    await bench.page.click('>>> .play');
    expect(await controlsOf(bench.page)).toEqual([]);
    expect(await bench.commands()).toEqual([]);
  });

  it('stays in its document: a frame of the page, which may be unseen, gets no control', async () => {
    const { page, commands } = await browser.mount();
    await page.evaluate(() => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      frame.style.cssText = 'position: fixed; inset: 0; width: 100vw; height: 100vh; opacity: 0';
      const host = document.querySelector('[popover]');
      if (host) frame.contentDocument?.body.append(host);
    });
    await eventually(() => controlsOf(page)).toEqual(pill);
    const inFrame = () => document.querySelector('iframe')?.contentDocument?.body.childElementCount;
    expect(await page.evaluate(inFrame)).toBe(0);
    expect(await commands()).toEqual([]);
  });

  it('goes above a popover that the page opens, and can be pressed only once it was seen there', async () => {
    const { page, commands } = await browser.mount();
    await page.evaluate(() => {
      const sheet = Object.assign(document.createElement('div'), { popover: 'manual', id: 'sheet' });
      sheet.style.cssText = 'inset: 0; width: 100vw; height: 100vh; pointer-events: none';
      document.body.append(sheet);
      sheet.showPopover();
    });
    await page.click('>>> .play');
    expect(await commands()).toEqual([]);
    await eventually(async () => {
      await page.click('>>> .play');
      return (await commands()).length;
    }).toBe(1);
    expect(await isOnTop(page)).toBe(true);
  });
});
