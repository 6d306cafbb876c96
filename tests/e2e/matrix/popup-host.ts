import type { Page } from 'puppeteer-core';
import { poll } from '../../../scripts/browsers/poll.ts';
import type { Control } from '../support/control.ts';
import type { Fixture } from '../support/fixture.ts';
import type { PopupView } from './popup-functions.ts';

type Json = string | number | boolean | undefined | readonly Json[] | { readonly [name: string]: Json };

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

/** An expression that calls a function with a window and with values. */
export const sourceOf = (call: { toString(): string }, view: string, args: readonly Json[]): string =>
  `(${call.toString()})(${[view, ...args.map((each) => JSON.stringify(each))].join()})`;

/** Calls a function with the window of an own page that is open in a tab. */
export const runIn = <T, A extends Json[]>(
  page: Page,
  call: (view: PopupView, ...args: A) => T | Promise<T>,
  ...args: A
): Promise<T> =>
  page.evaluate(`globalThis.browser ??= chrome; ${sourceOf(call, 'window', args)}`) as Promise<T>;

/** Calls a function with the window of the control page, which is no popup and has the same rights. */
export const runInControl = <T, A extends Json[]>(
  control: Control,
  call: (view: PopupView, ...args: A) => T | Promise<T>,
  ...args: A
): Promise<T> => control.ask(sourceOf(call, 'window', args));

const inChromium = ({ click }: Fixture): PopupHost => {
  let popup: Page | undefined;
  return {
    async openOver(page) {
      popup = await click(page);
    },
    isOpen: () => Promise.resolve(popup?.isClosed() === false),
    close: async () => popup?.close(),
    run(call, ...args) {
      if (!popup) throw new Error('The popup is not open');
      return runIn(popup, call, ...args);
    },
  };
};

/** No driver reaches Firefox's popup, so another page of the extension runs what is to run in it. */
const inFirefox = (control: Control): PopupHost => {
  const view = "browser.extension.getViews({ type: 'popup' })[0]";
  const isOpen = () => control.ask<boolean>(`Boolean(${view}?.document.querySelector('main'))`);
  return {
    isOpen,
    async openOver(page) {
      // The page that runs it opens behind the one over which the popup is to be.
      await control.ask('0');
      await page.bringToFront();
      await control.ask('browser.action.openPopup()');
      await poll('the popup', async () => (await isOpen()) || undefined);
    },
    async close() {
      await control.ask(`${view}?.close()`);
      await poll('the popup to close', async () => !(await isOpen()) || undefined);
    },
    run: (call, ...args) => control.ask(sourceOf(call, view, args)),
  };
};

export const popupHostOf = (fixture: Fixture, control: Control): PopupHost =>
  fixture.origin.startsWith('moz-') ? inFirefox(control) : inChromium(fixture);
