import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerOf, type Connection, unfoldAdvanced } from '../../scripts/browsers/connect.ts';
import { fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { editManifest } from '../../scripts/browsers/granted-copy.ts';
import { examine, linkTestStatus, namesIn } from './support/doctor.ts';
import { eventually } from './support/eventually.ts';
import { createFixture, type Fixture, openedOptions } from './support/fixture.ts';
import { listen } from './support/http-server.ts';
import { lacks } from './support/needs.ts';
import { type PublicService, startPublicService } from './support/public-service.ts';

const others = ['Current time', 'Music list', 'Grayscale days', 'Divisions'];

const grantThisMachine = (folder: string) =>
  editManifest(folder, (manifest) => ({ ...manifest, host_permissions: ['http://127.0.0.1/*'] }));

/** Connects, and returns the options page and its answer. */
const connect = async (fixture: Fixture, { address, secretId, secretKey, template }: Connection) => {
  const options = await fixture.open('options.html');
  await options.bringToFront();
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

/** Tokens that the front service is asked for: its style of credentials is the last of three that are tried. */
const calls = 3;

describe.for(['chromium', 'firefox'] as const)('An account at a public service in %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  /** Wants the credentials in the style that is tried last, and short links under any host. */
  let service: PublicService;
  let fixture: Fixture;

  beforeAll(async () => {
    if (lacks(browser)) return;
    service = await startPublicService({ kind: 'front' });
    const prepare = browser === 'chromium' ? { prepare: grantThisMachine } : {};
    fixture = await createFixture({ browser, connected: false, ...prepare });
    // Otherwise the tab that opens at installation could come to the front later.
    await openedOptions(fixture);
  });
  afterAll(async () => {
    if (lacks(browser)) return;
    await fixture.close();
    await service.close();
  });

  // The other kinds, wrong keys and answers that are none: tests/service/public.test.ts. What follows is the same in Firefox.
  if (browser === 'chromium') {
    it('works with the defaults', async () => {
      const { options, answer } = await connect(fixture, {
        address: service.address,
        ...service.credentials,
      });
      expect(answer).toMatch(/^Connected/);
      expect(service.count('token')).toBe(calls);

      const popup = await fixture.click(await fixture.visit('/public'));
      await press(popup, 'Shorten');
      const short = await valueOf(popup, 'Short link');
      const followed = await fetch(short, { redirect: 'manual' });
      expect(followed.headers.get('location')).toBe(`${fixture.pages.origin}/public`);
      expect([service.count('token'), service.count('add')]).toEqual([calls, 1]);

      await options.bringToFront();
      const rows = await examine(options);
      expect([namesIn(rows, 'Problem'), namesIn(rows, 'Note')]).toEqual([[], others]);
      await press(options, 'Create test link');
      await eventually(() => linkTestStatus(options)).toContain('The short link leads to its page.');
      expect([service.links.length, service.count('token')]).toEqual([2, calls + 1]);

      // The end of the first steps is the same document.
      await options.evaluate(() => (location.hash = 'first-run-done'));
      await press(options, 'Create test link');
      const status = () =>
        options.evaluate(() => document.querySelector('.test-link > [role="status"]')?.textContent);
      await eventually(status).toBe('The short link leads to its page.');
      expect(service.links[2]).toMatchObject({ link: 'https://example.com/' });
    });
    return;
  }

  // With the prompts of Chromium: permission-prompt.test.ts.
  it('whose host redirects any link makes the doctor ask whether the page opened, and loses its access', async () => {
    const login = await listen(({ url }, response) => {
      if (url === '/login') response.end('Please log in');
      else response.writeHead(302, { location: '/login' }).end();
    });
    // The same host by another name, for which access has to be requested.
    const host = login.origin.replace('127.0.0.1', 'localhost');
    const connection = { address: service.address, ...service.credentials, template: `${host}/{linkID}` };
    const { options } = await connect(fixture, connection);
    await examine(options);
    await press(options, 'Create test link');
    await eventually(() => linkTestStatus(options)).toContain('Did it lead to https://example.com/?');
    const opened = async () =>
      (await fixture.browser.pages()).filter((page) => page.url() === `${host}/login`).length;
    await eventually(opened).toBe(1);
    const hasHostPermission = () =>
      options.evaluate("browser.permissions.contains({ origins: ['http://localhost/*'] })");
    await eventually(hasHostPermission).toBe(false);
    await options.bringToFront();
    await press(options, 'Yes, it did');
    await eventually(() => linkTestStatus(options)).toContain('The short link leads to its page.');
    await login.close();
  });
});
