import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { connectAtOnce } from '../../scripts/browsers/connect.ts';
import { press } from '../../scripts/browsers/controls.ts';
import { extensionOf } from '../../scripts/browsers/extension.ts';
import { editManifest } from '../../scripts/browsers/granted-copy.ts';
import { canariesOf, locationsOf, readable } from './support/canary.ts';
import { paste } from './support/clipboard.ts';
import { doctorStatus, examine, linkTestStatus, namesIn, signIn } from './support/doctor.ts';
import { eventually } from './support/eventually.ts';
import { killWorker, onExtensionsPage } from './support/chromium-extension.ts';
import { failure, hang } from './support/faults.ts';
import { createFixture, type Fixture, type FixtureOptions } from './support/fixture.ts';
import { listen } from './support/http-server.ts';
import { lacks } from './support/needs.ts';
import { textOf } from './support/texts.ts';

/** The short links are at another origin of this machine than the proxy before the service. */
const grantThisMachine: FixtureOptions['prepare'] = (folder) =>
  editManifest(folder, (manifest) => ({ ...manifest, host_permissions: ['http://127.0.0.1/*'] }));

describe.for(['chromium', 'firefox'] as const)('The doctor in %s', (browser) => {
  let fixture: Fixture;
  let options: Page;

  beforeAll(async () => {
    if (lacks(browser)) return;
    fixture = await createFixture({
      browser,
      ...(browser === 'chromium' && { prepare: grantThisMachine }),
    });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    await fixture.tidy();
    options = await fixture.open('options.html');
  });

  it.skipIf(lacks(browser))(
    'says that a link leads nowhere if the service redirects it to another host on this computer, and opens no tab',
    async () => {
      const visits: string[] = [];
      const target = await listen(({ url }, response) => {
        visits.push(url ?? '');
        response.end();
      });
      // Another name than that of the service, which is 127.0.0.1.
      const location = `${target.origin.replace('127.0.0.1', 'localhost')}/private`;
      const shortLinks = await listen((_, response) => void response.writeHead(302, { location }).end());
      const { proxy, service, credentials } = fixture;
      const connectTo = (origin: string) =>
        connectAtOnce(options, { address: proxy.address, template: `${origin}/{linkID}`, ...credentials });
      await connectTo(shortLinks.origin);
      options = await fixture.open('options.html');
      await examine(options);
      await press(options, 'Create test link');
      await eventually(() => linkTestStatus(options), 15_000).toContain('leads nowhere');
      expect(visits).toEqual([]);
      await connectTo(service.origin);
      await shortLinks.close();
      await target.close();
    },
  );

  // Each row and sentence: lib/diagnostics, components/diagnostics. The rest is the same code in both browsers.
  if (browser === 'firefox') return;

  it('finds no problem, and creates a real link only on request', async () => {
    const { proxy, links } = fixture;
    const rows = await examine(options);
    expect([namesIn(rows, 'OK').length, namesIn(rows, 'Not checked')]).toEqual([10, ['Creating a link']]);
    expect(await doctorStatus(options)).toBe('Everything works.');
    expect([proxy.count('token'), proxy.count('time'), proxy.count('add')]).toEqual([1, 3, 0]);
    const before = links().length;
    await press(options, 'Create test link');
    await eventually(() => linkTestStatus(options)).toContain('The short link leads to its page.');
    const [created, ...more] = links().slice(before);
    expect([created?.link, more]).toEqual(['https://example.com/', []]);
    expect(Math.abs((created?.expiresAt ?? 0) - (Date.now() / 1000 + 3600))).toBeLessThan(60);
  });

  it('copies a report without a secret, also if the service repeats the credentials', async () => {
    const { proxy, credentials } = fixture;
    const { secretId, secretKey } = credentials;
    const echo = `permission denied to ${secretId}:${secretKey}`;
    proxy.always('token', failure(echo, 801, { 'x-request-id': 'r-1' }));
    expect((await examine(options))[signIn]?.text).toContain('The service rejected this key.');
    await press(options, 'Copy report');
    await eventually(() => textOf(options)).toContain('Copied');
    const page = await readable(options);
    const report = await paste(fixture);
    for (const part of [proxy.address, `${signIn}: Problem`, 'Answer: 801', 'r-1'])
      expect(report).toContain(part);
    const canaries = canariesOf({ ...credentials, tokens: [] });
    expect(locationsOf(canaries, { report, page })).toEqual([]);
    expect(report).not.toContain(secretId);
    await press(options, 'Change key');
    await eventually(() => options.evaluate(() => document.activeElement?.id)).toBe('secretKey');
    expect(locationsOf(canaries, { report: report + secretKey })).toEqual(['report']);
  });

  it('says what the browser stopped during the check, and continues with the rest', async () => {
    const { proxy } = fixture;
    proxy.next('token', hang);
    const checking = examine(options);
    await eventually(() => proxy.count('token')).toBe(1);
    await killWorker(fixture.browser);
    const rows = await checking;
    expect(namesIn(rows, 'Problem')).toEqual([signIn]);
    expect(rows[signIn]?.text).toContain('interrupted Waylark');
    expect(rows['Divisions']?.state).toBe('OK');
  });

  it('sends nothing if the permission is missing', async () => {
    const change = {
      extensionId: (await extensionOf(fixture.browser)).id,
      hostAccess: 'ON_CLICK',
    };
    const call = `developerPrivate.updateExtensionConfiguration(${JSON.stringify(change)})`;
    await (await onExtensionsPage(fixture.browser, call)).close();
    await options.bringToFront();
    expect(namesIn(await examine(options), 'Problem')).toEqual(['Permission']);
    expect(fixture.proxy.log).toEqual([]);
  });
});
