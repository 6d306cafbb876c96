import type { Page } from 'puppeteer-core';
import { press } from '../../../scripts/browsers/controls.ts';
import { poll } from '../../../scripts/browsers/poll.ts';

/** What one sees of a row: the word for its state, and all that it says. */
export interface SeenRow {
  state: string;
  says: string;
}

/** The rows by their names. */
export const rowsOf = (options: Page): Promise<Record<string, SeenRow>> =>
  options.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('.checks li')].map((row) => [
        row.querySelector('h3')?.firstChild?.textContent ?? '',
        { state: row.querySelector('h3 span')?.textContent ?? '', says: row.textContent },
      ]),
    ),
  );

/** What the doctor's own status says. */
export const doctorStatus = (options: Page): Promise<string> =>
  options.evaluate(() => document.querySelector('.diagnostics [role="status"]')?.textContent ?? '');

/** Checks the connection and waits for the end of it, which is 35 s away at most; gives the rows. */
export async function examine(options: Page): Promise<Record<string, SeenRow>> {
  await press(options, 'Check the connection');
  await poll(
    'the doctor to be done',
    async () => ((await options.$('.diagnostics .report')) === null ? undefined : true),
    35_000,
  );
  return rowsOf(options);
}

/** The names of the rows in that state. */
export const namesIn = (rows: Record<string, SeenRow>, state: string): string[] =>
  Object.keys(rows).filter((name) => rows[name]?.state === state);
