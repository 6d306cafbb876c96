import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'puppeteer-core';
import * as z from 'zod/mini';
import { connectThroughOptions, unfoldAdvanced } from '../../scripts/browsers/connect.ts';
import { choose, field, fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { extensionOf, pageOpenedBy } from '../../scripts/browsers/extension.ts';
import { eventually } from './support/eventually.ts';
import { restartExtension } from './support/extensions-page.ts';
import { answer, failure, html } from './support/faults.ts';
import { lacks } from './support/needs.ts';
import { alertOf, focusOf, textOf } from './support/texts.ts';
import { createFixture, type Fixture } from './support/fixture.ts';

const warnings = z._default(z.array(z.unknown()), []);

/** What the browser's extensions page knows of an extension. */
const extensionInfo = z.object({
  state: z.string(),
  manifestErrors: warnings,
  runtimeErrors: warnings,
  installWarnings: warnings,
});

describe.skipIf(lacks('chromium'))('Connecting in Chromium', () => {
  let fixture: Fixture;
  let options: Page;

  beforeAll(async () => {
    fixture = await createFixture({ connected: false });
    options = await pageOpenedBy(fixture.browser, 'options.html');
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    fixture.proxy.reset();
    await options.reload();
  });

  const good = () => ({
    address: fixture.proxy.address,
    template: `${fixture.service.origin}/{linkID}`,
    ...fixture.credentials,
  });
  /** As most people leave it: nothing under Advanced. */
  const plain = () => ({ address: fixture.proxy.address, ...fixture.credentials });
  const expectNotConnected = async () => {
    const popup = await fixture.click(await fixture.visit('/not-connected'));
    await eventually(() => textOf(popup)).toContain('Connect Waylark to a short-link service');
    expect(await popup.$('aria/Settings[role="button"]')).not.toBeNull();
  };

  it('begins on the options page, which opened by itself', async () => {
    await eventually(() => textOf(options)).toContain('Service address');
    expect(await options.$('.advanced:not([open])')).not.toBeNull();
    await expectNotConnected();
  });

  it.each([
    ['Service address', 'Use https://', { address: 'http://s.example/v3' }],
    ['Service address', 'has to begin with https://', { address: 'ftp://s.example' }],
    ['Service address', 'Take user name and password out', { address: 'https://me:secret@s.example/v3' }],
    ['SecretID', 'Enter the SecretID', { secretId: '' }],
    ['SecretID', 'only letters, digits and signs', { secretId: 'my id' }],
    ['SecretKey', 'only letters, digits and signs', { secretKey: '钥匙' }],
    ['SecretKey', 'only letters, digits and signs', { secretKey: 'a key of mine' }],
    ['Short link address', 'Put {linkID}', { template: 'https://s.example/' }],
  ])('refuses a bad %s before anything is sent: %s', async (name, sentence, bad) => {
    expect(await connectThroughOptions(options, { ...good(), ...bad })).toContain(sentence);
    const invalid = await (await field(options, name)).evaluate((node) => node.getAttribute('aria-invalid'));
    expect(invalid).toBe('true');
    expect(fixture.proxy.log).toEqual([]);
  });

  it.each([
    ['Path of Get token', 'token', 'A path begins with /'],
    ['Path of Current time', 'https://s.example/time', 'Enter the path only'],
    ['Path of Grayscale filter', '/../grey filter?', 'only plain letters'],
    ['Path of Administrative divisions', `/${'x'.repeat(200)}`, 'at most 200 characters'],
  ])('refuses a bad %s at its field, and shows it where it was folded', async (name, path, sentence) => {
    await options.bringToFront();
    await unfoldAdvanced(options);
    await fillIn(options, name, path);
    await options.click('.advanced > summary');
    expect(await connectThroughOptions(options, { ...plain(), secretKey: 'x' })).toContain(sentence);
    await eventually(() => focusOf(options)).toBe(name);
    const described = await (
      await field(options, name)
    ).evaluate((node) => ({
      invalid: node.getAttribute('aria-invalid'),
      note: document.getElementById(node.getAttribute('aria-describedby') ?? '')?.textContent,
    }));
    expect(described).toEqual({ invalid: 'true', note: expect.stringContaining(sentence) as unknown });
    expect(fixture.proxy.log).toEqual([]);
  });

  it.each([
    ['a page', html(), 'is not a short-link service that Waylark knows'],
    ['another service', answer({ hello: 'world' }), 'is not a short-link service that Waylark knows'],
    ['an answer without a token', answer({ code: 200, msg: 'success', data: {} }), 'does not understand'],
    ['another path', html(404), 'does not offer this operation'],
  ])('does not take %s for a service', async (_, fault, sentence) => {
    fixture.proxy.always('token', fault);
    expect(await connectThroughOptions(options, plain())).toContain(sentence);
    await expectNotConnected();
  });

  it.each([
    ['a wrong key', { secretKey: 'wrong' }],
    ['an unknown SecretID', { secretId: 'nobody' }],
  ])('says what is wrong with %s, and blames neither alone', async (_, bad) => {
    expect(await connectThroughOptions(options, { ...good(), ...bad })).toContain(
      'Check SecretID and SecretKey, or how credentials are sent (Advanced).',
    );
    expect(fixture.proxy.count('token')).toBe(3);
    await expectNotConnected();
  });

  it('takes an address that ends with / as it is, and says that nothing is offered there', async () => {
    const root = `${fixture.proxy.origin}/`;
    expect(await connectThroughOptions(options, { ...plain(), address: root })).toContain(
      `${root} does not offer this operation`,
    );
    expect(fixture.proxy.log.map(({ path }) => path)).toEqual(['/openAPI/token']);
    expect(await valueOf(options, 'Service address')).toBe(root);
  });

  it('asks for Short link address with a guess wherever the service is not on this computer', async () => {
    const isAsked = () => options.evaluate(() => document.querySelector('form > .field #template') !== null);
    await fillIn(options, 'Service address', '127.0.0.1:1');
    expect(await isAsked()).toBe(false);
    await fillIn(options, 'Service address', 'API.s.example');
    await eventually(isAsked).toBe(true);
    expect(await valueOf(options, 'Short link address')).toBe('https://api.s.example/{linkID}');
    await fillIn(options, 'Service address', 's.example/v3.1');
    expect(await valueOf(options, 'Short link address')).toBe('https://s.example/{linkID}');
    await unfoldAdvanced(options);
    const placeholder = (await field(options, 'Path of Add')).evaluate((node) =>
      node.getAttribute('placeholder'),
    );
    expect(await placeholder).toBe('/short_link/add');
    await fillIn(options, 'Short link address', 's.ee/go/{linkID}');
    await fillIn(options, 'Service address', 'other.example');
    expect(await valueOf(options, 'Short link address')).toBe('s.ee/go/{linkID}');
  });

  it('puts an address right and connects; the key is never shown again', async () => {
    const { host } = new URL(fixture.proxy.origin);
    expect(await connectThroughOptions(options, { ...good(), address: ` ${host} ` })).toMatch(/^Connected/);
    expect(await valueOf(options, 'Service address')).toBe(fixture.proxy.address);
    const reopened = await fixture.open('options.html');
    await eventually(() => textOf(reopened)).toContain('never shown again');
    expect(await reopened.content()).not.toContain(fixture.credentials.secretKey);
  });

  it('shows what is not as usual, and calls other paths in another way where told to', async () => {
    const isUnfolded = (page: Page) =>
      page.evaluate(() => document.querySelector('.advanced[open]') !== null);
    const reopened = await fixture.open('options.html');
    await unfoldAdvanced(reopened);
    await fillIn(reopened, 'Path of Get token', ' /auth/token ');
    await choose(reopened, 'How credentials are sent', 'Basic authorization, not encoded');
    fixture.proxy.at('/v3/auth/token', answer({ code: 200, msg: 'success', data: { token: 'x' } }));
    await press(reopened, 'Save and connect');
    await eventually(() => textOf(reopened)).toContain('Connected:');
    await eventually(() => fixture.proxy.log.map(({ path }) => path)).toContain('/v3/auth/token');
    const sent = fixture.proxy.log[0]?.headers;
    const { secretId, secretKey } = fixture.credentials;
    expect([sent?.authorization, sent?.['secretid']]).toEqual([`Basic ${secretId}:${secretKey}`, undefined]);

    const again = await fixture.open('options.html');
    expect(await valueOf(again, 'Path of Get token')).toBe('/auth/token');
    expect(await valueOf(again, 'How credentials are sent')).toBe('basic-plain');
    expect(await isUnfolded(again)).toBe(true);
    await fillIn(again, 'Path of Get token', '');
    await choose(again, 'How credentials are sent', 'Basic authorization (base64)');
    fixture.proxy.log.length = 0;
    await press(again, 'Save and connect');
    await eventually(() => fixture.proxy.count('token')).toBe(1);
    await eventually(() => textOf(again)).toContain('Connected:');
    expect(fixture.proxy.log[0]?.headers.authorization).toMatch(/^Basic /);
  });

  it('leaves the focus where it can be used when the key was sent by Enter', async () => {
    await options.bringToFront();
    await press(options, 'Replace');
    await fillIn(options, 'SecretKey', fixture.credentials.secretKey);
    await options.keyboard.press('Enter');
    await eventually(() => textOf(options)).toContain('never shown again');
    expect(await focusOf(options)).toBe('Save and connect');
  });

  it('keeps the connection when a later one fails', async () => {
    const reopened = await fixture.open('options.html');
    await eventually(() => valueOf(reopened, 'SecretID')).toBe(fixture.credentials.secretId);
    await fillIn(reopened, 'SecretID', 'nobody');
    await press(reopened, 'Save and connect');
    expect(await alertOf(reopened)).toContain('Enter the SecretKey again');
    await fillIn(reopened, 'SecretID', fixture.credentials.secretId);
    await press(reopened, 'Keep the saved key');
    await eventually(() => textOf(reopened)).toContain('never shown again');
    await fillIn(reopened, 'SecretID', 'nobody');
    await press(reopened, 'Replace');
    await fillIn(reopened, 'SecretKey', 'wrong');
    fixture.proxy.always('token', failure('permission denied', 801));
    await press(reopened, 'Save and connect');
    await eventually(() => alertOf(reopened)).toContain('rejected these credentials');
    fixture.proxy.reset();
    const popup = await fixture.click(await fixture.visit('/still-connected'));
    await press(popup, 'Shorten');
    expect(await valueOf(popup, 'Short link')).toContain(fixture.service.origin);
  });

  it('has nothing that the extensions page warns of', async () => {
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
