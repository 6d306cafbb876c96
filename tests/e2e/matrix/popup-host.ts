import type { Page } from 'puppeteer-core';
import { poll } from '../../../scripts/browsers/poll.ts';
import type { Control } from '../support/control.ts';
import type { Fixture } from '../support/fixture.ts';

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

/* The functions below run in a page of the extension; each is sent there as its source, so it uses nothing from outside. */

/** What a popup shows after a request. */
export interface Shown {
  /** The sentence of the failure, or "". */
  alert: string;
  /** The short link, or "". */
  short: string;
  /** All that the document holds, with the contents of its fields. */
  html: string;
  /** What the notice of an earlier outcome begins with. */
  headline?: string;
}

/** The extension's API, as far as the functions use it. */
interface Api {
  scripting: { executeScript(injection: object): Promise<{ result: unknown }[]> };
  runtime: { sendMessage(message: object): Promise<unknown> };
}

/** The window of a popup, with the extension's API in it. */
type PopupView = Window & typeof globalThis & { browser: Api };

/** Types a link, submits it as many times as wanted at once, and waits for a sentence or a short link. */
export async function shortenIn(
  view: PopupView,
  wanted: { link: string; sending: string; limit: number; submits: number; expiresAt?: string },
): Promise<Shown> {
  const { document } = view;
  const find = (selector: string) => document.querySelector<HTMLInputElement>(selector);
  // A tab in the background has slow timers, and the popup has not.
  const pause = (ms: number) => new Promise((resolve) => view.setTimeout(resolve, ms));
  const until = Date.now() + wanted.limit;
  const wait = async (isDone: () => boolean) => {
    while (!isDone() && Date.now() < until) await pause(10);
  };
  const type = (field: HTMLInputElement | null, value: string) => {
    if (field) field.value = value;
    field?.dispatchEvent(new view.Event('input', { bubbles: true }));
  };
  await wait(() => (find('#link') ?? find('#short-link')) !== null);
  if (find('#short-link')) document.querySelector<HTMLElement>('header button')?.click();
  const button = () => find('form button[type=submit]');
  await wait(() => button()?.getAttribute('aria-disabled') === 'false');
  type(find('#link'), wanted.link);
  const select = find('#validity');
  const choice = wanted.expiresAt === undefined ? 'month' : 'custom';
  if (select && select.value !== choice) {
    select.value = choice;
    select.dispatchEvent(new view.Event('change', { bubbles: true }));
    await pause(0);
  }
  if (wanted.expiresAt !== undefined) type(find('#expires-at'), wanted.expiresAt);
  await pause(0);
  for (let at = 0; at < wanted.submits; at += 1) (find('form') as unknown as HTMLFormElement).requestSubmit();
  await pause(0);
  const alert = () => document.querySelector('[role=alert]')?.textContent.trim() ?? '';
  const isSending = () => button()?.textContent === wanted.sending;
  await wait(() => !isSending() && (find('#short-link') !== null || alert() !== ''));
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, select')].map(({ value }) => value);
  const html = `${view.location.href} ${document.documentElement.getHTML()} ${fields.join(' ')}`;
  return { alert: isSending() ? '' : alert(), short: find('#short-link')?.value ?? '', html };
}

/** All that a content script in that tab can read. */
export async function readableByContentScript(view: PopupView, tabId: number): Promise<string> {
  const func = async () => {
    const api: unknown = Reflect.get(globalThis, 'browser') ?? Reflect.get(globalThis, 'chrome');
    const { storage } = api as { storage: Record<string, { get(): Promise<unknown> }> };
    const areas = ['local', 'sync', 'session', 'managed'];
    const read = async (area: string) => [area, await storage[area]?.get().catch(String)];
    const own = [Object.entries(localStorage), Object.entries(sessionStorage), location.href];
    const page = document.documentElement.getHTML() + document.title;
    const databases = await indexedDB.databases();
    return JSON.stringify([await Promise.all(areas.map(read)), databases, own, page]);
  };
  const noAccess = (error: unknown) => {
    // Firefox, where the access to the host was taken back: then no content script can be there.
    if (!String(error).includes('Missing host permission')) throw error;
    return [{ result: '' }];
  };
  const [found] = await view.browser.scripting.executeScript({ target: { tabId }, func }).catch(noAccess);
  return String(found?.result);
}

/** Sends the messages that a popup sends for a link, and when it has shown the outcome. */
export async function sendFrom(view: PopupView, link: string): Promise<unknown> {
  const validity = { kind: 'duration', seconds: 86_400 };
  const id = crypto.randomUUID();
  const request = { id, link, title: 'Sent', validity, private: false };
  const answer = await view.browser.runtime.sendMessage({ name: 'shorten', request });
  await view.browser.runtime.sendMessage({ name: 'acknowledge', request: { id, private: false } });
  return answer;
}

/** What a popup says of the outcome of an earlier one; waits for it. */
export async function noticeIn(view: PopupView, limit: number): Promise<Shown> {
  const { document } = view;
  const until = Date.now() + limit;
  const notice = () => document.querySelector('.notice');
  while (!notice()?.querySelector('button') && Date.now() < until)
    await new Promise((resolve) => view.setTimeout(resolve, 10));
  const [headline, second] = [...(notice()?.querySelectorAll('p:not([role])') ?? [])];
  const text = second?.textContent.trim() ?? '';
  const isLink = /^http\S+$/.test(text);
  const html = `${view.location.href} ${document.documentElement.getHTML()}`;
  return {
    alert: isLink ? '' : text,
    short: isLink ? text : '',
    html,
    headline: headline?.textContent ?? '',
  };
}

/** What an empty field for the link says. */
export async function hintIn(view: PopupView): Promise<Shown> {
  const { document } = view;
  const field = () => document.querySelector<HTMLInputElement>('#link');
  const until = Date.now() + 5000;
  while (!field() && Date.now() < until) await new Promise((resolve) => view.setTimeout(resolve, 10));
  const id = field()?.getAttribute('aria-describedby')?.split(' ')[0] ?? '';
  const alert = field()?.value === '' ? (document.getElementById(id)?.textContent.trim() ?? '') : '';
  return { alert, short: '', html: document.documentElement.getHTML() };
}

/** What the notice of an earlier outcome begins with now. */
export function headlineIn(view: PopupView): string {
  return view.document.querySelector('.notice strong')?.textContent ?? '';
}

/** Makes the background start if it is not running. */
export async function wakeIn(view: PopupView): Promise<void> {
  await view.browser.runtime.sendMessage({ name: 'recent', request: { private: false } });
}
