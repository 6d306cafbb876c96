import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tokenData } from '../../lib/api/contract.ts';
import { type ConnectionParts, readConnectionCode } from '../../lib/connection-code/contract.ts';
import { readConfiguration } from '../config/configuration.ts';
import { textLog } from '../config/log.ts';
import type { Credentials } from '../api/credentials.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { answerOf, host, start, temporaryFolder, testApp } from '../../tests/support/service/test-app.ts';
import { createFakeProvider, type FakePerson } from '../../tests/support/service/fake-provider.ts';
import { claimIn } from './provider.ts';
import { createSealing } from './sealing.ts';
import { createSignIn } from './start.ts';

const origin = 'https://s.example';
const issuer = 'https://sign-in.example/company';
const client = { issuer, clientId: 'waylark', clientSecret: 'canary-secret' };
const anna: FakePerson = { sub: 'a-1', email: 'anna@company.example' };

const environment = {
  WAYLARK_OIDC_ISSUER: issuer,
  WAYLARK_OIDC_CLIENT_ID: client.clientId,
  WAYLARK_OIDC_CLIENT_SECRET: client.clientSecret,
  WAYLARK_PUBLIC_ORIGIN: origin,
};

/** The groups of the company, as the operator writes them down. */
const groups = {
  claim: 'teams',
  groups: [
    { name: 'guests', callsPerMinute: 9, units: 5 },
    { name: 'press', callsPerSecond: 3, units: 7000 },
  ],
};

interface Request {
  method?: string;
  headers?: Record<string, string>;
}

/** The service with a provider, and a browser that uses it. What the stores have to do for it is in their own tests. */
async function prepare() {
  const store = await openSqliteStore(temporaryFolder());
  onTestFinished(() => store.close());
  const clock = { seconds: start };
  const now = () => clock.seconds * 1000;
  const provider = createFakeProvider({ ...client, seconds: () => clock.seconds });
  const log: string[] = [];
  const reports: string[] = [];
  const file = join(temporaryFolder(), 'groups.json');
  writeFileSync(file, JSON.stringify(groups));
  const configuration = readConfiguration({}, { ...environment, WAYLARK_OIDC_GROUPS: file });
  const shared = {
    store,
    now,
    fetch: provider.fetch,
    report: (error: unknown) => reports.push(String(error)),
    log: { ...textLog, notice: (line: string) => log.push(line.replace('Application ', '')) },
  };
  const allowedHosts = new Set(['s.example', host]);
  const newApp = () =>
    testApp({
      ...createSignIn({ ...shared, configuration }),
      store,
      now,
      publicOrigin: origin,
      allowedHosts,
    });
  const { call, getToken } = await newApp();
  /** A browser with cookies of its own, at one of the instances. */
  const newBrowser = (at = call) => {
    const cookies = new Map<string, string>();
    const send = async (path: string, init: Request = {}) => {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const response = await at(path, { ...init, headers: { host: 's.example', cookie, ...init.headers } });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (line.includes('Max-Age=0')) cookies.delete(name);
        else cookies.set(name, value);
      }
      const location = response.headers.get('location') ?? '';
      return { response, status: response.status, location, text: await response.text() };
    };
    const post = (path: string, headers = {}) =>
      send(path, { method: 'POST', headers: { origin, ...headers } });
    /** Begins a sign-in and returns the address at the provider. */
    const begin = async () => new URL((await post('/connect/sign-in')).location);
    /** The query with which the provider sends the person back. */
    const queryOf = async (person = anna) => provider.signIn((await begin()).href, person);
    const signIn = async (person = anna) => send(`/connect/callback${await queryOf(person)}`);
    /** What the form of a page that was opened before sends, or of one that is opened now. */
    const newCode = async (page?: string) => {
      const [path = ''] = /\/connect\/code[^"]*/.exec(page ?? (await send('/connect')).text) ?? [];
      return post(path);
    };
    return { cookies, get: send, post, begin, queryOf, signIn, newCode };
  };

  return {
    ...{ store, clock, provider, log, reports, newApp, newBrowser },
    /** After that, the provider is asked before the next token. */
    passMinute: () => (clock.seconds += 60),
    /** The code of the envelope that a connection code gets for a token; 200 if it works. */
    codeOf: async (code: Credentials) => (await answerOf(await getToken(code))).code,
    token: async (code: Credentials) => tokenData.parse((await answerOf(await getToken(code))).data).token,
    /** The code of the envelope that a token gets for a call. */
    list: async (token: string) => {
      const headers = { authorization: `Bearer ${token}`, host: 's.example' };
      return (await answerOf(await call('/v3/shortLink', { headers }))).code;
    },
    /** A person in a new browser, with the connection code. */
    connect: async (person = anna) => {
      const browser = newBrowser();
      return { browser, code: codeIn((await browser.signIn(person)).text) };
    },
    call,
  };
}

