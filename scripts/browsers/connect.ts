import type { Page } from 'puppeteer-core';
import { fillIn, press } from './controls.ts';
import { poll } from './poll.ts';

export interface Connection {
  /** Service address, as a person would type it. */
  address: string;
  secretId: string;
  secretKey: string;
  /** Short link address (a template with "{linkID}"); left as the page offers it when absent. */
  template?: string;
}

/** Fills the first step of the options page, saves, and returns its answer: "Connected …" or what an alert says. */
export async function connectThroughOptions(options: Page, connection: Connection): Promise<string> {
  await options.bringToFront();
  await fillIn(options, 'Service address', connection.address);
  await fillIn(options, 'SecretID', connection.secretId);
  await fillIn(options, 'SecretKey', connection.secretKey);
  if (connection.template !== undefined) await fillIn(options, 'Short link address', connection.template);
  await press(options, 'Save and connect');
  return answerOf(options);
}

/** The first sentence in a status or an alert that is the end of the matter (25 s at most). */
export function answerOf(options: Page): Promise<string> {
  return poll('the options page to answer', () => options.evaluate(readAnswer), 25_000);
}

function readAnswer(): string | undefined {
  const texts = [...document.querySelectorAll('[role="status"], [role="alert"], output')].map((node) =>
    node.textContent.trim(),
  );
  const connected = texts.find((text) => text.startsWith('Connected'));
  if (connected !== undefined) return connected;
  const alerts = [...document.querySelectorAll('[role="alert"]')].map((node) => node.textContent.trim());
  return alerts.find((text) => text !== '');
}
