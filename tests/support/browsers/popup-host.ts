import type { Page } from 'puppeteer-core';
import { poll } from './poll.ts';
import type { Control } from './control.ts';
import type { Fixture } from './fixture.ts';

type Json = string | number | { readonly [name: string]: Json };

type PopupView = Window & typeof globalThis;

/** The real popup of the toolbar button. */
export interface PopupHost {
  /** Opens it over that page, which comes to the front. */
  openOver(page: Page): Promise<void>;
  isOpen(): Promise<boolean>;
  /** Closes it as a click elsewhere does. */
  close(): Promise<void>;
  /** Calls a function with the popup's window; it is sent as its source. */
  run<T, A extends Json[]>(call: (view: PopupView, ...args: A) => T | Promise<T>, ...args: A): Promise<T>;
}

const sourceOf = (call: { toString(): string }, view: string, args: readonly Json[]): string =>
  `(${call.toString()})(${[view, ...args.map((each) => JSON.stringify(each))].join()})`;

const inChromium = ({ click }: Fixture): PopupHost => {
  let popup: Page | undefined;
  return {
    async openOver(page) {
      popup = await click(page);
    },
    isOpen: () => Promise.resolve(popup?.isClosed() === false),
    close: async () => popup?.close(),
    run<T>(call: { toString(): string }, ...args: Json[]) {
      if (!popup) throw new Error('The popup is not open');
      return popup.evaluate(sourceOf(call, 'window', args)) as Promise<T>;
    },
  };
};

/** Firefox's driver does not reach the popup, so another page of the extension calls the functions with the popup's window. */
const inFirefox = ({ ask }: Control): PopupHost => {
  const view = "browser.extension.getViews({ type: 'popup' })[0]";
  const isOpen = () => ask<boolean>(`Boolean(${view}?.document.querySelector('main'))`);
  return {
    isOpen,
    async openOver(page) {
      // The page that runs it opens behind the one over which the popup is to be.
      await ask('0');
      await page.bringToFront();
      await ask('browser.action.openPopup()');
      await poll('the popup', async () => (await isOpen()) || undefined);
    },
    async close() {
      await ask(`${view}?.close()`);
      await poll('the popup to close', async () => !(await isOpen()) || undefined);
    },
    run: (call, ...args) => ask(sourceOf(call, view, args)),
  };
};

export const popupHostOf = (fixture: Fixture, control: Control): PopupHost =>
  fixture.origin.startsWith('moz-') ? inFirefox(control) : inChromium(fixture);

/* The functions below run in the popup; each is sent there as its source, so it uses nothing from outside. */

/** What a popup shows after a request: the sentence of the failure or "", and the short link or "". */
interface Shown {
  alert: string;
  short: string;
}

/**
 * Types a link, sends the form, and waits for a sentence or a short link: `limit` milliseconds at most. The button has the text
 * `sending` meanwhile.
 */
export async function shortenIn(
  view: PopupView,
  { link, sending, limit }: { link: string; sending: string; limit: number },
): Promise<Shown> {
  const { document } = view;
  const find = (selector: string) => document.querySelector<HTMLInputElement>(selector);
  // A tab in the background has slow timers, and the popup has not.
  const pause = (ms: number) => new Promise((resolve) => view.setTimeout(resolve, ms));
  const until = Date.now() + limit;
  const wait = async (isDone: () => boolean) => {
    while (!isDone() && Date.now() < until) await pause(10);
  };
  await wait(() => (find('#link') ?? find('#short-link')) !== null);
  if (find('#short-link')) document.querySelector<HTMLElement>('header button')?.click();
  const button = () => find('form button[type=submit]');
  await wait(() => button()?.getAttribute('aria-disabled') === 'false');
  const field = find('#link');
  if (field) field.value = link;
  field?.dispatchEvent(new view.Event('input', { bubbles: true }));
  await pause(0);
  document.querySelector('form')?.requestSubmit();
  await pause(0);
  const alert = () => document.querySelector('[role=alert]')?.textContent.trim() ?? '';
  const isSending = () => button()?.textContent === sending;
  await wait(() => !isSending() && (find('#short-link') !== null || alert() !== ''));
  return { alert: isSending() ? '' : alert(), short: find('#short-link')?.value ?? '' };
}

/** The text of the notice about an earlier outcome; empty without one. */
export const noticeIn = ({ document }: PopupView): string =>
  document.querySelector('.earlier')?.textContent ?? '';

/** The address in the field for the link, and its description; undefined before there is a field. */
export function linkFieldIn({ document }: PopupView): { link: string; description: string } | undefined {
  const field = document.querySelector<HTMLInputElement>('#link');
  const id = field?.getAttribute('aria-describedby')?.split(' ')[0] ?? '';
  return field
    ? { link: field.value, description: document.getElementById(id)?.textContent.trim() ?? '' }
    : undefined;
}
