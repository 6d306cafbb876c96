import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import { connectAtOnce } from '../../scripts/browsers/connect.ts';
import { press } from '../../scripts/browsers/controls.ts';
import { extensionOf } from '../../scripts/browsers/extension.ts';
import { editManifest } from '../../scripts/browsers/granted-copy.ts';
import { findingsInAllLooks, loadAxe } from '../player/support/axe.ts';
import {
  add,
  doctorStatus,
  expectNoPermission,
  expectNoProblems,
  expectNoSecretInReport,
  expectUnreachable,
  namesIn,
  rowsOf,
  examine,
  signIn,
} from './support/doctor.ts';
import { eventually } from './support/eventually.ts';
import { hang, html } from './support/faults.ts';
import { listen } from './support/http-server.ts';
import { lacks } from './support/needs.ts';
import { focusOf } from './support/texts.ts';
import { killWorker } from './support/worker.ts';
import { createFixture, type Fixture, type FixtureOptions } from './support/fixture.ts';
import { onExtensionsPage } from './support/extensions-page.ts';

/** The short links are at another origin of this machine than the proxy before the service. */
const grantThisMachine: FixtureOptions['prepare'] = (folder) =>
  editManifest(folder, (manifest) => ({
    ...manifest,
    host_permissions: [
      ...((manifest['host_permissions'] as string[] | undefined) ?? []),
      'http://127.0.0.1/*',
    ],
  }));

/** A service whose short links all redirect to another host on this computer. */
const testHostileRedirect = (browser: 'chromium' | 'firefox'): void => {
  describe('of a service whose short links redirect to this computer', () => {
    let fixture: Fixture;
    const visits: string[] = [];
    const cleanup: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      fixture = await createFixture({ browser, prepare: grantThisMachine });
      cleanup.push(() => fixture.close());
      const target = await listen(({ url }, response) => {
        visits.push(url ?? '');
        response.end();
      });
      // Another name than that of the service, which is 127.0.0.1.
      const elsewhere = target.origin.replace('127.0.0.1', 'localhost');
      const shortLinks = await listen((_, response) => {
        response.writeHead(302, { location: `${elsewhere}/private` }).end();
      });
      cleanup.push(target.close, shortLinks.close);
      const template = `${shortLinks.origin}/{linkID}`;
      const options = await fixture.open('options.html');
      await connectAtOnce(options, { address: fixture.proxy.address, template, ...fixture.credentials });
      await options.close();
    });
    afterAll(async () => {
      for (const close of cleanup.toReversed()) await close();
    });

    it('says that the link leads nowhere, and opens no tab', async () => {
      const options = await fixture.open('options.html');
      await examine(options);
      await press(options, 'Try a real link');
      await eventually(async () => (await rowsOf(options))['Opening the short link']?.text, 15_000).toContain(
        'leads nowhere',
      );
      expect(visits).toEqual([]);
    });
  });
};

describe.skipIf(lacks('firefox'))('The doctor in Firefox', () => testHostileRedirect('firefox'));

describe.skipIf(lacks('chromium'))('The doctor in Chromium', () => {
  testHostileRedirect('chromium');

  let fixture: Fixture;
  /** One page for all tests: each check replaces the result of the one before. */
  let options: Page;
  beforeAll(async () => {
    fixture = await createFixture({ prepare: grantThisMachine });
    options = await fixture.open('options.html');
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    fixture.proxy.reset();
    await options.bringToFront();
  });
  const expectNoFindings = async () => {
    await loadAxe(options);
    expect(await findingsInAllLooks(options, '.diagnostics')).toEqual([]);
  };

  it('finds no problem, and creates a real link only on request', async () => {
    const { proxy, links } = fixture;
    await expectNoProblems(options);
    expect([proxy.count('token'), proxy.count('time'), proxy.count('add')]).toEqual([1, 3, 0]);
    const before = links().length;
    await press(options, 'Try a real link');
    await eventually(() => doctorStatus(options)).toBe('The short link leads to its page.');
    expect((await rowsOf(options))[add]).toMatchObject({ state: 'OK' });
    const [created, ...more] = links().slice(before);
    expect([created?.link, more]).toEqual(['https://example.com/', []]);
    expect(Math.abs((created?.expiresAt ?? 0) - (Date.now() / 1000 + 3600))).toBeLessThan(60);
    expect(await focusOf(options)).toBe('Try a real link');
  });

  it('says that nothing answers, and leaves the rest unchecked', async () => {
    await expectUnreachable(options, fixture);
    await expectNoFindings();
    fixture.proxy.always('grayscale', html());
    expect(namesIn(await examine(options), 'Note')).toEqual(['Grayscale filter']);
    await expectNoFindings();
  });

  it('copies a report without a secret', () => expectNoSecretInReport(options, fixture));

  it('says what the browser stopped during the check, and continues with the rest', async () => {
    const { proxy, browser } = fixture;
    proxy.next('token', hang);
    const checking = examine(options);
    await eventually(() => proxy.count('token')).toBe(1);
    await killWorker(browser);
    const rows = await checking;
    expect(namesIn(rows, 'Problem')).toEqual([signIn]);
    expect(rows[signIn]?.text).toContain('interrupted Waylark');
    expect(rows['Administrative divisions']?.state).toBe('OK');
  });

  it('says that the permission or the saved connection is missing', async () => {
    const { browser } = fixture;
    const change = JSON.stringify({ extensionId: (await extensionOf(browser)).id, hostAccess: 'ON_CLICK' });
    const call = `developerPrivate.updateExtensionConfiguration(${change})`;
    await (await onExtensionsPage(browser, call)).close();
    await options.bringToFront();
    await expectNoPermission(options, fixture);
    await options.evaluate(async () => {
      const deletion = indexedDB.deleteDatabase('waylark-account');
      await new Promise((resolve) => (deletion.onsuccess = resolve));
    });
    const rows = await examine(options);
    expect(namesIn(rows, 'Problem')).toEqual(['Saved connection']);
    expect(namesIn(rows, 'Not checked')).toHaveLength(13);
  });
});
