import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import { field, fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { editManifest } from '../../scripts/browsers/granted-copy.ts';
import type { BrowserKind } from '../../scripts/browsers/places.mjs';
import { accountsIn } from './support/account.ts';
import { canariesOf, pagesIn, locationsOf, readable } from './support/canary.ts';
import { eventually } from './support/eventually.ts';
import { lacks } from './support/needs.ts';
import { openPolicyFile, type PolicyFile, type PolicyValues } from './support/policy-file.ts';
import { probed } from './support/probe.ts';
import { startPublicService } from './support/public-service.ts';
import { textOf } from './support/texts.ts';
import { createFixture, type Fixture, type FixtureOptions } from './support/fixture.ts';

type Ground = Parameters<NonNullable<FixtureOptions['prepare']>>[1];

/** Milliseconds: Chromium reads its policies seconds after it started, and again when they change. */
const soon = 30_000;

const good = ({ proxy, service, credentials }: Ground): PolicyValues => ({
  serviceAddress: proxy.address,
  ...credentials,
  shortLinkAddress: `${service.origin}/{linkID}`,
  credentialStyle: 'basic',
  timePath: '/v4/time',
  allowedValidities: ['custom', 'week', 'day'],
  defaultValidity: 'week',
  musicOff: true,
});

/** Of the right types, as Chromium drops others by itself; and yet most of it cannot be used. */
const unusable = {
  serviceAddress: 'http://public.example/v3',
  secretId: 'id',
  secretKey: 'a key',
  shortLinkAddress: 'https://s.example/',
  credentialStyle: 'both',
  addPath: 'shortLink/add',
  allowedValidities: ['day', 'fortnight'],
  defaultValidity: 'week',
};

/** The settings, once the tab that opens at installation no longer comes in between. */
const openOptions = async (fixture: Fixture): Promise<Page> => {
  await pageOpenedBy(fixture.browser, 'options.html');
  return fixture.open('options.html');
};

const openFixture = async (
  file: PolicyFile,
  { values, ...options }: FixtureOptions & { values(ground: Ground): PolicyValues },
): Promise<Fixture> =>
  createFixture({
    ...options,
    ownProcess: true,
    connected: false,
    prepare: async (folder, ground) => {
      await file.isFor(folder);
      await file.write(values(ground));
    },
  });

const isReadOnly = async (page: Page, name: string): Promise<boolean> =>
  (await field(page, name)).evaluate((node) => node.matches('input:read-only'));
const choicesOf = async (page: Page, name: string): Promise<string[]> =>
  (await field(page, name)).evaluate((node) =>
    [...node.querySelectorAll('option')].map(({ label }) => label),
  );
/** What an element says of itself beyond its name. */
const descriptionOf = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (node) => {
    const ids = node.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  });
/** Everything that is on the disk: settings, and the account's database. */
const onDisk = async (page: Page): Promise<string> =>
  JSON.stringify([
    await page.evaluate('(globalThis.browser ?? chrome).storage.local.get(null)'),
    await accountsIn(page),
  ]);
const problemsIn = (options: Page): Promise<string[]> =>
  options.evaluate(() => [...document.querySelectorAll('.policy li')].map((node) => node.textContent));

const popupFor = async (
  fixture: Fixture,
  { browser, path }: { browser: BrowserKind; path: string },
): Promise<Page> => {
  if (browser === 'chromium') return fixture.click(await fixture.visit(path));
  const popup = await fixture.open('popup.html');
  await fillIn(popup, 'Link', fixture.pages.origin + path);
  return popup;
};

