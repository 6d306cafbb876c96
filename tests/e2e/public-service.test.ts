import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'puppeteer-core';
import {
  answerOf,
  changeConnection,
  type Connection,
  unfoldAdvanced,
} from '../../scripts/browsers/connect.ts';
import { fillIn, press, valueOf } from '../../scripts/browsers/controls.ts';
import { editManifest } from '../../scripts/browsers/granted-copy.ts';
import { doctorStatus, examine, namesIn } from './support/doctor.ts';
import { eventually } from './support/eventually.ts';
import { listen, type Listening } from './support/http-server.ts';
import { lacks } from './support/needs.ts';
import { type PublicKind, type PublicService, startPublicService } from './support/public-service.ts';
import { openedOptions, createFixture, type Fixture } from './support/fixture.ts';

const signIn = 'Sign-in (Get token)';
const others = ['Current time', '404 music', 'Grayscale filter', 'Administrative divisions'];

/** Grants all ports of this machine, and a name of it that Firefox prompts for. */
const grantThisMachine = (folder: string) =>
  editManifest(folder, (manifest) => ({
    ...manifest,
    host_permissions: ['http://127.0.0.1/*', 'http://localhost/*'],
  }));

/** Connects, whatever is connected before, and returns the options page and its answer. */
const connect = async (fixture: Fixture, { address, secretId, secretKey, template }: Connection) => {
  const options = await fixture.open('options.html');
  await options.bringToFront();
  await eventually(() => options.$('.connection')).not.toBeNull();
  if ((await options.$('#connection-form')) === null) await changeConnection(options);
  if (await options.$('aria/Replace[role="button"]')) await press(options, 'Replace');
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

const popupFor = async (fixture: Fixture, path: string): Promise<Page> => {
  if (fixture.origin.startsWith('chrome-')) return fixture.click(await fixture.visit(path));
  const popup = await fixture.open('popup.html');
  await fillIn(popup, 'Link', fixture.pages.origin + path);
  return popup;
};

/** Shortens a page in the popup and returns the short link. */
const shorten = async (fixture: Fixture, path: string) => {
  const popup = await popupFor(fixture, path);
  await press(popup, 'Shorten');
  return valueOf(popup, 'Short link');
};

const tryRealLink = async (options: Page): Promise<void> => {
  await examine(options);
  await press(options, 'Try a real link');
};

interface Kind {
  kind: PublicKind;
  calls: number;
  style: string;
}

const kinds: Kind[] = [
  { kind: 'v3', calls: 1, style: 'Headers SecretID and SecretKey' },
  { kind: 'v3.1', calls: 2, style: 'Basic authorization (base64)' },
  { kind: 'front', calls: 3, style: 'Basic authorization, not encoded' },
];

describe.for(['chromium', 'firefox'] as const)('An account in %s', (browser) => {
  const it = test.skipIf(lacks(browser));
  const services = new Map<PublicKind, PublicService>();
  let fixture: Fixture;
  /** Redirects every request to a login page. */
  let login: Listening;

  beforeAll(async () => {
    if (lacks(browser)) return;
    for (const { kind } of kinds) services.set(kind, await startPublicService({ kind }));
    login = await listen(({ url }, response) => {
      if (url === '/login') response.end('Please log in');
      else response.writeHead(302, { location: '/login' }).end();
    });
    const prepare = browser === 'chromium' ? { prepare: grantThisMachine } : {};
    fixture = await createFixture({ browser, connected: false, ...prepare });
    // Otherwise the tab that opens at installation could come to the front later.
    await openedOptions(fixture);
  });
  afterAll(async () => {
    if (lacks(browser)) return;
    await fixture.close();
    await login.close();
    for (const service of services.values()) await service.close();
  });
  const serviceOf = (kind: PublicKind): PublicService => {
    const service = services.get(kind);
    if (!service) throw new Error(`No service of the kind ${kind}`);
    return service;
  };

  /** The same host by another name, for which access has to be requested. */
  const loginHost = (): string => login.origin.replace('127.0.0.1', 'localhost');

  // The rest is the same code in both browsers: tests/service has the client's answers in full.
  // Firefox's form and an embedded service: first-run.test.ts; its doctor: options.test.ts.
  const tried = browser === 'chromium' ? kinds : kinds.filter(({ kind }) => kind === 'front');
  if (browser === 'chromium')
    it('at the embedded service works with the defaults and one call for a token', async () => {
      const { proxy, credentials } = fixture;
      const { answer } = await connect(fixture, { address: proxy.address, ...credentials });
      expect(answer).toMatch(/^Connected/);
      expect(proxy.count('token')).toBe(1);
      expect(await shorten(fixture, '/embedded')).toContain(proxy.origin);
      expect([proxy.count('token'), proxy.count('add')]).toEqual([1, 1]);
    });

  it.for(tried)('at a public service ($kind) works with the defaults', async ({ kind, calls, style }) => {
    const service = serviceOf(kind);
    const { options, answer } = await connect(fixture, { address: service.address, ...service.credentials });
    expect(answer).toMatch(/^Connected/);
    expect(service.count('token')).toBe(calls);

    const short = await shorten(fixture, `/${kind}`);
    expect(service.links).toMatchObject([{ link: `${fixture.pages.origin}/${kind}` }]);
    const followed = await fetch(short, { redirect: 'manual' });
    expect(followed.headers.get('location')).toBe(`${fixture.pages.origin}/${kind}`);
    expect([service.count('token'), service.count('add')]).toEqual([calls, 1]);

    // For the other kinds, tests/service has what the diagnostics find.
    if (kind !== 'v3.1') return;
    await options.bringToFront();
    const rows = await examine(options);
    expect(rows[signIn]?.text).toContain(style);
    expect([namesIn(rows, 'Problem'), namesIn(rows, 'Note')]).toEqual([[], others]);
    await press(options, 'Try a real link');
    await eventually(() => doctorStatus(options)).toBe('The short link leads to its page.');
    expect([service.links.length, service.count('token')]).toEqual([2, calls + 1]);
  });

  it('whose host redirects any link makes the doctor ask whether the page opened', async () => {
    const service = serviceOf('v3');
    const host = loginHost();
    const connection = { address: service.address, ...service.credentials, template: `${host}/{linkID}` };
    const { options } = await connect(fixture, connection);
    await examine(options);
    const text = () => options.evaluate(() => document.body.innerText);
    expect(await text()).toContain(`Your browser will ask for access to ${new URL(host).host}`);
    await press(options, 'Try a real link');
    await eventually(() => doctorStatus(options)).toContain('Did it lead to https://example.com/?');
    const opened = async () => {
      const pages = await fixture.browser.pages();
      return pages.filter((page) => page.url() === `${host}/login`).length;
    };
    await eventually(opened).toBe(1);
    const mayReach = () =>
      options.evaluate(
        "(globalThis.browser ?? chrome).permissions.contains({ origins: ['http://localhost/*'] })",
      );
    // Chromium's copy of the build has the host from the start and cannot revoke it: see permission-prompt.test.ts.
    if (browser === 'firefox') await eventually(mayReach).toBe(false);
    await options.bringToFront();
    await press(options, 'No, it did not');
    await eventually(() => doctorStatus(options)).toContain('leads nowhere');
    await press(options, 'Try a real link');
    await eventually(opened).toBe(2);
    await options.bringToFront();
    await press(options, 'Yes, it did');
    await eventually(() => doctorStatus(options)).toBe('The short link leads to its page.');
  });

  if (browser === 'firefox') return;

  it('with a wrong key is rejected after three calls, and the connection stays unchanged', async () => {
    const service = serviceOf('v3');
    service.reset();
    const { answer } = await connect(fixture, {
      ...{ address: service.address, secretId: service.credentials.secretId, secretKey: 'wrong' },
    });
    expect(answer).toBe(
      'The service rejected these credentials. Check SecretID and SecretKey, or how credentials are sent (Advanced).',
    );
    expect([service.count('token'), service.used()]).toEqual([3, 0]);
    expect(await shorten(fixture, '/still-connected')).toContain(loginHost());
  });

  it('whose short links lead nowhere is reported by the doctor, with the field to correct', async () => {
    const service = serviceOf('v3');
    service.reset();
    // The embedded service has none of these links, and answers programs with its envelope.
    const template = `${fixture.service.origin}/{linkID}`;
    const connection = { address: service.address, ...service.credentials, template };
    const { options } = await connect(fixture, connection);
    await tryRealLink(options);
    await eventually(() => doctorStatus(options)).toMatch(/leads nowhere\. Correct Short link address/);
    expect(service.links).toHaveLength(1);
  });

  it('can be tested at the end of the first steps', async () => {
    const service = serviceOf('v3');
    service.reset();
    const { address, credentials } = service;
    await connect(fixture, { address, ...credentials, template: `${service.origin}/{linkID}` });
    const ready = await fixture.open('options.html#first-run-done');
    await press(ready, 'Try a real link');
    const status = () =>
      ready.evaluate(() => document.querySelector('.test-link [role="status"]')?.textContent);
    await eventually(status).toBe('The short link leads to its page.');
    expect(service.links).toMatchObject([{ link: 'https://example.com/' }]);
  });

  it.each([
    ['a page', { status: 200, text: '<h1>Welcome</h1>' }, 'does not look like a short-link service'],
    ['HTTP 404', { status: 404, text: '<h1>No</h1>' }, 'does not offer this operation'],
  ])('where Get token answers %s is not accepted as a service', async (_, token, sentence) => {
    const service = serviceOf('v3.1');
    service.reset({ answers: { token } });
    const { answer } = await connect(fixture, { address: service.address, ...service.credentials });
    expect(answer).toContain(sentence);
    expect(service.count('token')).toBe(1);
  });
});
