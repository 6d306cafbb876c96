import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import { connectThroughOptions } from '../../scripts/browsers/connect.ts';
import { field, fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { extensionOf, pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { eventually } from './support/eventually.ts';
import { restartExtension } from './support/extensions-page.ts';
import { failure } from './support/faults.ts';
import { lacks } from './support/needs.ts';
import { alertOf, focusOf, textOf } from './support/texts.ts';
import { createWorld, type World } from './support/world.ts';

const warnings = z._default(z.array(z.unknown()), []);

/** What the browser's extensions page knows of an extension. */
const extensionInfo = z.object({
  state: z.string(),
  manifestErrors: warnings,
  runtimeErrors: warnings,
  installWarnings: warnings,
});

describe.skipIf(lacks('chromium'))('Connecting in Chromium', () => {
  let world: World;
  let options: Page;

  beforeAll(async () => {
    world = await createWorld({ connected: false });
    options = await pageOpenedBy(world.browser, 'options.html');
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    world.proxy.reset();
    await options.reload();
  });

  const good = () => ({
    address: world.proxy.address,
    template: `${world.service.origin}/{linkID}`,
    ...world.credentials,
  });
  const expectNotConnected = async () => {
    const popup = await world.click(await world.visit('/not-connected'));
    await eventually(() => textOf(popup)).toContain('Connect Waylark to a short-link service');
    expect(await popup.$('aria/Settings[role="button"]')).not.toBeNull();
  };

  it('begins on the options page, which opened by itself', async () => {
    await eventually(() => textOf(options)).toContain('Service address');
    await expectNotConnected();
  });

  it.each([
    ['Service address', 'Use https://', { address: 'http://s.example/v3' }],
    ['Service address', 'has to begin with https://', { address: 'ftp://s.example' }],
    ['Service address', 'Take user name and password out', { address: 'https://me:secret@s.example/v3' }],
    ['SecretID', 'Enter the SecretID', { secretId: '' }],
    ['SecretKey', 'only letters, digits and signs', { secretKey: '钥匙' }],
    ['Short link address', 'Put {linkID}', { template: 'https://s.example/' }],
  ])('refuses a bad %s before anything is sent: %s', async (name, sentence, bad) => {
    expect(await connectThroughOptions(options, { ...good(), ...bad })).toContain(sentence);
    const invalid = await (await field(options, name)).evaluate((node) => node.getAttribute('aria-invalid'));
    expect(invalid).toBe('true');
    expect(world.proxy.log).toEqual([]);
  });

  it.each([
    ['a wrong key', { secretKey: 'wrong' }, 'refused this key'],
    ['an unknown SecretID', { secretId: 'nobody' }, 'does not know this SecretID'],
  ])('says what is wrong with %s', async (_, bad, sentence) => {
    expect(await connectThroughOptions(options, { ...good(), ...bad })).toContain(sentence);
    expect(world.proxy.count('token')).toBe(1);
    await expectNotConnected();
  });

  it('puts an address right and connects; the key is never shown again', async () => {
    const { host } = new URL(world.proxy.origin);
    expect(await connectThroughOptions(options, { ...good(), address: ` ${host}/ ` })).toMatch(/^Connected/);
    expect(await valueOf(options, 'Service address')).toBe(world.proxy.address);
    const reopened = await world.open('options.html');
    await eventually(() => textOf(reopened)).toContain('never shown again');
    expect(await reopened.content()).not.toContain(world.credentials.secretKey);
  });

  it('leaves the focus where it can be used when the key was sent by Enter', async () => {
    await options.bringToFront();
    await press(options, 'Replace');
    await fillIn(options, 'SecretKey', world.credentials.secretKey);
    await options.keyboard.press('Enter');
    await eventually(() => textOf(options)).toContain('never shown again');
    expect(await focusOf(options)).toBe('Save and connect');
  });

  it('keeps the connection when a later one fails', async () => {
    const reopened = await world.open('options.html');
    await eventually(() => valueOf(reopened, 'SecretID')).toBe(world.credentials.secretId);
    await fillIn(reopened, 'SecretID', 'nobody');
    await press(reopened, 'Save and connect');
    expect(await alertOf(reopened)).toContain('Enter the SecretKey again');
    await fillIn(reopened, 'SecretID', world.credentials.secretId);
    await press(reopened, 'Keep the saved key');
    await eventually(() => textOf(reopened)).toContain('never shown again');
    await fillIn(reopened, 'SecretID', 'nobody');
    await press(reopened, 'Replace');
    await fillIn(reopened, 'SecretKey', 'wrong');
    world.proxy.next('token', failure('permission denied', 801));
    await press(reopened, 'Save and connect');
    await eventually(() => alertOf(reopened)).toContain('refused this key');
    const popup = await world.click(await world.visit('/still-connected'));
    await press(popup, 'Shorten');
    expect(await valueOf(popup, 'Short link')).toContain(world.service.origin);
  });

  it('has nothing that the extensions page warns of', async () => {
    const { id } = await extensionOf(world.browser);
    const page = await restartExtension(world.browser, () => `reload(${JSON.stringify(id)})`);
    const info = extensionInfo.parse(
      await page.evaluate(`chrome.developerPrivate.getExtensionInfo(${JSON.stringify(id)})`),
    );
    expect(info).toEqual({ state: 'ENABLED', manifestErrors: [], runtimeErrors: [], installWarnings: [] });
  });
});
