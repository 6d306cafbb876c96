import { expect } from 'vitest';
import type { Frame, Page } from 'puppeteer-core';
import { poll } from '../browsers/poll.ts';
import { eventually } from '../browsers/eventually.ts';
import { shortenByMenu } from '../browsers/menu.ts';
import type { WindowSuite } from '../browsers/suite-fixture.ts';

/** Selects the whole of a field, or the address in it. */
export const select = (frame: Frame, selector: string): Promise<void> =>
  frame.$eval(selector, (node) => {
    (node as HTMLElement).focus();
    if ('select' in node) (node as HTMLInputElement).select();
    else getSelection()?.selectAllChildren(node.querySelector('span') ?? node);
  });

/** A field, what is to be clicked in it, and its text afterwards; a short link stands there as its address in brackets. */
const written = [
  ['#input', '#input', 'see [https://example.com/input] and https://example.com/second'],
  ['#rich', '#rich span', 'Bold word [https://example.com/rich] and the rest'],
  ['#controlled', '#controlled', '[https://example.com/controlled]'],
  ['#field', '#same', '[https://example.com/same]'],
] as const;

const copiedInstead = [
  ['#editor', '#editor', 'https://example.com/editor'],
  ['#field', '#other', 'https://example.com/other'],
] as const;

/**
 * Shortens addresses in fields by the menu, the same in both browsers; resolves with their page. `announced` waits until the toast
 * has said that.
 */
export async function shortenInFields(
  { display, fixture, visitSite, copied }: WindowSuite,
  target: 'selection' | 'in Firefox',
  announced: (sentence: string) => Promise<unknown>,
): Promise<Page> {
  const page = await visitSite('/fields');
  const frameOf = (clicked: string): Promise<Frame> =>
    poll('the frame', async () =>
      /same|other/.test(clicked)
        ? ((await (await page.$(clicked))?.contentFrame()) ?? undefined)
        : page.mainFrame(),
    );
  const textOf = async (frame: Frame, selector: string): Promise<string> => {
    const text = await frame.$eval(selector, (node) =>
      'value' in node ? String(node.value) : node.textContent,
    );
    return (
      fixture
        .links()
        // In rich text, Firefox writes a space beside what was inserted as one that does not break.
        .reduce(
          (all, { id, link }) => all.replace(`${fixture.service.origin}/${id}`, `[${link}]`),
          text.replace(/\u00a0/g, ' '),
        )
    );
  };
  const before = await display.clipboard();
  for (const [field, clicked, text] of written) {
    const frame = await frameOf(clicked);
    await select(frame, field);
    await shortenByMenu(display, page, { selector: clicked, target });
    await eventually(() => textOf(frame, field)).toBe(text);
    await announced('Replaced');
  }
  expect(await display.clipboard()).toBe(before);
  await display.press('ctrl+z');
  await eventually(async () => textOf(await frameOf('#same'), '#field')).toBe('https://example.com/same');

  for (const [field, clicked, address] of copiedInstead) {
    await select(await frameOf(clicked), field);
    await shortenByMenu(display, page, { selector: clicked, target });
    await eventually(copied).toBe(address);
    await announced('Copied. Paste it here.');
  }
  return page;
}