/** What a page with a connection code shows. */
function codeIn(text: string): ConnectionParts {
  const code = readConnectionCode(/<code[^>]*>([^<]*)<\/code>/.exec(text)?.[1] ?? '');
  if (!code) throw new Error(`There is no connection code in ${text.slice(text.indexOf('<h1>'))}`);
  return code;
}

const works = 200;
const refused = 803;

test('a person gets a connection code once, at any instance, and by code flow with PKCE', async () => {
  const { newBrowser, newApp, codeOf, store, log } = await prepare();
  const browser = newBrowser();
  expect((await browser.get('/connect')).text).toContain('action="/connect/sign-in"');

  const { response, status, location } = await browser.post('/connect/sign-in');
  const asked = new URL(location);
  expect([status, asked.origin + asked.pathname]).toEqual([303, `${issuer}/authorize`]);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    redirect_uri: `${origin}/connect/callback`,
    response_type: 'code',
    scope: 'openid email offline_access',
    code_challenge_method: 'S256',
  });
  expect(response.headers.getSetCookie().join()).toMatch(
    /^__Host-waylark-sign-in=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );

  const elsewhere = newBrowser((await newApp()).call);
  const { response: shown, text } = await elsewhere.signIn();
  const code = codeIn(text);
  expect(code.address).toBe(`${origin}/v3`);
  expect(await codeOf(code)).toBe(works);
  expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none'.*form-action 'self'/);
  expect(text).not.toMatch(/<script| on\w+=/);

  // A reload of the page has the same query.
  const again = await elsewhere.get('/connect/callback?code=used&state=used');
  expect(again).toMatchObject({ status: 303, location: '/connect' });
  const later = await elsewhere.get('/connect');
  expect(later.text).toMatch(/15\u00a0Jan\u00a02027 is in use[^]*0 of 1,000,000[^]*anna@company\.example/);
  expect(later.text).not.toContain(code.secretKey);

  const [person] = await store.listPeople();
  expect(person).toMatchObject({ subject: 'a-1', state: 'connected', name: 'anna@company.example' });
  expect(person?.refreshToken).toMatch(/^[\w-]{80,}$/);
  expect(log.slice(1)).toEqual([`${code.secretId} has a new key: its person has signed in.`]);
});

test('a person is who the provider says: an address may change, and pass to another', async () => {
  const { newBrowser, store, codeOf } = await prepare();
  const first = codeIn((await newBrowser().signIn()).text);
  const again = newBrowser();
  expect((await again.signIn({ ...anna, email: '<b>anna@else.example' })).location).toBe('/connect');
  expect((await again.get('/connect')).text).toContain('Signed in as &lt;b&gt;anna@else.example');

  const second = codeIn((await newBrowser().signIn({ ...anna, sub: 'b-2' })).text);
  expect(second.secretId).not.toBe(first.secretId);
  expect([await codeOf(first), await codeOf(second)]).toEqual([works, works]);
  expect(await store.listPeople()).toHaveLength(2);
});

