import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import {
  answerOf,
  changeConnection,
  type Connection,
  unfoldAdvanced,
} from '../../scripts/browsers/connect.ts';
import { fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { editManifest } from '../../scripts/browsers/granted-copy.ts';
import { doctorStatus, examine, namesIn } from './support/doctor.ts';
import { eventually } from './support/eventually.ts';
import { listen, type Listening } from './support/http-server.ts';
import { lacks } from './support/needs.ts';
import { type PublicService, startPublicService } from './support/public-service.ts';
import { openedOptions, createFixture, type Fixture } from './support/fixture.ts';

const signIn = 'Sign-in (Get token)';
const others = ['Current time', '404 music', 'Grayscale filter', 'Administrative divisions'];

/** Grants all ports of this machine, and a name of it that Firefox prompts for. */
const grantThisMachine = (folder: string) =>
  editManifest(folder, (manifest) => ({
    ...manifest,
    host_permissions: ['http://127.0.0.1/*', 'http://localhost/*'],
  }));

/** Connects, whatever is connected before, and returns the options page and its answer. */
const connect = async (fixture: Fixture, { address, secretId, secretKey, template }: Connection) => {
  const options = await fixture.open('options.html');
  await options.bringToFront();
  await eventually(() => options.$('.connection')).not.toBeNull();
  if ((await options.$('#connection-form')) === null) await changeConnection(options);
  if (await options.$('aria/Replace[role="button"]')) await press(options, 'Replace');
  await fillIn(options, 'Service address', address);
  await fillIn(options, 'SecretID', secretId);
  await fillIn(options, 'SecretKey', secretKey);
  if (template !== undefined) {
    await unfoldAdvanced(options);
    await fillIn(options, 'Short link address', template);
  }
  await press(options, 'Save and connect');
  return { options, answer: await answerOf(options) };
};

const popupFor = async (fixture: Fixture, path: string): Promise<Page> => {
  if (fixture.origin.startsWith('chrome-')) return fixture.click(await fixture.visit(path));
  const popup = await fixture.open('popup.html');
  await fillIn(popup, 'Link', fixture.pages.origin + path);
  return popup;
};

/** Shortens a page in the popup and returns the short link. */
const shorten = async (fixture: Fixture, path: string) => {
  const popup = await popupFor(fixture, path);
  await press(popup, 'Shorten');
  return valueOf(popup, 'Short link');
};

/** Tokens that the front service is asked for: its style of credentials is the last of three that are tried. */
const calls = 3;

describe.for(['chromium', 'firefox'] as const)('An account in %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  /** Wants the credentials in the style that is tried last, and short links under any host. */
  let service: PublicService;
  let fixture: Fixture;
  /** Redirects every request to a login page. */
  let login: Listening;

  beforeAll(async () => {
    if (lacks(browser)) return;
    service = await startPublicService({ kind: 'front' });
    login = await listen(({ url }, response) => {
      if (url === '/login') response.end('Please log in');
      else response.writeHead(302, { location: '/login' }).end();
    });
    const prepare = browser === 'chromium' ? { prepare: grantThisMachine } : {};
    fixture = await createFixture({ browser, connected: false, ...prepare });
    // Otherwise the tab that opens at installation could come to the front later.
    await openedOptions(fixture);
  });
  afterAll(async () => {
    if (lacks(browser)) return;
    await fixture.close();
    await login.close();
    await service.close();
  });
  /** The same host by another name, for which access has to be requested. */
  const loginHost = (): string => login.origin.replace('127.0.0.1', 'localhost');

  // The other kinds, wrong keys and answers that are none: tests/service/public.test.ts, and connection.test.ts for the form.
  it('at a public service works with the defaults', async () => {
    const { options, answer } = await connect(fixture, { address: service.address, ...service.credentials });
    expect(answer).toMatch(/^Connected/);
    expect(service.count('token')).toBe(calls);

    const short = await shorten(fixture, '/public');
    expect(service.links).toMatchObject([{ link: `${fixture.pages.origin}/public` }]);
    const followed = await fetch(short, { redirect: 'manual' });
    expect(followed.headers.get('location')).toBe(`${fixture.pages.origin}/public`);
    expect([service.count('token'), service.count('add')]).toEqual([calls, 1]);

    // The doctor is the same code in Firefox, where options.test.ts has it.
    if (browser === 'firefox') return;
    await options.bringToFront();
    const rows = await examine(options);
    expect(rows[signIn]?.text).toContain('Basic authorization, not encoded');
    expect([namesIn(rows, 'Problem'), namesIn(rows, 'Note')]).toEqual([[], others]);
    await press(options, 'Try a real link');
    await eventually(() => doctorStatus(options)).toBe('The short link leads to its page.');
    expect([service.links.length, service.count('token')]).toEqual([2, calls + 1]);

    // The end of the first steps is the same document.
    await options.evaluate(() => (location.hash = 'first-run-done'));
    await press(options, 'Try a real link');
    const status = () =>
      options.evaluate(() => document.querySelector('.test-link [role="status"]')?.textContent);
    await eventually(status).toBe('The short link leads to its page.');
    expect(service.links[2]).toMatchObject({ link: 'https://example.com/' });
  });

  it('whose host redirects any link makes the doctor ask whether the page opened', async () => {
    const host = loginHost();
    const connection = { address: service.address, ...service.credentials, template: `${host}/{linkID}` };
    const { options } = await connect(fixture, connection);
    await examine(options);
    const text = () => options.evaluate(() => document.body.innerText);
    expect(await text()).toContain(`Your browser will ask for access to ${new URL(host).host}`);
    await press(options, 'Try a real link');
    await eventually(() => doctorStatus(options)).toContain('Did it lead to https://example.com/?');
    const opened = async () => {
      const pages = await fixture.browser.pages();
      return pages.filter((page) => page.url() === `${host}/login`).length;
    };
    await eventually(opened).toBe(1);
    const mayReach = () =>
      options.evaluate(
        "(globalThis.browser ?? chrome).permissions.contains({ origins: ['http://localhost/*'] })",
      );
    // Chromium's copy of the build has the host from the start and cannot revoke it: see permission-prompt.test.ts.
    if (browser === 'firefox') await eventually(mayReach).toBe(false);
    await options.bringToFront();
    await press(options, 'No, it did not');
    await eventually(() => doctorStatus(options)).toContain('leads nowhere');
    await press(options, 'Try a real link');
    await eventually(opened).toBe(2);
    await options.bringToFront();
    await press(options, 'Yes, it did');
    await eventually(() => doctorStatus(options)).toBe('The short link leads to its page.');
  });
});
