import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { field, press, valueOf } from '../support/browsers/controls.ts';
import type { Settings } from '../../lib/settings/schema.ts';
import { grantHosts } from '../support/browsers/granted-copy.ts';
import type { BrowserKind } from '../../scripts/installed-programs.mjs';
import { addProbe, canariesOf, locationsOf, pagesIn, probed, readable } from '../support/browsers/canary.ts';
import { eventually } from '../support/browsers/eventually.ts';
import { lacks } from '../support/browsers/needs.ts';
import { openPolicyFile, type PolicyFile, type PolicyValues } from '../support/browsers/policy-file.ts';
import { textOf } from '../support/pages/page-texts.ts';
import {
  openedOptions,
  createFixture,
  type Fixture,
  type FixtureOptions,
} from '../support/browsers/fixture.ts';
import { accountsIn, storedValue, storedValues } from '../support/browsers/stored.ts';

/** The service, the proxy before it, and the credentials. */
type ServiceContext = Parameters<NonNullable<FixtureOptions['prepare']>>[1];

/** Milliseconds: Chromium reads a changed policy only after some seconds. */
const policyLimit = 30_000;

/** The account of the second connection, which is never used. */
const second = { secretId: 'canary-second-id', secretKey: 'canary-second-key' };

const good = ({ proxy, service, credentials }: ServiceContext): PolicyValues => ({
  serviceAddress: proxy.address,
  ...credentials,
  shortLinkAddress: `${service.origin}/{linkID}`,
  credentialStyle: 'basic',
  timePath: '/v4/time',
  allowedValidities: ['custom', 'week', 'day'],
  defaultValidity: 'week',
  musicOff: true,
  connections: [{ ...second, name: 'Events', serviceAddress: proxy.address }],
});

/** Opens the settings after the tab that opens at installation. */
const openOptions = async (fixture: Fixture): Promise<Page> => {
  await openedOptions(fixture);
  return fixture.open('options.html');
};

/** A browser that starts under the policy. */
const openFixture = (file: PolicyFile, browser: BrowserKind): Promise<Fixture> =>
  createFixture({
    browser,
    ownProcess: true,
    connected: false,
    watchWorker: true,
    prepare: async (folder, context) => {
      // Firefox lets content scripts read policies, and would grant the access along with the probe.
      if (browser === 'chromium') {
        // Other services on this machine can be reached, too.
        await grantHosts(folder, 'http://127.0.0.1/*');
        await addProbe(folder);
      }
      await file.isFor(folder);
      await file.write(good(context));
    },
  });

const choicesOf = async (page: Page, name: string): Promise<string[]> =>
  (await field(page, name)).evaluate((node) =>
    [...node.querySelectorAll('option')].map(({ label }) => label),
  );
const descriptionOf = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (node) => {
    const ids = node.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  });
/** Everything that is stored: settings, and the account's database. */
const onDisk = async (page: Page): Promise<string> =>
  JSON.stringify([await storedValues((expression) => page.evaluate(expression)), await accountsIn(page)]);
const problemsIn = (options: Page): Promise<string[]> =>
  options.evaluate(() => [...document.querySelectorAll('.policy li')].map((node) => node.textContent));

describe.for(['chromium', 'firefox'] as const)('A policy in %s', (browser) => {
  const it = test.skipIf(lacks(browser, 'root'));
  let file: PolicyFile;
  let fixture: Fixture;
  let options: Page;

  beforeAll(async () => {
    file = await openPolicyFile(browser);
    fixture = await openFixture(file, browser);
    options = await openOptions(fixture);
  });
  afterAll(async () => {
    await fixture.close();
    await file.restore();
  });

  it('connects, and locks the fields that it sets', async () => {
    const rows = () =>
      options.$$eval('#connection [aria-labelledby][role=group]', (all) =>
        all.map(({ textContent }) => textContent),
      );
    const { host } = new URL(fixture.proxy.address);
    await eventually(rows, policyLimit).toEqual([
      expect.stringContaining(`${host}Default`),
      expect.stringContaining('Events'),
    ]);
    // The policy may arrive between the page's own reading and that of the background, which lists the connections.
    const validity = () => options.$eval('.shortening .setting', ({ textContent }) => textContent);
    await eventually(validity).toBe('Links expireSet by your organizationin 1 week');
    const music = '#music [role="switch"]';
    expect(await options.$eval(music, (node) => [node.ariaChecked, node.ariaDisabled])).toEqual([
      'false',
      'true',
    ]);
    expect(await descriptionOf(options, music)).toContain('Set by your organization');
    // A policy cannot grant access. Firefox grants it here without a prompt; Chromium's build has it from the start.
    if (browser === 'firefox') await press(options, 'Allow access');
    const line = expect.stringMatching(/ as .*Set by your organization/) as string;
    await eventually(rows).toEqual([line, line]);
    expect(await problemsIn(options)).toEqual([]);
  });

  it('limits the validities, offers no music, and hides its key', async () => {
    const popup = await fixture.popupFor('/by-policy');
    expect(await choicesOf(popup, 'Expires')).toEqual(['in 1 day', 'in 1 week', 'at…']);
    expect(await valueOf(popup, 'Expires')).toBe('week');
    expect(await textOf(popup)).not.toContain('Play music');
    await press(popup, 'Shorten');
    const short = await valueOf(popup, 'Short link');
    const expiresAt =
      fixture.links().find(({ id }) => short === `${fixture.service.origin}/${id}`)?.expiresAt ?? 0;
    expect(Math.abs(expiresAt - (Date.now() / 1000 + 604_800))).toBeLessThan(30);
    const places = {
      popup: await readable(popup),
      disk: await onDisk(options),
      ...(browser === 'chromium' && { storage: await probed(await fixture.visit('/probed')) }),
      ...(await pagesIn(fixture.browser)),
      consoles: fixture.consoles.join('\n'),
    };
    for (const credentials of [fixture.credentials, second])
      expect(locationsOf(canariesOf({ ...credentials, tokens: [] }), places)).toEqual([]);
    expect(await accountsIn(options)).toEqual([]);
    const settings = await storedValue<Settings>((expression) => options.evaluate(expression), 'settings');
    expect(settings?.connections).toMatchObject([
      { name: '', isLocked: true },
      { name: 'Events', isLocked: true },
    ]);
    const tokens = fixture.proxy.log.filter(({ operation }) => operation === 'token');
    expect(
      tokens.map(({ headers }) => [/^Basic /.test(headers.authorization ?? ''), 'secretid' in headers]),
    ).toEqual([[true, false]]);
  });
});