test('a code that is replaced or revoked is refused with its tokens; links stay with the person', async () => {
  const { connect, codeOf, token, list, store } = await prepare();
  const { browser, code: first } = await connect();
  const bearer = await token(first);
  expect(await list(bearer)).toBe(works);

  const second = codeIn((await browser.newCode()).text);
  expect(second.secretId).toBe(first.secretId);
  expect([await codeOf(first), await list(bearer), await codeOf(second)]).toEqual([refused, refused, works]);

  expect((await browser.post('/connect/revoke')).location).toBe('/connect');
  expect(await codeOf(second)).toBe(refused);
  expect((await browser.get('/connect')).text).toContain('You are not connected');
  const third = codeIn((await browser.newCode()).text);
  expect([third.secretId, await codeOf(third)]).toEqual([first.secretId, works]);
  expect(await store.listPackages(first.secretId)).toHaveLength(1);

  await browser.post('/connect/sign-out');
  await browser.post('/connect/revoke');
  expect(await codeOf(third)).toBe(works);
});

test('two tabs that replace the code at once do not both show one: one says so', async () => {
  const { newBrowser, codeOf, clock, log } = await prepare();
  const browser = newBrowser();
  await browser.signIn();
  clock.seconds += 60;
  const { text: page } = await browser.get('/connect');
  const answers = await Promise.all([browser.newCode(page), browser.newCode(page)]);
  const [shown, refusal] = answers.toSorted((one, other) => one.status - other.status);
  expect(await codeOf(codeIn(shown?.text ?? ''))).toBe(works);
  expect(refusal?.status).toBe(409);
  expect(refusal?.text).toContain('has just been changed in another tab or browser');
  expect(refusal?.text).not.toContain('waylark:1:');
  // A page from before a code was revoked creates none either.
  clock.seconds += 60;
  const { text: before } = await browser.get('/connect');
  await browser.post('/connect/revoke');
  expect((await browser.newCode(before)).status).toBe(409);
  expect(log.filter((line) => line.includes('new key'))).toHaveLength(2);
  expect(await codeOf(codeIn((await browser.newCode()).text))).toBe(works);
});

test('one person who signs in in three browsers at once has one application, and sees one code, which works', async () => {
  const { newBrowser, store, codeOf } = await prepare();
  const applications = await store.countApplications();
  const browsers = [newBrowser(), newBrowser(), newBrowser()];
  const begun = await Promise.all(
    browsers.map(async ({ get, queryOf }) => ({ get, query: await queryOf() })),
  );
  const answers = await Promise.all(begun.map(({ get, query }) => get(`/connect/callback${query}`)));
  const shown = answers.filter(({ text }) => text.includes('waylark:1:'));
  expect(shown).toHaveLength(1);
  expect(await codeOf(codeIn(shown[0]?.text ?? ''))).toBe(works);
  expect(await store.listPeople()).toHaveLength(1);
  expect(await store.countApplications()).toBe(applications + 1);
});

test('a cookie that somebody has copied ends when its owner signs out, at any instance', async () => {
  const { connect, newBrowser, newApp, codeOf } = await prepare();
  const { browser, code } = await connect();
  const thief = newBrowser((await newApp()).call);
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
  expect((await thief.get('/connect')).text).toContain('You are connected');
  const { text: page } = await thief.get('/connect');

  await browser.post('/connect/sign-out');
  expect((await thief.get('/connect')).text).toContain('Connect Waylark');
  expect((await thief.newCode(page)).location).toBe('/connect');
  await thief.post('/connect/revoke');
  expect(await codeOf(code)).toBe(works);
  await browser.signIn();
  expect((await browser.get('/connect')).text).toContain('You are connected');
});

test('of two tabs, the one that began later signs in; the other one says why not, and does not end it', async () => {
  const { newBrowser, reports } = await prepare();
  const browser = newBrowser();
  const [first, second] = [await browser.queryOf(), await browser.queryOf()];
  for (const query of [first, '?code=x', '?error=access_denied&state=x', '']) {
    const { status, text } = await browser.get(`/connect/callback${query}`);
    expect([status, text]).toEqual([400, expect.stringContaining('began in another tab')]);
  }
  expect(codeIn((await browser.get(`/connect/callback${second}`)).text).address).toBe(`${origin}/v3`);
  expect(reports).toEqual([]);
});