describe.for(['chromium', 'firefox'] as const)('A policy in %s', (browser) => {
  const isSkipped = lacks(browser, 'root');
  const it = test.skipIf(isSkipped);
  let file: PolicyFile;
  let fixture: Fixture;
  let options: Page;

  beforeAll(async () => {
    if (isSkipped) return;
    file = await openPolicyFile(browser);
    // Firefox lets content scripts read policies, and would grant the access along with the probe.
    const probe = browser === 'chromium';
    fixture = await openFixture(file, { browser, probe, watchWorker: true, values: good });
    options = await openOptions(fixture);
  });
  afterAll(async () => {
    if (isSkipped) return;
    await fixture.close();
    await file.restore();
  });

  it('connects, and shows what it sets as the organisation’s, not to be changed', async () => {
    await eventually(() => valueOf(options, 'Service address'), soon).toBe(fixture.proxy.address);
    for (const name of ['Service address', 'SecretID', 'Short link address', 'Default validity'])
      expect([name, await isReadOnly(options, name)]).toEqual([name, true]);
    expect(await valueOf(options, 'Default validity')).toBe('1 week');
    expect(await descriptionOf(options, '#default-validity')).toBe('Set by your organisation');
    const music = '#music [role="switch"]';
    expect(await options.$eval(music, (node) => [node.ariaChecked, node.ariaDisabled])).toEqual([
      'false',
      'true',
    ]);
    expect(await descriptionOf(options, music)).toContain('Set by your organisation');
    // No policy gives access: Firefox grants it unasked here, Chromium had it from the start.
    if (browser === 'firefox') await press(options, 'Allow access');
    await eventually(() => textOf(options)).toContain('Connected by your organisation');
    expect(await problemsIn(options)).toEqual([]);
  });

  it('makes links for as long as it allows, offers no music, and hides its key', async () => {
    const popup = await popupFor(fixture, { browser, path: '/by-policy' });
    expect(await choicesOf(popup, 'Validity')).toEqual(['1 day', '1 week', 'Custom…']);
    expect(await valueOf(popup, 'Validity')).toBe('week');
    expect(await textOf(popup)).not.toContain('Play music');
    await press(popup, 'Shorten');
    const short = await valueOf(popup, 'Short link');
    const ends = fixture.links().find(({ id }) => short === `${fixture.service.origin}/${id}`)?.ends ?? 0;
    expect(Math.abs(ends - (Date.now() / 1000 + 604_800))).toBeLessThan(30);
    const places = {
      popup: await readable(popup),
      disk: await onDisk(options),
      ...(browser === 'chromium' && { storage: await probed(await fixture.visit('/probed')) }),
      ...(await pagesIn(fixture.browser)),
      consoles: fixture.consoles.join('\n'),
    };
    expect(locationsOf(canariesOf({ ...fixture.credentials, tokens: [] }), places)).toEqual([]);
    expect(await accountsIn(options)).toEqual([]);
    const tokens = fixture.proxy.log.filter(({ operation }) => operation === 'token');
    expect(
      tokens.map(({ headers }) => [/^Basic /.test(headers.authorization ?? ''), 'secretid' in headers]),
    ).toEqual([[true, false]]);
  });

  it('that cannot be used says so, field by field, and the rest of it holds', async () => {
    const wrong = browser === 'chromium' ? unusable : { ...unusable, secretId: 5, musicOff: 'yes' };
    if (browser === 'chromium') await file.write(wrong);
    else {
      // Firefox reads its policies when it starts.
      await fixture.close();
      fixture = await openFixture(file, { browser, values: () => wrong });
      options = await openOptions(fixture);
    }
    await options.bringToFront();
    const expected = [
      'serviceAddress must begin with https',
      'shortLinkAddress must be',
      'credentialStyle must be one of',
      'addPath must be a path',
      'allowedValidities names “fortnight”',
      'defaultValidity must be one of those',
      ...(browser === 'chromium' ? [] : ['musicOff must be']),
    ].map((beginning) => expect.stringMatching(`^${beginning}`) as string);
    await eventually(() => problemsIn(options), soon).toEqual(expected);
    expect([await valueOf(options, 'Service address'), await isReadOnly(options, 'Service address')]).toEqual(
      ['', false],
    );
    expect(await choicesOf(options, 'Default validity')).toEqual(['Last used', '1 day']);
    expect(await accountsIn(options)).toEqual([]);
  });

  it('for a public service needs nothing but the account: the style is detected once', async () => {
    const account = await startPublicService({ kind: 'v3.1' });
    const values = { serviceAddress: account.address, ...account.credentials };
    await fixture.close();
    const inChromium = (folder: string) =>
      editManifest(folder, (manifest) => ({ ...manifest, host_permissions: ['http://127.0.0.1/*'] }));
    fixture = await createFixture({
      ...{ browser, connected: false, ownProcess: true },
      prepare: async (folder) => {
        if (browser === 'chromium') await inChromium(folder);
        await file.isFor(folder);
        await file.write(values);
      },
    });
    options = await openOptions(fixture);
    await eventually(() => valueOf(options, 'Service address'), soon).toBe(account.address);
    if (browser === 'firefox') await press(options, 'Allow access');
    await eventually(() => textOf(options)).toContain('Connected by your organisation');
    for (const calls of [2, 3]) {
      const popup = await popupFor(fixture, { browser, path: `/public/${calls}` });
      await press(popup, 'Shorten');
      expect(await valueOf(popup, 'Short link')).toContain(account.origin);
      expect([account.count('token'), account.links.length]).toEqual([calls, calls - 1]);
      account.expireTokens();
    }
    await account.close();
  });
});
