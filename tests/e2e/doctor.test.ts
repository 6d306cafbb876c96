import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { press } from '../../scripts/browsers/controls.ts';
import { extensionOf } from '../../scripts/browsers/extension.ts';
import { editManifest } from '../../scripts/browsers/granted-copy.ts';
import { findingsInAllLooks, loadAxe } from '../player/support/axe.ts';
import { canariesOf, locationsOf, readable } from './support/canary.ts';
import { paste } from './support/clipboard.ts';
import { doctorStatus, examine, namesIn, rowsOf } from './support/doctor.ts';
import { eventually } from './support/eventually.ts';
import { failure, hang, html } from './support/faults.ts';
import { lacks } from './support/needs.ts';
import { suiteFixture } from './support/suite-fixture.ts';
import { focusOf, textOf } from './support/texts.ts';
import { killWorker } from './support/worker.ts';
import type { Fixture, FixtureOptions } from './support/fixture.ts';

const operations = ['token', 'time', 'music', 'grayscale', 'divisions'] as const;
const [add, follow, signIn] = ['Making a link (Add)', 'Opening the short link', 'Sign-in (Get token)'];

const expectAllWell = async (options: Page) => {
  const rows = await examine(options);
  expect(namesIn(rows, 'Good')).toHaveLength(12);
  expect(namesIn(rows, 'Not checked')).toEqual([add, follow]);
  expect(rows[signIn]?.says).toContain('sent as Headers SecretID and SecretKey.');
  expect(await doctorStatus(options)).toBe('All is well.');
  expect(await focusOf(options)).toBe('Check the connection');
};

