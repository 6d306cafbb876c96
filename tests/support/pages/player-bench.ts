import type { Catalog } from '../browsers/texts.ts';
import path from 'node:path';
import type { Page, SerializedAXNode } from 'puppeteer-core';
import type { Command, PlayerReport, TrackInfo, PlayerEvent } from '../../../lib/music/contract.ts';
import { borrowChromium } from '../browsers/shared-browser.ts';
import { buildBench, newDocument } from './build.ts';

export const tracks: TrackInfo[] = [
  { id: 1, name: 'Returning Dusk', artist: 'Waylark' },
  { id: 2, name: 'Nobody at the Gate', artist: 'Waylark, A Second One' },
  ...Array.from({ length: 198 }, (_, index) => ({ id: index + 3, name: `Lantern ${index + 3}`, artist: '' })),
];

/** Playing here, 1:03 of 4:00. */
export const playing: Partial<PlayerReport> = {
  phase: 'playing',
  owner: 'this-tab',
  track: 1,
  elapsed: 63.4,
  total: 240,
};

const missingPage = `<!doctype html><html lang="en"><head><title>Not found</title></head>
<body><main><h1>Not found</h1><p><a id="home" href="#home">Home</a></p></main></body></html>`;

/** A page with a player, whose audio player is a fake. */
export interface Bench {
  page: Page;
  /** The commands since the last call. */
  commands(): Promise<Command[]>;
  send(event: PlayerEvent | null): Promise<void>;
  /** Sends the last report with these changes. */
  report(patch: Partial<PlayerReport>): Promise<void>;
  /** Presses the keys one after the other. */
  keys(...keys: Parameters<Page['keyboard']['press']>[0][]): Promise<void>;
  /** Accessible name of the focused element. */
  focus(): Promise<string>;
  /** Presses Tab until the element with this accessible name has the focus. */
  tabTo(name: string): Promise<void>;
  /** Opens the full player, with the list, by keyboard. */
  open(): Promise<void>;
}

export const closeButton = '>>> ::-p-aria([name="Close"][role="button"])';

/** More than a page has tab stops. */
const maxTabs = 24;

const nameOfFocus = (): string => {
  const within = document.activeElement?.shadowRoot?.activeElement;
  return (within?.ariaLabel ?? within?.textContent ?? document.activeElement?.id ?? '').trim();
};

const benchOn = (page: Page): Bench => ({
  page,
  commands: () => page.evaluate(() => globalThis.bench.commands.splice(0)),
  send: (event) => page.evaluate((it) => globalThis.bench.send(it), event),
  report: (patch) => page.evaluate((it) => globalThis.bench.report(it), patch),
  async keys(...keys) {
    for (const key of keys) await page.keyboard.press(key);
  },
  focus: () => page.evaluate(nameOfFocus),
  async tabTo(name) {
    for (let tabs = 0; (await this.focus()) !== name; tabs += 1) {
      if (tabs === maxTabs) throw new Error(`Tab does not reach ${name}`);
      await page.keyboard.press('Tab');
    }
  },
  async open() {
    await page.focus('>>> .open');
    await page.keyboard.press('Enter');
    await this.send({ kind: 'tracks', tracks });
  },
});

export interface TestBrowser {
  /** Opens a new document with a player, in place of the last one. */
  mount(options?: { html?: string }): Promise<Bench>;
  /** The same without a player; `globalThis.bench.start()` adds one. */
  prepare(options?: { html?: string }): Promise<Page>;
  close(): Promise<void>;
}

/** Gets a browser and builds the player with an open shadow root. */
export async function openTestBrowser(catalog?: Catalog): Promise<TestBrowser> {
  const [code, { browser, release }] = await Promise.all([
    buildBench(path.join(import.meta.dirname, 'player-page.ts'), catalog),
    borrowChromium(),
  ]);
  let last: Page | undefined;
  const prepare = async ({ html = missingPage } = {}) => {
    const page = (last = await newDocument(browser, last));
    await page.setContent(html);
    await page.evaluate(code);
    return page;
  };
  return {
    prepare,
    async mount(options) {
      const page = await prepare(options);
      await page.evaluate(() => globalThis.bench.start());
      return benchOn(page);
    },
    close: release,
  };
}

/** The controls in the accessibility tree as "role name", in the order of the page. */
export async function controlsOf(page: Page): Promise<string[]> {
  const flatten = (node: SerializedAXNode): SerializedAXNode[] => [
    node,
    ...(node.children ?? []).flatMap(flatten),
  ];
  const tree = await page.accessibility.snapshot({ interestingOnly: false });
  const roles = ['button', 'slider', 'combobox', 'listbox'];
  return (tree ? flatten(tree) : [])
    .filter(({ role }) => roles.includes(role))
    .map(({ role, name }) => `${role} ${name ?? ''}`);
}
