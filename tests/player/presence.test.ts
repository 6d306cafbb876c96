import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { eventually } from '../e2e/support/eventually.ts';
import { lacks } from '../e2e/support/needs.ts';
import { openWorkshop, playing, type Workshop } from './support/bench.ts';
import { controlsOf } from './support/tree.ts';

const pill = ['button Play', 'button Open player', 'button Close'];
const pageOf = (body: string): string =>
  `<!doctype html><html lang="en"><title>Not found</title>${body}</html>`;

describe.skipIf(lacks('chromium'))('The player in a page', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
  });
  afterAll(() => workshop.close());

  /** What lies on top in the middle of Play. */
  const isOnTop = (page: Page): Promise<boolean> =>
    page.evaluate(() => {
      const box = globalThis.bench.root()?.querySelector('.play')?.getBoundingClientRect();
      const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return top?.shadowRoot !== null && top?.shadowRoot === globalThis.bench.root();
    });
  const parentOfHost = (page: Page): Promise<string | undefined> =>
    page.evaluate(() => document.querySelector('[popover]')?.parentElement?.localName);

  it('is a node without a name of ours', async () => {
    const { page } = await workshop.mount();
    const names = await page.$eval('[popover]', (it) => [it.localName, ...it.getAttributeNames()]);
    expect(names).toEqual(['div', 'popover', 'dir']);
  });

  it('comes back three times, and keeps what it knows', async () => {
    const bench = await workshop.mount();
    await bench.report({ ...playing, place: 'elsewhere' });
    for (let times = 1; times <= 3; times += 1) {
      await bench.page.$eval('[popover]', (host) => host.remove());
      expect(await controlsOf(bench.page), `time ${times}`).toEqual(pill);
      expect(await bench.page.$eval('>>> .playing', (it) => it.textContent)).toBe('Playing in another tab');
    }
    expect(await bench.events()).toEqual(['arrive']);
    await bench.page.$eval('[popover]', (host) => host.remove());
    expect(await controlsOf(bench.page)).toEqual([]);
    expect(await bench.events()).toEqual(['arrive', 'close']);
  });

  it('works on in a document that was written anew', async () => {
    const bench = await workshop.mount();
    await bench.page.evaluate(() => {
      document.open();
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- what is tested: it does away with all listeners
      document.write('<!doctype html><title>Anew</title><p>Anew');
      document.close();
    });
    await eventually(() => controlsOf(bench.page)).toEqual(pill);
    await bench.page.click('>>> .play');
    expect(await bench.commands()).toEqual([{ do: 'play', by: 'person' }]);
  });

  it('stays where a page moves it', async () => {
    const { page } = await workshop.mount();
    await page.$eval('[popover]', (host) => document.body.append(host));
    expect(await isOnTop(page)).toBe(true);
    expect(await parentOfHost(page)).toBe('body');
  });

  it('can be used under a modal dialog, also one in one, and after them', async () => {
    const dialog = '<dialog id="one">1<dialog id="two">2</dialog></dialog>';
    const { page, commands } = await workshop.mount({ html: pageOf(dialog) });
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
    expect(await parentOfHost(page)).toBe('html');
    await call('one', 'showModal');
    await page.$eval('#one', (it) => it.remove());
    expect(await parentOfHost(page)).toBe('html');
    expect(await isOnTop(page)).toBe(true);
  });

  it('is in the lower end corner of the page, whose direction decides', async () => {
    const corner = async (html: string) => {
      const { page } = await workshop.mount({ html });
      return page.evaluate(() => {
        const { x, y, width } = document.querySelector('[popover]')?.getBoundingClientRect() ?? new DOMRect();
        return `${y > innerHeight / 2 ? 'lower' : 'upper'} ${x + width / 2 > innerWidth / 2 ? 'right' : 'left'}`;
      });
    };
    expect(await corner(pageOf('<body>'))).toBe('lower right');
    expect(await corner(pageOf('<body dir="rtl">'))).toBe('lower left');
    expect(await corner('<!doctype html><html dir="rtl"><body>')).toBe('lower left');
  });

  it('is on top of what a page throws at it, and darkens nothing', async () => {
    const css = `* { all: unset !important; display: none !important; filter: blur(9px) !important }
      html { font-size: 3px !important; transform: scale(0.1); direction: ltr }
      *::backdrop { background: red !important; position: fixed !important; inset: 0 !important; display: block !important }
      *::before { content: "before" !important; display: block !important; position: fixed; inset: 0 }`;
    const { page } = await workshop.mount({ html: pageOf(`<style>${css}</style><body>`) });
    expect(await isOnTop(page)).toBe(true);
    const box = await (await page.waitForSelector('>>> .play'))?.boundingBox();
    expect([box?.width, box?.height].map((each) => Math.round(each ?? NaN))).toEqual([36, 36]);
    const { backdrop, before } = await page.$eval('[popover]', (host) => ({
      backdrop: getComputedStyle(host, '::backdrop').display,
      before: getComputedStyle(host, '::before').content,
    }));
    expect([backdrop, before]).toEqual(['none', 'none']);
  });

  it('is rendered also where a page hides its root, even later, and leaves no trace of that', async () => {
    const { page } = await workshop.mount({ html: pageOf('<style></style><body>') });
    await page.$eval(
      'style',
      (it) => (it.textContent = 'html { display: none; content-visibility: hidden }'),
    );
    await eventually(() => isOnTop(page)).toBe(true);
    await page.click('>>> [aria-label=Close]');
    expect(await page.$eval('html', (root) => root.style.cssText)).toBe('');
  });

  it.each([
    ['display: none', 'display: none;'],
    ['display: none !important; color: red', 'display: none !important; color: red;'],
    ['content-visibility: hidden', 'content-visibility: hidden;'],
  ])('gives a root that hides itself by %s its own style back', async (style, after) => {
    const { page } = await workshop.mount({
      html: `<!doctype html><html lang="en" style="${style}"><title>Not found</title><body>`,
    });
    await eventually(() => isOnTop(page)).toBe(true);
    await page.click('>>> [aria-label=Close]');
    expect(await page.$eval('html', (root) => root.style.cssText)).toBe(after);
  });

  it('leaves the style of the root to a page that has changed it since', async () => {
    const { page } = await workshop.mount({ html: pageOf('<style>html { display: none }</style><body>') });
    await eventually(() => isOnTop(page)).toBe(true);
    const set = (display: string) =>
      page.$eval('html', (root, value) => root.style.setProperty('display', value, 'important'), display);
    await set('none');
    await eventually(() => isOnTop(page)).toBe(true);
    await page.click('>>> [aria-label=Close]');
    expect(await page.$eval('html', (root) => root.style.cssText)).toBe('display: none !important;');
    await page.evaluate(() => globalThis.bench.start());
    await set('grid');
    await page.click('>>> [aria-label=Close]');
    expect(await page.$eval('html', (root) => root.style.cssText)).toBe('display: grid !important;');
  });

  it('is not printed, and leaves fullscreen alone', async () => {
    const { page } = await workshop.mount();
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

  it('keeps clicks on it from the page', async () => {
    const { page } = await workshop.mount();
    await page.evaluate(() => {
      for (const type of ['click', 'pointerdown', 'mousedown', 'mouseup'])
        document.addEventListener(type, () => void (document.title = `heard ${type}`));
    });
    await page.click('>>> .play');
    expect(await page.title()).toBe('Not found');
  });

  it('starts by itself where it is seen, once', async () => {
    const bench = await workshop.mount({ startByItself: true });
    await eventually(() => bench.page.evaluate(() => globalThis.bench.commands)).toEqual([
      { do: 'play', by: 'itself' },
    ]);
  });

  it('waits with starting by itself until it is seen', async () => {
    const page = await workshop.prepare();
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      globalThis.bench.start({ startByItself: true });
    });
    const given = () => page.evaluate(() => globalThis.bench.commands.length);
    const change = (state: string) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await change('hidden');
    expect(await given()).toBe(0);
    await change('visible');
    await eventually(given).toBe(1);
    await change('visible');
    expect(await given()).toBe(1);
  });

  it('leaves when the background says so, and obeys no more', async () => {
    const bench = await workshop.mount();
    await bench.page.evaluate(() => globalThis.bench.player?.leave());
    expect(await controlsOf(bench.page)).toEqual([]);
    await bench.page.evaluate(() => globalThis.bench.player?.play());
    expect(await bench.commands()).toEqual([]);
  });

  it('plays when the person asks for music on this page, and is then the last to leave', async () => {
    const bench = await workshop.mount();
    await bench.page.evaluate(() => globalThis.bench.player?.play());
    expect(await bench.commands()).toEqual([{ do: 'play', by: 'person' }]);
    await bench.page.evaluate(() => globalThis.bench.player?.leave());
    expect(await controlsOf(bench.page)).toContain('button Pause');
    expect(await bench.events()).toEqual(['arrive']);
    await bench.page.click('>>> [aria-label=Close]');
    expect(await controlsOf(bench.page)).toEqual([]);
  });

  it('is there once, and again after it was closed', async () => {
    const { page } = await workshop.mount();
    const again = () => page.evaluate(() => globalThis.bench.start());
    expect(await again()).toBe(false);
    expect(await page.$$('[popover]')).toHaveLength(1);
    await page.click('>>> [aria-label=Close]');
    expect(await again()).toBe(true);
    expect(await page.$$('[popover]')).toHaveLength(1);
  });

  it('can appear after an attempt that failed', async () => {
    const page = await workshop.prepare();
    const started = await page.evaluate(() => {
      const { showPopover } = HTMLElement.prototype;
      HTMLElement.prototype.showPopover = () => {
        throw new Error('No');
      };
      try {
        globalThis.bench.start();
      } catch {
        // As it should.
      }
      HTMLElement.prototype.showPopover = showPopover;
      const left = document.querySelectorAll('[popover]').length;
      return { left, again: globalThis.bench.start() };
    });
    expect(started).toEqual({ left: 0, again: true });
    expect(await controlsOf(page)).toEqual(pill);
  });

  it('takes the place of one that an earlier version left behind, and of nothing else', async () => {
    const page = await workshop.prepare({ html: pageOf('<body><p popover id="theirs">Theirs</p>') });
    await page.evaluate(() => {
      const leftOver = document.createElement('div');
      leftOver.popover = 'manual';
      const shell = document.createElement('div');
      shell.setAttribute('data-waylark', 'player');
      leftOver.attachShadow({ mode: 'open' }).append(shell);
      document.body.append(leftOver);
      globalThis.bench.start();
    });
    expect(await page.$$eval('[popover]', (all) => all.map(({ id }) => id || 'ours'))).toEqual([
      'theirs',
      'ours',
    ]);
  });

  it('appears beside what cannot be looked into', async () => {
    const page = await workshop.prepare({ html: pageOf('<body><p popover id="theirs">Theirs</p>') });
    await page.evaluate(() => {
      const theirs = document.querySelector('#theirs') ?? document.body;
      Object.defineProperty(theirs, 'shadowRoot', {
        get: () => {
          throw new Error('No');
        },
      });
      globalThis.bench.start();
    });
    expect(await page.$$('[popover]:not([id])')).toHaveLength(1);
  });

  it('takes itself away once the extension is gone: within 2 s, and at a click', async () => {
    const { page } = await workshop.mount();
    await page.evaluate(() => globalThis.bench.orphan());
    expect(await controlsOf(page)).toEqual(pill);
    await eventually(() => controlsOf(page), 3000).toEqual([]);
    const bench = await workshop.mount();
    // In the middle of the click, before anything else notices it.
    await bench.page.evaluate(() =>
      globalThis.addEventListener('pointerdown', () => globalThis.bench.orphan(), { capture: true }),
    );
    await bench.page.click('>>> .play');
    expect(await controlsOf(bench.page)).toEqual([]);
    expect(await bench.commands()).toEqual([]);
  });
});
