import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { connectAtOnce } from '../support/browsers/connect.ts';
import { press } from '../support/browsers/controls.ts';
import { grantHosts } from '../support/browsers/granted-copy.ts';
import { doctorStatus, examine, linkTestStatus } from '../support/pages/doctor.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { createFixture, type Fixture } from '../support/browsers/fixture.ts';
import { listen } from '../support/service/http-server.ts';
import { lacks } from '../support/browsers/needs.ts';

describe.for(['chromium', 'firefox'] as const)('The doctor in %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  let fixture: Fixture;
  let options: Page;

  beforeAll(async () => {
    fixture = await createFixture({
      browser,
      // The short links are at another origin of this machine than the proxy before the service.
      ...(browser === 'chromium' && { prepare: (folder) => grantHosts(folder, 'http://127.0.0.1/*') }),
    });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.tidy();
    options = await fixture.open('options.html');
  });

  const connectTo = (shortLinks: string) =>
    connectAtOnce(options, {
      address: fixture.proxy.address,
      template: `${shortLinks}/{linkID}`,
      ...fixture.credentials,
    });

  // Each row, sentence and the report: lib/diagnostics, components/diagnostics.
  it('says that a link leads nowhere if the service redirects it to another host on this computer, and opens no tab', async () => {
    const visits: string[] = [];
    const target = await listen(({ url }, response) => {
      visits.push(url ?? '');
      response.end();
    });
    // Another name than that of the service, which is 127.0.0.1.
    const location = `${target.origin.replace('127.0.0.1', 'localhost')}/private`;
    const shortLinks = await listen((_, response) => void response.writeHead(302, { location }).end());
    await connectTo(shortLinks.origin);
    options = await fixture.open('options.html');
    await examine(options);
    expect(await doctorStatus(options)).toBe('All checks passed');
    await press(options, 'Create test link');
    await eventually(() => linkTestStatus(options)).toContain('leads nowhere');
    expect(visits).toEqual([]);
    await connectTo(fixture.service.origin);
    await shortLinks.close();
    await target.close();
  });

  if (browser === 'firefox') {
    // With the prompts of Chromium: tests/windows/permission-prompt.test.ts.
    it('asks whether the page opened if the host of the links redirects any link, and revokes the access to it', async () => {
      const login = await listen(({ url }, response) => {
        if (url === '/login') response.end('Please log in');
        else response.writeHead(302, { location: '/login' }).end();
      });
      // The same host by another name, for which access has to be requested.
      const host = login.origin.replace('127.0.0.1', 'localhost');
      await connectTo(host);
      options = await fixture.open('options.html');
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
      await connectTo(fixture.service.origin);
      await login.close();
    });
  }
});
