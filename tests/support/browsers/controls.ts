import type { ElementHandle, Page } from 'puppeteer-core';
import { isFirefox } from './extension.ts';
import { poll } from './poll.ts';

export type Field = ElementHandle<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>;

const fields = 'input, select, textarea';

/** The text box, select or other field with that accessible name; waits for it. */
export function field(page: Page, name: string): Promise<Field> {
  const find = async () => (await named(page, { name, selector: fields })) as Field | undefined;
  return poll(`a field named ${name}`, find);
}

/** What the field with that name holds. */
export async function valueOf(page: Page, name: string): Promise<string> {
  return (await field(page, name)).evaluate((node) => node.value);
}

/** Replaces the text in a text box with one input event, as one for each letter takes a browser long. */
export async function fillIn(page: Page, name: string, text: string): Promise<void> {
  const box = await field(page, name);
  const isDone = await box.evaluate((node, wanted) => {
    node.focus();
    if (!(node instanceof HTMLSelectElement)) node.select();
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else makes an input as the keyboard does
    return document.execCommand('insertText', false, wanted);
  }, text);
  // `execCommand` returns false if nothing changes, as for an empty text in an empty box.
  if (!isDone && (await box.evaluate((node) => node.value)) !== text)
    throw new Error(`${name} takes no text`);
}

/** Chooses the option of a select by the text that people see; Chinese texts of the catalog have no spaces beside digits. */
export async function choose(page: Page, name: string, label: string): Promise<void> {
  const select = await field(page, name);
  const value = await select.evaluate((node, wanted) => {
    const options = node instanceof HTMLSelectElement ? [...node.options] : [];
    const plain = (text: string) => text.replaceAll(/\s/g, '');
    return options.find((option) => plain(option.label) === plain(wanted))?.value;
  }, label);
  if (value === undefined) throw new Error(`${name} offers no "${label}"`);
  await select.select(value);
}

/** A page that another tab has hidden draws frames rarely (Firefox) or not at all (Chromium), and a click waits for one. */
async function showIfHidden(page: Page): Promise<void> {
  if (await page.evaluate(() => document.hidden)) await page.bringToFront();
}

/** Clicks the button with that name as soon as it can be clicked. The click may close the page. */
export async function press(page: Page, name: string): Promise<void> {
  if (!(await isFirefox(page.browser()))) return pressInChromium(page, name);
  const button = await poll(`a button named ${name} that can be clicked`, async () => {
    await showIfHidden(page);
    const found = await named(page, { name, selector: 'button, [role=button]' });
    return found && (await found.evaluate(standsStill)) ? found : undefined;
  });
  await button.click();
}

/** Milliseconds after which a page that does not answer is brought to the front. */
const patience = 2000;

/** Resolves as `act` does, which waits for a frame: a tab that opens late, as after the installation, may hide the page meanwhile. */
async function shown<T>(page: Page, act: () => Promise<T>): Promise<T> {
  // The page may close meanwhile.
  const timer = setInterval(() => void showIfHidden(page).catch(() => undefined), patience);
  try {
    return await act();
  } finally {
    clearInterval(timer);
  }
}

/** A click that closes its page before it is answered counts as failed to the driver, which then looks for the button again. */
async function pressInChromium(page: Page, name: string): Promise<void> {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  page.once('close', end);
  const button = page.locator(`aria/${name}[role="button"]`).setTimeout(30_000);
  try {
    await shown(page, () => button.click({ signal: ending.signal }));
  } catch (error) {
    if (!page.isClosed()) throw error;
  } finally {
    page.off('close', end);
  }
}

/** In the page: whether an element can be clicked and is at the same place in the next frame. */
async function standsStill(node: Element): Promise<boolean> {
  node.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const { x, y } = node.getBoundingClientRect();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const after = node.getBoundingClientRect();
  return !node.matches(':disabled') && x === after.x && y === after.y;
}

interface Named {
  name: string;
  /** A selector for the kinds of elements that may have the name. */
  selector: string;
}

/**
 * What has that accessible name. Chromium looks into its accessibility tree. Firefox takes a tenth of a second of work to
 * do so, so its page is searched for labels instead.
 */
async function named(page: Page, { name, selector }: Named): Promise<ElementHandle<HTMLElement> | undefined> {
  if (await isFirefox(page.browser())) {
    const found = await page.evaluateHandle(findNamed, name, selector);
    return (found.asElement() as ElementHandle<HTMLElement> | null) ?? undefined;
  }
  for (const element of await shown(page, () => page.$$(`aria/${name}`)))
    if (await element.evaluate((node, wanted) => node.matches(wanted), selector))
      return element as ElementHandle<HTMLElement>;
  return undefined;
}

/** In the page. */
function findNamed(name: string, selector: string): HTMLElement | null {
  const spoken = (node: Element): string => {
    const copy = node.cloneNode(true) as Element;
    for (const each of copy.querySelectorAll('[aria-hidden="true"]')) each.remove();
    return copy.textContent;
  };
  const textOf = (nodes: Iterable<Element>): string =>
    [...nodes].map(spoken).join(' ').replace(/\s+/g, ' ').trim();
  const nameOf = (node: HTMLElement): string => {
    const ids = node.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labeled = ids.flatMap((id) => document.getElementById(id) ?? []);
    if (labeled.length > 0) return textOf(labeled);
    const labels = 'labels' in node ? (node.labels as NodeListOf<HTMLElement> | null) : null;
    return node.ariaLabel ?? textOf(labels?.length ? labels : [node]);
  };
  const all = document.querySelectorAll<HTMLElement>(selector);
  const seen = [...all].filter((node) => node.checkVisibility({ visibilityProperty: true }));
  return seen.find((node) => nameOf(node) === name) ?? null;
}
