import type { Page } from 'puppeteer-core';
import { fillIn, press } from './controls.ts';
import { poll } from './poll.ts';
import { textsOf } from './texts.ts';

export interface Connection {
  /** Service address, as a person would type it. */
  address: string;
  secretId: string;
  secretKey: string;
  /** Short link address (a template with "{linkID}"); left as the page offers it when absent. */
  template?: string;
}

/** Fills in the form of the first connection, saves, and returns its answer: "Connected …" in its language, or what an alert says. */
export async function connectThroughOptions(options: Page, connection: Connection): Promise<string> {
  await options.bringToFront();
  const text = await textsOf(options);
  if (connection.template !== undefined) {
    // Only the settings have advanced fields.
    await options.evaluate(() => location.assign('#connection'));
    await options.waitForSelector('.connection form.connect');
  }
  await fillIn(options, text('connectionCodeOrAddress'), connection.address);
  await fillIn(options, text('secretIdLabel'), connection.secretId);
  await fillIn(options, text('secretKeyLabel'), connection.secretKey);
  if (connection.template !== undefined) {
    await unfoldAdvanced(options);
    await fillIn(options, text('shortLinkAddressLabel'), connection.template);
  }
  await pressConnect(options);
  return answerOf(options);
}

/** Puts a connection code into the first field, which fills in all three, saves, and returns the page's answer. */
export async function connectByCode(options: Page, code: string): Promise<string> {
  await options.bringToFront();
  const text = await textsOf(options);
  await fillIn(options, text('connectionCodeOrAddress'), code);
  await pressConnect(options);
  return answerOf(options);
}

/** Sends the form. */
async function pressConnect(options: Page): Promise<void> {
  const button = await options.waitForSelector('form.connect [type=submit]');
  await press(options, (await button?.evaluate(({ textContent }) => textContent)) ?? '');
}

/**
 * Connects by the message that the form sends, which is quick and works in any language. Changes the default connection; with
 * `isAnother`, adds one. Rejects if the extension does not connect.
 * Chromium must hold the host permission already; in a Firefox that grants without a prompt, a click requests it.
 */
export async function connectAtOnce(
  options: Page,
  connection: Connection,
  { isAnother = false } = {},
): Promise<void> {
  const isFirefox = await options.evaluate(() => location.protocol === 'moz-extension:');
  if (isFirefox) await grantInClick(options, hostPatternOf(connection.address));
  const [present] = (await sendFrom(options, 'connections')) as { id: string }[];
  const id = isAnother ? undefined : present?.id;
  const answer = await sendFrom(options, 'connect', { template: '', ...connection, id });
  if (!(answer as { ok: boolean } | undefined)?.ok)
    throw new Error(`The extension did not connect: ${JSON.stringify(answer)}`);
}

/** Sends a message to the background as this page of the extension does. Resolves with the answer; undefined if it is refused. */
export async function sendFrom(page: Page, name: string, request: object = {}): Promise<unknown> {
  const message = JSON.stringify({ name, request });
  const answer = await page.evaluate(`chrome.runtime.sendMessage(${message})`);
  return (answer as { value: unknown } | undefined)?.value;
}

/** Firefox lets a page ask for a permission only while it handles a click. */
export async function grantInClick(options: Page, pattern: string): Promise<void> {
  await options.bringToFront();
  await options.evaluate(`void (globalThis.granted = new Promise((resolve, reject) =>
    document.addEventListener('click',
      () => browser.permissions.request({ origins: ['${pattern}'] }).then(resolve, reject),
      { once: true })))`);
  await (await options.waitForSelector('h1'))?.click();
  await options.evaluate('globalThis.granted');
}

/** The pattern of a host without the port, as Firefox matches none with a port. */
function hostPatternOf(address: string): string {
  const { protocol, hostname } = new URL(address);
  return `${protocol}//${hostname}/*`;
}

/** Shows what is folded under Advanced, if it still is. */
async function unfoldAdvanced(options: Page): Promise<void> {
  const summary = await options.waitForSelector('details.advanced > summary');
  if ((await options.$('details.advanced[open]')) === null) await summary?.click();
}

/** Waits (25 s at most) until the page says that the service is connected, or shows an alert. Resolves with that text. */
export async function answerOf(options: Page): Promise<string> {
  const word = (await textsOf(options))('connected');
  return poll('the options page to answer', () => options.evaluate(readAnswer, word), 25_000);
}

function readAnswer(word: string): string | undefined {
  const texts = [...document.querySelectorAll('[role="status"], [role="alert"], output')].map((node) =>
    node.textContent.trim(),
  );
  const connected = texts.find((text) => text.startsWith(word));
  if (connected !== undefined) return connected;
  const alerts = [...document.querySelectorAll('[role="alert"]')].map((node) => node.textContent.trim());
  return alerts.find((text) => text !== '');
}
