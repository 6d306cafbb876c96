import type { Page } from 'puppeteer-core';
import { poll } from '../browsers/poll.ts';

/** The text of the page's alert; waits for one, for 25 s by default: nothing may take longer. */
export function alertOf(page: Page, timeout = 25_000): Promise<string> {
  return poll('an alert', () => page.evaluate(readRole, 'alert'), timeout);
}

/** The text of the page's status; waits until there is one. */
export function statusOf(page: Page): Promise<string> {
  return poll('a status', () => page.evaluate(readRole, 'status'), 25_000);
}

export function textOf(page: Page): Promise<string> {
  return page.evaluate(() => document.body.innerText);
}

/** The name of the focused element, from its label, its text or its aria-label. */
export function focusOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    const labels = focused && 'labels' in focused ? (focused.labels as NodeListOf<HTMLElement> | null) : null;
    return (labels?.[0] ?? focused)?.textContent.trim() || (focused?.ariaLabel ?? '');
  });
}

function readRole(role: string): string | undefined {
  const texts = [...document.querySelectorAll(`[role="${role}"]`)].map((node) => node.textContent.trim());
  return texts.find((text) => text !== '');
}
