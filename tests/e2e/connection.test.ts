import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import {
  answerOf,
  changeConnection,
  connectThroughOptions,
  unfoldAdvanced,
} from '../../scripts/browsers/connect.ts';
import { choose, field, fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { extensionOf } from '../../scripts/browsers/extension.ts';
import { editManifest } from '../../scripts/browsers/granted-copy.ts';
import { eventually } from './support/eventually.ts';
import { restartExtension } from './support/extensions-page.ts';
import { answer, failure } from './support/faults.ts';
import { lacks } from './support/needs.ts';
import { type PrintedService, runService } from './support/printed-service.ts';
import { alertOf, textOf } from './support/texts.ts';
import { openedOptions, createFixture, type Fixture } from './support/fixture.ts';

const warnings = z._default(z.array(z.unknown()), []);

/** An extension on the browser's extensions page. */
const extensionInfo = z.object({
  state: z.string(),
  manifestErrors: warnings,
  runtimeErrors: warnings,
  installWarnings: warnings,
});

/** Puts a text on the clipboard of a headless browser. */
const copyTo = (page: Page, text: string): Promise<void> =>
  page.evaluate((copied) => {
    const box = document.body.appendChild(document.createElement('textarea'));
    box.value = copied;
    box.select();
    // oxlint-disable-next-line typescript/no-deprecated -- the clipboard's own API asks for a permission
    document.execCommand('copy');
    box.remove();
  }, text);

const pressWithControl = async (page: Page, key: 'KeyV' | 'KeyZ'): Promise<void> => {
  await page.keyboard.down('Control');
  await page.keyboard.press(key);
  await page.keyboard.up('Control');
};

describe.skipIf(lacks('chromium'))('Connecting in Chromium', () => {
  let fixture: Fixture;
  let options: Page;
  let printed: PrintedService;

  beforeAll(async () => {
    printed = await runService();
    fixture = await createFixture({
      connected: false,
      // No prompt can be answered without a window.
      prepare: (folder, { proxy }) =>
        editManifest(folder, (manifest) => ({
          ...manifest,
          host_permissions: [proxy, printed].map(({ origin }) => `${origin}/*`),
        })),
    });
    options = await openedOptions(fixture);
  });
  afterAll(() => Promise.all([fixture.close(), printed.close()]));
  beforeEach(async () => {
    fixture.proxy.reset();
    await options.reload();
  });

  /** The fields that most people fill in: none of the advanced ones. */
  const account = () => ({ address: fixture.proxy.address, ...fixture.credentials });

  it('begins on the options page, which opens at installation, and in the popup', async () => {
    await eventually(() => textOf(options)).toContain('Service address');
    const popup = await fixture.click(await fixture.visit('/not-connected'));
    await eventually(() => textOf(popup)).toContain('Connect your service');
    expect(await popup.$('aria/Connect[role="button"]')).not.toBeNull();
  });

  it('calls an address that ends with / without a version, and says that it offers nothing', async () => {
    const root = `${fixture.proxy.origin}/`;
    expect(await connectThroughOptions(options, { ...account(), address: root })).toContain(
      `${root} does not offer this operation`,
    );
    expect(fixture.proxy.log.map(({ path }) => path)).toEqual(['/openAPI/token']);
    expect(await valueOf(options, 'Service address')).toBe(root);
  });

  it('corrects the address and connects; the key is never shown again', async () => {
    const { host } = new URL(fixture.proxy.origin);
    const template = `${fixture.service.origin}/{linkID}`;
    const connection = { ...account(), template, address: ` ${host} ` };
    expect(await connectThroughOptions(options, connection)).toMatch(/^Connected/);
    expect(await valueOf(options, 'Service address')).toBe(fixture.proxy.address);
    const reopened = await fixture.open('options.html');
    await eventually(() => textOf(reopened)).toContain('never shown again');
    expect(await reopened.content()).not.toContain(fixture.credentials.secretKey);
  });

  it('calls the paths and sends the credentials as the advanced fields say, and shows these fields unfolded', async () => {
    const isUnfolded = (page: Page) =>
      page.evaluate(() => document.querySelector('.advanced[open]') !== null);
    await changeConnection(options);
    await unfoldAdvanced(options);
    await fillIn(options, 'Path of Get token', ' /auth/token ');
    await choose(options, 'How credentials are sent', 'Basic authorization, not encoded');
    fixture.proxy.at('/v3/auth/token', answer({ code: 200, msg: 'success', data: { token: 'x' } }));
    await press(options, 'Save and connect');
    await eventually(() => textOf(options)).toContain('Connected.');
    await eventually(() => fixture.proxy.log.map(({ path }) => path)).toContain('/v3/auth/token');
    const sent = fixture.proxy.log[0]?.headers;
    const { secretId, secretKey } = fixture.credentials;
    expect([sent?.authorization, sent?.['secretid']]).toEqual([`Basic ${secretId}:${secretKey}`, undefined]);

    const later = await fixture.open('options.html');
    await changeConnection(later);
    expect(await valueOf(later, 'Path of Get token')).toBe('/auth/token');
    expect(await valueOf(later, 'How credentials are sent')).toBe('basic-plain');
    expect(await isUnfolded(later)).toBe(true);
    await fillIn(later, 'Path of Get token', '');
    await choose(later, 'How credentials are sent', 'Basic authorization (base64)');
    fixture.proxy.log.length = 0;
    await press(later, 'Save and connect');
    await eventually(() => fixture.proxy.count('token')).toBe(1);
    await eventually(() => textOf(later)).toContain('Connected.');
    expect(fixture.proxy.log[0]?.headers.authorization).toMatch(/^Basic /);
  });

  it('keeps the connection when a later one fails', async () => {
    await changeConnection(options);
    await eventually(() => valueOf(options, 'SecretID')).toBe(fixture.credentials.secretId);
    await fillIn(options, 'SecretID', 'unknown');
    await press(options, 'Replace');
    await fillIn(options, 'SecretKey', 'wrong');
    fixture.proxy.always('token', failure('permission denied', 801));
    await press(options, 'Save and connect');
    await eventually(() => alertOf(options)).toContain('rejected these credentials');
    fixture.proxy.reset();
    const popup = await fixture.click(await fixture.visit('/still-connected'));
    await press(popup, 'Shorten');
    expect(await valueOf(popup, 'Short link')).toContain(fixture.service.origin);
  });

  it('connects with the code that the service printed, in one paste', async () => {
    const page = options;
    await changeConnection(page);
    await copyTo(page, printed.code);
    await (await field(page, 'Service address')).click({ count: 3 });
    await pressWithControl(page, 'KeyV');
    await eventually(() => valueOf(page, 'Service address')).toBe(`${printed.origin}/v3`);
    await pressWithControl(page, 'KeyZ');
    expect(await page.content()).not.toContain(printed.code);
    expect(await valueOf(page, 'Service address')).not.toContain('waylark:');
    await page.keyboard.press('Enter');
    expect(await answerOf(page)).toMatch(/^Connected/);
    await eventually(() => textOf(page)).toContain(printed.origin);
  });

  it('leaves no error or warning on the extensions page', async () => {
    const { id } = await extensionOf(fixture.browser);
    const page = await restartExtension(
      fixture.browser,
      () => `developerPrivate.reload(${JSON.stringify(id)})`,
    );
    const info = extensionInfo.parse(
      await page.evaluate(`chrome.developerPrivate.getExtensionInfo(${JSON.stringify(id)})`),
    );
    expect(info).toEqual({ state: 'ENABLED', manifestErrors: [], runtimeErrors: [], installWarnings: [] });
  });
});
