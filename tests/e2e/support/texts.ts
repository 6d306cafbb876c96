import type { Page } from 'puppeteer-core';
import { poll } from '../../../scripts/browsers/poll.ts';

/** The sentence in the page's alert; waits for one (25 s unless told: nothing may take longer). */
export function alertOf(page: Page, timeout = 25_000): Promise<string> {
  return poll('an alert', () => page.evaluate(readRole, 'alert'), timeout);
}

/** What the page's status says; waits until it says something. */
export function statusOf(page: Page, timeout = 25_000): Promise<string> {
  return poll('a status', () => page.evaluate(readRole, 'status'), timeout);
}

/** Everything that one can read on the page. */
export function textOf(page: Page): Promise<string> {
  return page.evaluate(() => document.body.innerText);
}

/** The accessible name that the page's author gave to what has the focus. */
export function focusOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const labels = focused && 'labels' in focused ? (focused.labels as NodeListOf<HTMLElement> | null) : null;
    return (labels?.[0] ?? focused)?.textContent.trim() ?? '';
  });
}

function readRole(role: string): string | undefined {
  const texts = [...document.querySelectorAll(`[role="${role}"]`)].map((node) => node.textContent.trim());
  return texts.find((text) => text !== '');
}
