import type { Page } from 'puppeteer-core';
import { press } from '../browsers/controls.ts';
import { poll } from '../browsers/poll.ts';

/** A row: the word for its state, and its whole text. */
interface DoctorRow {
  state: string;
  text: string;
}

const rowsOf = (options: Page): Promise<Record<string, DoctorRow>> =>
  options.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('.checks li')].map((row) => [
        row.querySelector('h3')?.firstChild?.textContent ?? '',
        { state: row.querySelector('h3 span')?.textContent ?? '', text: row.textContent },
      ]),
    ),
  );

export const doctorStatus = (options: Page): Promise<string> =>
  options.evaluate(() => document.querySelector('.diagnostics [role="status"]')?.textContent ?? '');

export const linkTestStatus = async (options: Page): Promise<string | undefined> =>
  (await rowsOf(options))['Creating a link']?.text;

/** Checks the connection, which takes 35 s at most, and returns the rows. */
export async function examine(options: Page): Promise<Record<string, DoctorRow>> {
  await press(options, 'Check the connection');
  await poll(
    'the end of the check',
    async () => ((await options.$('.checks')) === null ? undefined : true),
    35_000,
  );
  return rowsOf(options);
}