test.each([
  ['roles', { roles: ['a'] }, ['a']],
  ['realm_access.roles', { realm_access: { roles: ['a'] } }, ['a']],
  ['realm_access.roles', { realm_access: { roles: ['a'] }, 'realm_access.roles': 'b' }, 'b'],
  ['https://s.example/roles', { 'https://s.example/roles': ['a'] }, ['a']],
  ['realm_access.roles', { realm_access: ['roles'] }, undefined],
  ['realm_access.roles', { realm_access: 'roles' }, undefined],
  ['constructor.name', {}, undefined],
])('the claim %s is found, also in an object: %j', (name, claims, expected) => {
  expect(claimIn(claims, name)).toEqual(expected);
});

const defaults = { perSecond: 20, perMinute: 600, units: 1_000_000 };
const unknown = (count: number) => `the file of groups has none of the ${count} in the claim "teams".`;

test.each([
  [{ teams: ['x', 'press', 'guests'] }, { perSecond: 20, perMinute: 9, units: 5 }],
  [{ teams: 'press' }, { perSecond: 3, perMinute: 600, units: 7000 }],
  [{ teams: [7, '/press', 'Press'] }, defaults, unknown(2)],
  [{ teams: 'press,guests' }, defaults, unknown(1)],
  [{ groups: ['guests'] }, defaults, 'the sign-in names no groups in the claim "teams".'],
])('the first group in the file sets the limits, else the log says why: %j', async (...row) => {
  const [claims, { units, ...limits }, reason] = row;
  const { newBrowser, store, log } = await prepare();
  const { secretId } = codeIn((await newBrowser().signIn({ ...anna, ...claims })).text);
  expect(await store.findApplication(secretId)).toMatchObject(limits);
  expect(await store.listPackages(secretId)).toMatchObject([{ total: units }]);
  const lines = reason === undefined ? [] : [`${secretId} has the default limits: ${reason}`];
  expect(log.filter((line) => line.includes('limits'))).toEqual(lines);
});

test('an answer that is not for this sign-in and this service is refused, and nobody is stored', async () => {
  const { newBrowser, provider, store, clock, reports } = await prepare();
  const browser = newBrowser();
  const { begin, queryOf } = browser;
  const finish = async (query: string, from = browser) => {
    const { status, text } = await from.get(`/connect/callback${query}`);
    return [status, /<h1>(.*)<\/h1>/.exec(text)?.[1]];
  };
  const notSignedIn = 'You are not signed in';

  for (const claims of [
    { aud: 'another-client' },
    { iss: 'https://else.example' },
    { nonce: 'of another sign-in' },
    { sub: 'x'.repeat(300) },
    { sub: undefined },
  ]) {
    provider.behavior.claims = claims;
    expect(await finish(await queryOf())).toEqual([502, notSignedIn]);
  }
  provider.reset();

  const unwatched = await begin();
  unwatched.searchParams.set('scope', 'openid');
  expect(await finish(provider.signIn(unwatched.href, anna))).toEqual([502, notSignedIn]);
  expect(reports.at(-1)).toMatch(/no refresh token.*WAYLARK_OIDC_SCOPE/);

  // The cookie is for one answer only.
  const query = await queryOf();
  expect(await finish(query.replace(/code=[^&]*/, 'code=another'))).toEqual([502, notSignedIn]);
  expect(await finish(query)).toEqual([400, notSignedIn]);
  expect(await finish(await queryOf(), newBrowser())).toEqual([400, notSignedIn]);

  const stolen = await queryOf();
  const state = (await begin()).searchParams.get('state') ?? '';
  expect(await finish(stolen.replace(/state=.*/, `state=${state}`))).toEqual([502, notSignedIn]);

  const denied = (await begin()).searchParams.get('state') ?? '';
  expect(await finish(`?error=access_denied&state=${denied}`)).toEqual([400, notSignedIn]);

  const late = await queryOf();
  clock.seconds += 601;
  expect(await finish(late)).toEqual([400, notSignedIn]);

  await begin();
  const cookie = browser.cookies.get('__Host-waylark-sign-in') ?? '';
  browser.cookies.set('__Host-waylark-session', cookie);
  browser.cookies.set('__Host-waylark-sign-in', cookie.replace(/^./, cookie.startsWith('A') ? 'B' : 'A'));
  expect(await finish('?code=a&state=b')).toEqual([400, notSignedIn]);
  expect((await browser.get('/connect')).text).toContain('Connect Waylark');

  expect(await store.listPeople()).toEqual([]);
  expect(reports.join()).not.toContain('canary');
});

