import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type Page, TargetType } from 'puppeteer-core';
import { isFirefox } from './extension.ts';
import { pictureOf, windowTitlesOn } from './display.ts';
import { captureInFirefox, evaluateInFirefox } from './firefox-driver.ts';
import { within } from './limit.ts';

interface Watched {
  browser: Browser;
  /** The display of its window; undefined for a browser without one. */
  display?: string | undefined;
}

/** The browsers that the tests of this process use now. */
const watched = new Set<Watched>();

/** A failure shows this browser from now on, until the returned function is called. */
export function watchBrowser(browser: Watched): () => void {
  watched.add(browser);
  return () => void watched.delete(browser);
}

const folder = fileURLToPath(new URL('../../../.output/failures', import.meta.url));

/** Milliseconds for all, and for each page: one that no longer answers must not hide the error, nor the others. */
const [limit, pageLimit] = [5000, 3000];

/**
 * Records what the browsers show: pictures of the pages in front, or of the whole display, and a list of windows and tabs. Resolves
 * with the files as a text that follows the message of the error, empty without a browser; never rejects.
 */
export async function recordFailure(name: string): Promise<string> {
  if (watched.size === 0) return '';
  const path = join(folder, name.replaceAll(/[^\w.-]+/g, '-').slice(0, 150));
  try {
    await mkdir(folder, { recursive: true });
    const each = await Promise.all(
      [...watched].map(async (one, at) => recordBrowser(one, watched.size > 1 ? `${path}-${at + 1}` : path)),
    );
    const files = each.flat().map((file) => relative(process.cwd(), file));
    return `\n\nThe browser at that moment:\n${files.join('\n')}`;
  } catch (error) {
    return `\n\nWhat the browser showed could not be recorded: ${String(error)}`;
  }
}

async function recordBrowser({ browser, display }: Watched, path: string): Promise<string[]> {
  const inFirefox = await isFirefox(browser).catch(() => false);
  const [list, pictures] = await Promise.all([
    attempt('list of tabs', inFirefox ? windowsOfFirefox(browser) : windowsOfChromium(browser)),
    picturesOf({ browser, display }, inFirefox),
  ]);
  const titles = display === undefined ? '' : await attempt('windows', windowTitlesOn(display));
  const problems = pictures.filter((picture) => typeof picture === 'string');
  const files = pictures
    .filter((picture) => typeof picture !== 'string')
    .map((content, at) => ({ file: `${path}${at === 0 ? '' : `-${at + 1}`}.png`, content }));
  for (const { file, content } of files) await writeFile(file, content);
  await writeFile(`${path}.txt`, [list, titles, ...problems].filter(Boolean).join('\n\n'));
  return [...files.map(({ file }) => file), `${path}.txt`];
}

/** What the promise resolves with, or a sentence that says why there is nothing. */
const attempt = <T>(what: string, work: Promise<T>, milliseconds = limit): Promise<T | string> =>
  within('an answer', work, milliseconds).catch(
    (error: unknown) => `No ${what}: ${String(error).split('\n')[0]}`,
  );

async function picturesOf({ browser, display }: Watched, inFirefox: boolean): Promise<(Buffer | string)[]> {
  if (display !== undefined) return [await attempt('picture of the display', pictureOf(display))];
  const pages = await attempt('pages', browser.pages());
  if (typeof pages === 'string') return [pages];
  const pictures = pages.map(async (page) => {
    const what = `picture of ${page.url()}`;
    // Chromium draws no page that is not in front.
    const isShown = await attempt(
      what,
      page.evaluate(() => !document.hidden),
      pageLimit,
    );
    if (typeof isShown === 'string') return isShown;
    if (!isShown) return [];
    return attempt(what, inFirefox ? captureInFirefox(page) : captureInChromium(page), pageLimit);
  });
  return (await Promise.all(pictures)).flat();
}

/** Without the driver's own function, which brings the page to the front and waits for others that hang. */
async function captureInChromium(page: Page): Promise<Buffer> {
  const session = await page.createCDPSession();
  const { data } = await session.send('Page.captureScreenshot', { format: 'png' });
  return Buffer.from(data, 'base64');
}

/** Its tabs, each with its window and whether it is in front and has the focus, and everything else with an address. */
async function windowsOfChromium(browser: Browser): Promise<string> {
  const tabs = (await browser.pages()).map(async (page) => {
    const state = page.evaluate(
      () =>
        `"${document.title}" ${document.visibilityState}${document.hasFocus() ? ', focus' : ''}, ${document.readyState}`,
    );
    const window = page.windowId().then(async (id) => {
      const { left, top, width, height, windowState } = await browser.getWindowBounds(id);
      return `window ${id}: ${windowState}, ${width} × ${height} at ${left}, ${top}`;
    });
    const both = [attempt('state', state, pageLimit), attempt('window', window, pageLimit)];
    return `tab ${page.url()} ${(await Promise.all(both)).join(', ')}`;
  });
  const others = browser.targets().filter((target) => target.type() !== TargetType.PAGE);
  return [
    'Chromium',
    ...(await Promise.all(tabs)),
    ...others.map((target) => `${target.type()} ${target.url()}`),
  ].join('\n');
}

const windowsOfFirefox = (browser: Browser): Promise<string> =>
  evaluateInFirefox(
    browser,
    `['Firefox', ...[...Services.wm.getEnumerator(null)].flatMap((window) => [
      'window ' + window.location.href + ' "' + window.document.title + '" ' + window.outerWidth + ' × ' + window.outerHeight
        + (window === Services.focus.activeWindow ? ', active' : ''),
      ...(window.gBrowser?.tabs ?? []).map((tab) => '  tab ' + tab.linkedBrowser.currentURI.spec + ' "' + tab.label + '"'
        + (tab.selected ? ', in front' : '') + (tab.hasAttribute('busy') ? ', loading' : '')),
      ...[...window.document.querySelectorAll('panel, menupopup')].filter(({ state }) => state === 'open').map(({ id }) => '  open: ' + id),
    ])].join('\\n')`,
  );
