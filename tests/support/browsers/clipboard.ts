import type { Page } from 'puppeteer-core';
import { field } from './controls.ts';
import type { Fixture } from './fixture.ts';

/** The clipboard, used as a person does, in a tab that stays open: opening one takes Firefox 0.4 s of processor time. */
export interface Clipboard {
  page: Page;
  /** Its text, by pasting it into the page. */
  paste(): Promise<string>;
  /** Its HTML, by pasting that into the page. */
  pasteHtml(): Promise<string>;
  /** Its picture as base64, by pasting that into the page. */
  pastePng(): Promise<string>;
  /** Puts a text on it, by copying that out of the page. */
  fill(text: string): Promise<void>;
}

export async function openClipboard(fixture: Pick<Fixture, 'visit'>): Promise<Clipboard> {
  const page = await fixture.visit('/paste');
  const box = await field(page, 'Paste here');
  const focusEmpty = async (): Promise<void> => {
    await page.bringToFront();
    await box.evaluate((node) => {
      node.value = '';
      node.focus();
    });
  };
  /** Pastes; the handle's `data` resolves with the text, the HTML and the file of the event. */
  const pasteEvent = async () => {
    await focusEmpty();
    const handle = await box.evaluateHandle((node: HTMLElement) => {
      const data = new Promise<{ text: string; html: string; file: File | undefined }>((resolve) => {
        const read = ({ clipboardData }: ClipboardEvent) =>
          resolve({
            text: clipboardData?.getData('text/plain') ?? '',
            html: clipboardData?.getData('text/html') ?? '',
            file: clipboardData?.files[0],
          });
        node.addEventListener('paste', read, { once: true });
      });
      return { data };
    });
    await shortcut(page, 'v', 'Paste');
    return handle;
  };
  return {
    page,
    paste: async () => (await pasteEvent()).evaluate(async ({ data }) => (await data).text),
    pasteHtml: async () => (await pasteEvent()).evaluate(async ({ data }) => (await data).html),
    pastePng: async () =>
      (await pasteEvent()).evaluate(async ({ data }) => {
        const { file } = await data;
        if (file?.type !== 'image/png') throw new Error(`The clipboard has ${file?.type ?? 'no file'}.`);
        return btoa(String.fromCodePoint(...new Uint8Array(await file.arrayBuffer())));
      }),
    async fill(text) {
      await focusEmpty();
      await box.type(text);
      await shortcut(page, 'a', 'SelectAll');
      await shortcut(page, 'c', 'Copy');
    },
  };
}

/** The text of the clipboard. */
export async function paste(fixture: Fixture): Promise<string> {
  const clipboard = await openClipboard(fixture);
  const text = await clipboard.paste();
  await clipboard.page.close();
  return text;
}

/** Pastes into the field that has the focus. */
export const pasteInto = (page: Page): Promise<void> => shortcut(page, 'v', 'Paste');

/** Presses Control and a letter; Chromium's driver needs the name of the command that follows. */
async function shortcut(page: Page, letter: 'a' | 'c' | 'v', command: string): Promise<void> {
  await page.keyboard.down('Control');
  // oxlint-disable-next-line typescript/no-deprecated -- without its name nothing is copied or pasted in Chromium
  await page.keyboard.press(letter, { commands: [command] });
  await page.keyboard.up('Control');
}