test('wrong codes from one address reach the provider at most 20 times a second; others are counted apart', async () => {
  const { newBrowser, provider, call } = await prepare();
  const browser = newBrowser();
  const state = (await browser.begin()).searchParams.get('state') ?? '';
  const cookie = `__Host-waylark-sign-in=${browser.cookies.get('__Host-waylark-sign-in') ?? ''}`;
  const asked = vi.fn(() => Response.json({ error: 'invalid_grant' }, { status: 400 }));
  provider.behavior.fails = asked;
  const guess = (n: number, client: string) =>
    call(`/connect/callback?code=${n}&state=${state}`, { headers: { host: 's.example', cookie } }, client);
  for (let n = 0; n < 20; n += 1) expect((await guess(n, '192.0.2.1')).status).toBe(502);
  expect(await answerOf(await guess(20, '192.0.2.1'))).toMatchObject({ code: 429 });
  expect(asked).toHaveBeenCalledTimes(20);
  expect((await guess(21, '192.0.2.2')).status).toBe(502);
});

test('forged headers change nothing, and only the own pages can send a form', async () => {
  const { connect, codeOf } = await prepare();
  const { browser, code } = await connect();
  const forged = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example;proto=http',
  };
  const { response, location } = await browser.post('/connect/sign-in', forged);
  expect(new URL(location).searchParams.get('redirect_uri')).toBe(`${origin}/connect/callback`);
  expect(response.headers.getSetCookie()).toEqual([expect.stringContaining('Secure')]);

  for (const path of ['sign-in', 'code', 'revoke', 'sign-out'])
    for (const from of ['https://evil.example', 'http://s.example', 'null', 'https://s.example:8443']) {
      const { text } = await browser.post(`/connect/${path}`, { ...forged, origin: from });
      expect(JSON.parse(text)).toMatchObject({ code: 801 });
    }
  const { text } = await browser.get('/connect/revoke', { method: 'POST' });
  expect(JSON.parse(text)).toMatchObject({ code: 801 });
  expect(await codeOf(code)).toBe(works);
});

test('a clock that is an hour behind is named, one that is ahead does not matter', async () => {
  const { newBrowser, provider } = await prepare();
  provider.behavior.ahead = -3661;
  const browser = newBrowser();
  expect((await browser.signIn()).text).toContain('The clocks of the sign-in provider');
  provider.behavior.ahead = 3600;
  expect(codeIn((await browser.signIn()).text).address).toBe(`${origin}/v3`);
});

const outOfReach = (): never => {
  throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
};

