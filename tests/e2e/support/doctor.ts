import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';
import { press } from '../../../scripts/browsers/controls.ts';
import { poll } from '../../../scripts/browsers/poll.ts';
import { canariesOf, locationsOf, readable } from './canary.ts';
import { paste } from './clipboard.ts';
import { eventually } from './eventually.ts';
import { failure } from './faults.ts';
import type { Fixture } from './fixture.ts';
import { focusOf, textOf } from './texts.ts';

/** A row: the word for its state, and its whole text. */
export interface DoctorRow {
  state: string;
  text: string;
}

/** The rows by their names. */
export const rowsOf = (options: Page): Promise<Record<string, DoctorRow>> =>
  options.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('.checks li')].map((row) => [
        row.querySelector('h3')?.firstChild?.textContent ?? '',
        { state: row.querySelector('h3 span')?.textContent ?? '', text: row.textContent },
      ]),
    ),
  );

/** The text of the doctor's status. */
export const doctorStatus = (options: Page): Promise<string> =>
  options.evaluate(() => document.querySelector('.diagnostics [role="status"]')?.textContent ?? '');

/** Checks the connection, which takes 35 s at most, and returns the rows. */
export async function examine(options: Page): Promise<Record<string, DoctorRow>> {
  await press(options, 'Check the connection');
  await poll(
    'the end of the check',
    async () => ((await options.$('.diagnostics .report')) === null ? undefined : true),
    35_000,
  );
  return rowsOf(options);
}

/** The names of the rows in a state. */
export const namesIn = (rows: Record<string, DoctorRow>, state: string): string[] =>
  Object.keys(rows).filter((name) => rows[name]?.state === state);

/** The names of rows. */
export const add = 'Creating a link';
export const signIn = 'Sign-in (Get token)';

/** Checks a connection without problems. */
export const expectNoProblems = async (options: Page) => {
  const rows = await examine(options);
  expect(namesIn(rows, 'OK')).toHaveLength(12);
  expect(namesIn(rows, 'Not checked')).toEqual([add]);
  expect(rows[signIn]?.text).toContain('sent as Headers SecretID and SecretKey.');
  expect(await doctorStatus(options)).toBe('Everything works.');
  expect(await focusOf(options)).toBe('Check the connection');
};

/** Copies a report while the service repeats the credentials: neither the report nor the page contains a secret. */
export const expectNoSecretInReport = async (options: Page, fixture: Fixture) => {
  const { proxy, credentials } = fixture;
  const { secretId, secretKey } = credentials;
  const echo = `permission denied to ${secretId}:${secretKey}`;
  proxy.always('token', failure(echo, 801, { 'x-request-id': 'r-1' }));
  expect((await examine(options))[signIn]?.text).toContain('rejected these credentials');
  await press(options, 'Copy report');
  await eventually(() => textOf(options)).toContain('The report is copied.');
  const page = await readable(options);
  const report = await paste(fixture);
  for (const part of [proxy.address, `${signIn}: Problem`, 'Code: 801', 'r-1', 'Time: '])
    expect(report).toContain(part);
  expect(page).toContain(`Service: ${proxy.address}`);
  const canaries = canariesOf({ ...credentials, tokens: [] });
  expect(locationsOf(canaries, { report, page })).toEqual([]);
  expect(report).not.toContain(secretId);
  expect(locationsOf(canaries, { report: report + secretKey })).toEqual(['report']);
};

/** Checks the connection while nothing listens at the service's address. */
export const expectUnreachable = async (options: Page, { proxy }: Fixture) => {
  await proxy.shut();
  let rows: Record<string, DoctorRow>;
  try {
    rows = await examine(options);
  } finally {
    await proxy.open();
  }
  expect(namesIn(rows, 'Problem')).toEqual(['Reachability']);
  expect(rows['Reachability']?.text).toContain(`Nothing answers at ${proxy.address} on this computer`);
  expect(namesIn(rows, 'OK')).toEqual(['Saved connection', 'Permission', 'Certificate']);
  expect(namesIn(rows, 'Not checked')).toHaveLength(10);
};

/** Checks the connection without the permission for the service. */
export const expectNoPermission = async (options: Page, { proxy }: Fixture) => {
  proxy.reset();
  const rows = await examine(options);
  expect(namesIn(rows, 'Problem')).toEqual(['Permission']);
  expect(rows['Permission']?.text).toContain('does not allow Waylark to reach');
  expect(proxy.log).toEqual([]);
};
