import type { Page } from 'puppeteer-core';
import { field } from '../../../scripts/browsers/controls.ts';
import type { Fixture } from './fixture.ts';

/** The text of the clipboard, read as a person does: by pasting it into a page. */
export async function paste(fixture: Fixture): Promise<string> {
  const page = await fixture.visit('/paste');
  const box = await field(page, 'Paste here');
  await box.focus();
  await shortcut(page, 'v', 'Paste');
  const text = await box.evaluate((node) => node.value);
  await page.close();
  return text;
}

/** Puts a text on the clipboard, by copying it out of a page. */
export async function fillClipboard(fixture: Fixture, text: string): Promise<void> {
  const page = await fixture.visit('/copy');
  const box = await field(page, 'Paste here');
  await box.type(text);
  await shortcut(page, 'a', 'SelectAll');
  await shortcut(page, 'c', 'Copy');
  await page.close();
}

/** Presses Control and a letter; Chromium's driver needs the name of the command that follows. */
export async function shortcut(page: Page, letter: 'a' | 'c' | 'v', command: string): Promise<void> {
  await page.keyboard.down('Control');
  // oxlint-disable-next-line typescript/no-deprecated -- without its name nothing is copied or pasted in Chromium
  await page.keyboard.press(letter, { commands: [command] });
  await page.keyboard.up('Control');
}
