import type { ElementHandle, Page } from 'puppeteer-core';
import { poll } from './poll.ts';

export type Field = ElementHandle<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>;

/** The text box, select or other field with that accessible name; waits for it. */
export function field(page: Page, name: string, timeout?: number): Promise<Field> {
  return poll(
    `a field named ${name}`,
    async () => {
      // No role in the query: Firefox knows none for a password box.
      for (const element of await page.$$(`aria/${name}`)) {
        const tag = await element.evaluate((node) => node.tagName);
        if (['INPUT', 'SELECT', 'TEXTAREA'].includes(tag)) return element as unknown as Field;
      }
      return undefined;
    },
    timeout,
  );
}

/** What the field with that name holds. */
export async function valueOf(page: Page, name: string, timeout?: number): Promise<string> {
  return (await field(page, name, timeout)).evaluate((node) => node.value);
}

/** Empties a text box and types into it, as a person does. */
export async function fillIn(page: Page, name: string, text: string): Promise<void> {
  const box = await field(page, name);
  await box.focus();
  await box.evaluate((node) => {
    if (!(node instanceof HTMLSelectElement)) node.select();
  });
  await page.keyboard.press('Backspace');
  await box.type(text);
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
  await page.locator(`aria/${name}[role="button"]`).setTimeout(30_000).click();
}
