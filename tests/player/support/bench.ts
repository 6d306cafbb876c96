import type { Catalogue } from '../../../scripts/browsers/catalogue.ts';
import path from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { launchChromium } from '../../../scripts/browsers/chromium.ts';
import type { Command, Report, TrackLine, Word } from '../../../lib/music/contract.ts';
import { buildBench } from './build.ts';

export const tracks: TrackLine[] = [
  { id: 1, name: 'Returning Dusk', artist: 'Waylark' },
  { id: 2, name: 'Nobody at the Gate', artist: 'Waylark, A Second One' },
  ...Array.from({ length: 198 }, (_, index) => ({ id: index + 3, name: `Lantern ${index + 3}`, artist: '' })),
];

/** Playing here, 1:03 of 4:00. */
export const playing: Partial<Report> = {
  phase: 'playing',
  place: 'here',
  track: 1,
  elapsed: 63.4,
  total: 240,
};

const missingPage = `<!doctype html><html lang="en"><head><title>Not found</title></head>
<body><main><h1>Not found</h1><p><a id="home" href="#home">Home</a></p></main></body></html>`;

/** A page with the player in it, and a sound that is none. */
export interface Bench {
  page: Page;
  /** The commands since the last time they were asked for. */
  commands(): Promise<Command[]>;
  /** "arrive", "cover 1", "never", "close": all of them. */
  events(): Promise<string[]>;
  tell(word: Word | null): Promise<void>;
  /** The last report with these changes. */
  report(patch: Partial<Report>): Promise<void>;
  /** Presses the keys one after the other. */
  keys(...keys: Parameters<Page['keyboard']['press']>[0][]): Promise<void>;
  /** Accessible name of what has the focus. */
  focus(): Promise<string>;
  /** Opens the full player, with the list, by keyboard. */
  open(): Promise<void>;
}

interface BenchOptions {
  html?: string;
  startByItself?: boolean;
}

const nameOfFocus = (): string => {
  const within = document.activeElement?.shadowRoot?.activeElement;
  return (within?.ariaLabel ?? within?.textContent ?? document.activeElement?.id ?? '').trim();
};

const benchOn = (page: Page): Bench => ({
  page,
  commands: () => page.evaluate(() => globalThis.bench.commands.splice(0)),
  events: () => page.evaluate(() => globalThis.bench.events),
  tell: (word) => page.evaluate((it) => globalThis.bench.tell(it), word),
  report: (patch) => page.evaluate((it) => globalThis.bench.report(it), patch),
  async keys(...keys) {
    for (const key of keys) await page.keyboard.press(key);
  },
  focus: () => page.evaluate(nameOfFocus),
  async open() {
    await page.focus('>>> .open');
    await page.keyboard.press('Enter');
    await this.tell({ kind: 'tracks', tracks });
  },
});

export interface Workshop {
  browser: Browser;
  /** A new page, in the place of the last one. */
  mount(options?: BenchOptions): Promise<Bench>;
  /** The same without a player: `globalThis.bench.start()` mounts one. */
  prepare(options?: Pick<BenchOptions, 'html'>): Promise<Page>;
  close(): Promise<void>;
}

/** A browser, and the player built for it in an open root. */
export async function openWorkshop(catalogue?: Catalogue): Promise<Workshop> {
  const [code, browser] = await Promise.all([
    buildBench(path.join(import.meta.dirname, 'page.ts'), catalogue),
    launchChromium({ extensions: [], headless: true }),
  ]);
  let last: Page | undefined;
  const prepare = async ({ html = missingPage }: BenchOptions = {}) => {
    const page = await browser.newPage();
    await last?.close();
    last = page;
    await page.setContent(html);
    await page.evaluate(code);
    return page;
  };
  return {
    browser,
    prepare,
    async mount(options = {}) {
      const page = await prepare(options);
      await page.evaluate(
        (startByItself) => globalThis.bench.start({ startByItself }),
        options.startByItself ?? false,
      );
      return benchOn(page);
    },
    close: () => browser.close(),
  };
}
