import type { ElementHandle, Page } from 'puppeteer-core';
import { poll } from './poll.ts';

export type Field = ElementHandle<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>;

const fields = 'input, select, textarea';

/** The text box, select or other field with that accessible name; waits for it. */
export function field(page: Page, name: string, timeout?: number): Promise<Field> {
  const find = inTurn(page, { name, selector: fields });
  return poll(`a field named ${name}`, async () => (await find()) as Field | undefined, timeout);
}

/** What the field with that name holds. */
export async function valueOf(page: Page, name: string, timeout?: number): Promise<string> {
  return (await field(page, name, timeout)).evaluate((node) => node.value);
}

/** Replaces what is in a text box, as one input: a browser takes long for an event a letter. */
export async function fillIn(page: Page, name: string, text: string): Promise<void> {
  const box = await field(page, name);
  const isDone = await box.evaluate((node, wanted) => {
    node.focus();
    if (!(node instanceof HTMLSelectElement)) node.select();
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else makes an input as the keyboard does
    return document.execCommand('insertText', false, wanted);
  }, text);
  // Where nothing changes, as for an empty text in an empty box, it says no.
  if (!isDone && (await box.evaluate((node) => node.value)) !== text)
    throw new Error(`${name} takes no text`);
}

/** Chooses the option of a select by the text that people see. */
export async function choose(page: Page, name: string, label: string): Promise<void> {
  const select = await field(page, name);
  const value = await select.evaluate((node, wanted) => {
    const options = node instanceof HTMLSelectElement ? [...node.options] : [];
    return options.find((option) => option.label.trim() === wanted)?.value;
  }, label);
  if (value === undefined) throw new Error(`${name} offers no "${label}"`);
  await select.select(value);
}

/** Clicks the button with that name as soon as it can be clicked. */
export async function press(page: Page, name: string): Promise<void> {
  const find = inTurn(page, { name, selector: 'button, [role=button]' });
  const findStill = async () => {
    const found = await find();
    return found && (await found.evaluate(standsStill)) ? found : undefined;
  };
  // Between two documents, or where the button is drawn anew, there is nothing that could answer.
  const button = await poll(`a button named ${name} that can be clicked`, () =>
    findStill().catch(() => undefined),
  );
  await button.click().catch((error: unknown) => {
    // A button may close its popup as soon as it is pressed.
    if (!(error instanceof Error && error.name === 'TargetCloseError')) throw error;
  });
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
  /** Of what it may be. */
  selector: string;
}

/** Milliseconds after which the accessibility tree is asked, too. */
const untilTree = 1000;

/**
 * Finds what has that accessible name: by what the page's author gave it for a name, and in Chromium, where that finds nothing
 * for a second, in the accessibility tree. The tree takes Firefox a tenth of a second of work, Chromium a hundredth.
 */
function inTurn(page: Page, wanted: Named): () => Promise<ElementHandle<HTMLElement> | undefined> {
  const began = Date.now();
  return async () => {
    const found = await page.evaluateHandle(findNamed, wanted.name, wanted.selector);
    const element = found.asElement() as ElementHandle<HTMLElement> | null;
    if (element) return element;
    await found.dispose();
    if (Date.now() - began < untilTree || (await isFirefox(page))) return undefined;
    return inTree(page, wanted);
  };
}

async function inTree(
  page: Page,
  { name, selector }: Named,
): Promise<ElementHandle<HTMLElement> | undefined> {
  for (const element of await page.$$(`aria/${name}`))
    if (await element.evaluate((node, wanted) => node.matches(wanted), selector))
      return element as ElementHandle<HTMLElement>;
  return undefined;
}

/** In the page. */
function findNamed(name: string, selector: string): HTMLElement | null {
  const textOf = (nodes: Iterable<Element>): string =>
    [...nodes]
      .map(({ textContent }) => textContent)
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim();
  const nameOf = (node: HTMLElement): string => {
    const ids = node.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labelled = ids.flatMap((id) => document.getElementById(id) ?? []);
    if (labelled.length > 0) return textOf(labelled);
    const labels = 'labels' in node ? (node.labels as NodeListOf<HTMLElement> | null) : null;
    return node.ariaLabel ?? textOf(labels?.length ? labels : [node]);
  };
  // What is behind a modal dialog cannot be used.
  const dialogs = [...document.querySelectorAll('dialog:modal')];
  const all = (dialogs.at(-1) ?? document).querySelectorAll<HTMLElement>(selector);
  const seen = [...all].filter((node) => node.checkVisibility({ visibilityProperty: true }));
  return seen.find((node) => nameOf(node) === name) ?? null;
}

const isFirefox = async (page: Page): Promise<boolean> =>
  (await page.browser().version()).toLowerCase().startsWith('firefox');