/** A report that was copied while the service repeated what it had been sent. */
const expectDiscreetReport = async (options: Page, fixture: Fixture) => {
  const { proxy, credentials } = fixture;
  const { secretId, secretKey } = credentials;
  const echo = `permission denied to ${secretId}:${secretKey}`;
  proxy.always('token', failure(echo, 801, { 'x-request-id': 'r-1' }));
  expect((await examine(options))[signIn]?.says).toContain('rejected these credentials');
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

const expectNobodyThere = async (options: Page, { proxy }: Fixture) => {
  await proxy.shut();
  const rows = await examine(options).finally(() => proxy.open());
  expect(namesIn(rows, 'Problem')).toEqual(['Reach']);
  expect(rows['Reach']?.says).toContain(`Nothing answers at ${proxy.address} on this computer`);
  expect(namesIn(rows, 'Good')).toEqual(['Saved connection', 'Permission', 'Certificate']);
  expect(namesIn(rows, 'Not checked')).toHaveLength(10);
};

const expectNoPermission = async (options: Page, { proxy }: Fixture) => {
  proxy.reset();
  const rows = await examine(options);
  expect(namesIn(rows, 'Problem')).toEqual(['Permission']);
  expect(rows['Permission']?.says).toContain('does not let Waylark reach');
  expect(proxy.log).toEqual([]);
};

/** Short links are at the service itself, and the service is behind a proxy: another port, so another origin. */
const letServiceIn: FixtureOptions['prepare'] = (folder, { service }) =>
  editManifest(folder, (manifest) => ({
    ...manifest,
    host_permissions: [...(manifest['host_permissions'] as string[]), `${service.origin}/*`],
  }));

describe.skipIf(lacks('chromium'))('The doctor in Chromium', () => {
  const fixture = suiteFixture({ prepare: letServiceIn });
  let options: Page;
  beforeEach(async () => {
    options = await fixture().open('options.html');
  });
  const expectNoFindings = async () => {
    await loadAxe(options);
    expect(await findingsInAllLooks(options, '.diagnostics')).toEqual([]);
  };

  it('finds all well where all is well, and makes a real link only when asked', async () => {
    const { proxy, links } = fixture();
    await expectAllWell(options);
    expect([proxy.count('token'), proxy.count('time'), proxy.count('add')]).toEqual([1, 3, 0]);
    const before = links().length;
    await press(options, 'Try a real link');
    await eventually(() => doctorStatus(options)).toBe('The short link leads to its page.');
    expect((await rowsOf(options))[add]).toMatchObject({ state: 'Good' });
    const [made, ...more] = links().slice(before);
    expect([made?.link, more]).toEqual(['https://example.com/', []]);
    expect(Math.abs((made?.ends ?? 0) - (Date.now() / 1000 + 3600))).toBeLessThan(60);
    expect(await focusOf(options)).toBe('Try a real link');
    await expectNoFindings();
  });

  it('says that nobody answers, and leaves the rest unchecked', async () => {
    await expectNobodyThere(options, fixture());
    await expectNoFindings();
    await expectAllWell(options);
  });

  it('tells pages from answers, one operation from another, and what goes on without', async () => {
    const { proxy } = fixture();
    proxy.always('grayscale', html());
    const rows = await examine(options);
    expect(namesIn(rows, 'Note')).toEqual(['Grayscale filter']);
    expect(rows['Grayscale filter']?.says).toContain('does not offer this at /greyFilter');
    expect(await doctorStatus(options)).toBe('Problems: 0; notes: 1.');
    for (const operation of operations) proxy.always(operation, html());
    const strange = await examine(options);
    expect(namesIn(strange, 'Problem')).toEqual([signIn]);
    expect(strange[signIn]?.says).toContain('is not a short-link service');
    expect(strange['Reach']?.state).toBe('Good');
    await expectNoFindings();
  });

  it('hands out a report that holds no secret', () => expectDiscreetReport(options, fixture()));

  it('says what the browser stopped in the middle, and goes on with the rest', async () => {
    const { proxy, browser } = fixture();
    proxy.next('token', hang);
    const examined = examine(options);
    await eventually(() => proxy.count('token')).toBe(1);
    await killWorker(browser);
    const rows = await examined;
    expect(namesIn(rows, 'Problem')).toEqual([signIn]);
    expect(rows[signIn]?.says).toContain('stopped Waylark in the middle');
    expect(rows['Administrative divisions']?.state).toBe('Good');
  });

  it('knows an application that was removed at the service', async () => {
    const { service, credentials } = fixture();
    await service.store.removeApplication(credentials.secretId);
    const rows = await examine(options);
    expect(namesIn(rows, 'Problem')).toEqual([signIn]);
    expect(rows[signIn]?.says).toContain('rejected these credentials');
  });

  it('says what the browser does not let through, and what cannot be read', async () => {
    const { browser } = fixture();
    const page = await browser.newPage();
    await page.goto('chrome://extensions');
    const wish = JSON.stringify({ extensionId: (await extensionOf(browser)).id, hostAccess: 'ON_CLICK' });
    await page.evaluate(`chrome.developerPrivate.updateExtensionConfiguration(${wish})`);
    await options.bringToFront();
    await expectNoPermission(options, fixture());
    await options.evaluate(async () => {
      const gone = indexedDB.deleteDatabase('waylark-account');
      await new Promise((resolve) => (gone.onsuccess = resolve));
    });
    const rows = await examine(options);
    expect(namesIn(rows, 'Problem')).toEqual(['Saved connection']);
    expect(namesIn(rows, 'Not checked')).toHaveLength(13);
  });
});

describe.skipIf(lacks('firefox'))('The doctor in Firefox', () => {
  const fixture = suiteFixture({ browser: 'firefox' });

  it('finds all well, nobody there, a refused key and no permission', async () => {
    const options = await fixture().open('options.html');
    await expectAllWell(options);
    await expectNobodyThere(options, fixture());
    await expectDiscreetReport(options, fixture());
    await options.bringToFront();
    await options.evaluate("browser.permissions.remove({ origins: ['http://127.0.0.1/*'] })");
    await expectNoPermission(options, fixture());
  });
});