test.each<[string, () => Response]>([
  ['is out of reach', outOfReach],
  ['answers with an error of its own', () => new Response('busy', { status: 503 })],
  ['answers with a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['has another secret for this service', () => Response.json({ error: 'invalid_client' }, { status: 401 })],
  ['wants fewer requests', () => Response.json({ error: 'slow_down' }, { status: 429 })],
])('while the provider %s, whoever is connected goes on', async (_, fails) => {
  const { connect, newBrowser, newApp, provider, passMinute, codeOf, reports, store } = await prepare();
  const { code } = await connect();
  expect(await codeOf(code)).toBe(works);
  provider.behavior.fails = fails;
  passMinute();
  expect(await codeOf(code)).toBe(works);
  expect(await store.listPeople()).toMatchObject([{ state: 'connected' }]);
  expect(reports).toEqual([expect.stringMatching(/The sign-in provider cannot be used: \w/)]);

  const other = newBrowser((await newApp()).call);
  expect((await other.post('/connect/sign-in')).text).toContain('You are not signed in');
  expect((await newBrowser().signIn({ sub: 'b-2' })).status).toBe(502);

  provider.reset();
  passMinute();
  expect(await codeOf(code)).toBe(works);
  expect(provider.renewals).toHaveLength(2);
  expect(codeIn((await other.signIn({ sub: 'b-2' })).text).address).toBe(`${origin}/v3`);
});

test('the provider is asked before a token is issued, once a minute, with the newest token and whatever its clock says', async () => {
  const { connect, provider, passMinute, codeOf } = await prepare();
  const { code } = await connect();
  for (const ahead of [0, -7200, 7200]) {
    provider.behavior.ahead = ahead;
    passMinute();
    expect(await Promise.all([codeOf(code), codeOf(code)])).toEqual([works, works]);
  }
  expect(provider.renewals).toHaveLength(3);
  expect(new Set(provider.renewals).size).toBe(3);
});

// Other tokens last an hour: api.test.ts.
test('with a token, who has left goes on for as long as it lasts: 14 minutes', async () => {
  const { connect, provider, clock, token, list } = await prepare();
  const bearer = await token((await connect()).code);
  provider.remove('a-1');
  clock.seconds = start + 839;
  expect(await list(bearer)).toBe(works);
  clock.seconds += 1;
  expect(await list(bearer)).toBe(801);
});

test('who has left is refused at the next token, and gets no code before the next sign-in', async () => {
  const { connect, provider, passMinute, codeOf, token, list, store, log } = await prepare();
  const { browser, code } = await connect();
  const { code: other } = await connect({ sub: 'b-2' });
  const bearer = await token(code);
  const { text: connected } = await browser.get('/connect');
  provider.remove('a-1');
  passMinute();

  expect([await codeOf(code), await codeOf(other)]).toEqual([refused, works]);
  // The tokens that were issued before, too.
  expect(await list(bearer)).toBe(refused);
  expect(log.at(-1)).toMatch(`${code.secretId} has no key any more: the sign-in provider has refused`);
  expect((await browser.newCode(connected)).location).toBe('/connect');
  expect((await browser.get('/connect')).text).toContain('Connect Waylark');
  expect(await codeOf(code)).toBe(refused);

  const back = codeIn((await browser.signIn()).text);
  expect([back.secretId, await codeOf(back)]).toEqual([code.secretId, works]);
  await store.removeApplication(code.secretId);
  expect((await browser.get('/connect')).status).toBe(403);
  for (const answer of [await browser.signIn(), await browser.newCode(connected)])
    expect(answer.location).toBe('/connect');
  expect(await codeOf(back)).toBe(refused);
});

test('what is sealed opens whole only: a shorter tag would be guessed sooner', () => {
  const { seal, open } = createSealing(client.clientSecret);
  const sealed = Buffer.from(seal('', 'session'), 'base64url');
  expect(open(sealed.toString('base64url'), 'session')).toBe('');
  expect(open(sealed.subarray(0, 16).toString('base64url'), 'session')).toBeUndefined();
});

test('without a provider, /connect is no page', async () => {
  const { call } = await testApp();
  expect((await call('/connect', { headers: { accept: 'text/html' } })).status).toBe(404);
});

test.each([
  [{ WAYLARK_OIDC_ISSUER: 'http://sign-in.example' }, /is no issuer/],
  [{ WAYLARK_OIDC_GROUPS: import.meta.filename }, /file of groups/],
])('a configuration that cannot be used is refused: %j', async (wrong, sentence) => {
  const { deps } = await testApp();
  const begin = () =>
    createSignIn({ ...deps, configuration: readConfiguration({}, { ...environment, ...wrong }) });
  expect(begin).toThrow(sentence);
});
