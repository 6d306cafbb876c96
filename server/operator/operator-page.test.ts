import { expect, onTestFinished, test, vi } from 'vitest';
import { noExpiry } from '../../lib/validity/contract.ts';
import { createSecret } from '../api/credentials.ts';
import { type Configuration, defaultConfiguration } from '../config/configuration.ts';
import { textLog } from '../config/log.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { start, temporaryFolder } from '../../tests/support/service/test-app.ts';
import { createOperatorPage } from './routes.ts';

interface Asked {
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** The other end of the connection. */
  remote?: string;
  /** Values of the header X-User, which a proxy sets. */
  users?: string[];
}

const host = '127.0.0.1:9404';
const proxied = {
  operatorOrigin: 'https://operator.example',
  operatorHeader: 'x-user',
  trustedProxies: ['10.0.0.0/8'],
};

/** Two instances on the same data, with a clock that the test sets. */
async function instances(settings: Partial<Configuration> = {}) {
  const clock = { seconds: start };
  const store = await openSqliteStore(temporaryFolder());
  onTestFinished(() => store.close());
  const pages = [1, 2].map(() =>
    createOperatorPage({
      configuration: { ...defaultConfiguration, countOpens: true, ...settings },
      store,
      log: textLog,
      now: () => clock.seconds * 1000,
      publicHost: 's.example',
      report: vi.fn(),
    }),
  );
  const ask = async (
    path: string,
    { form, headers = {}, remote = '127.0.0.1', users = [] }: Asked = {},
    at = 0,
  ) => {
    const origin = headers['host'] === 'operator.example' ? 'https://operator.example' : `http://${host}`;
    const init = form && { method: 'POST', body: new URLSearchParams(form) };
    const request = new Request(`http://${host}${path}`, {
      ...init,
      headers: { host, ...(form && { origin }), ...headers },
    });
    const incoming = { socket: { remoteAddress: remote }, headersDistinct: { 'x-user': users } };
    const response = await pages[at]?.fetch(request, { incoming });
    if (!response) throw new Error('There is no such instance.');
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  /** The token of a new link. */
  const newLink = async () => {
    const { secret, hash } = createSecret();
    await store.addOperatorLink(hash, clock.seconds + 600);
    return secret;
  };
  const signIn = async () => {
    const { headers } = await ask('/operator/open', { form: { token: await newLink() } });
    return { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  };
  const lastLine = async () => (await store.listAudit({ before: undefined, pageSize: 1 }))[0];
  const added = { keyHash: new Uint8Array(32), perSecond: 1, perMinute: 1 };
  const addApplication = (secretId: string, packages = [always], name = '') =>
    store.addApplication({ ...added, secretId, name }, packages);
  const addLink = (id: string, link: string, secretId = 'owner', expiresAt = start + 60) =>
    store.addLink({ id, link, expiresAt, secretId, isEnding: id.includes('-') }, start);
  /** The words of a page. */
  const textOf = async (path: string, headers: Record<string, string>, language = 'en') => {
    const { text } = await ask(path, { headers: { ...headers, 'accept-language': language } });
    return text.replaceAll(/<style>.*<\/style>|<[^>]*>/gs, ' ').replaceAll(/[ \n]+/g, ' ');
  };
  return { store, clock, ask, newLink, signIn, lastLine, addApplication, addLink, textOf };
}

const day = '15\u00a0Jan\u00a02027';
const always = { total: 100, startsAt: 0, expiresAt: noExpiry };

test('a link works once, over all instances, for an hour in one browser; until then nothing is shown', async () => {
  const { clock, ask, newLink, lastLine, addApplication } = await instances();
  await addApplication('canary');
  for (const path of ['/operator', '/operator?q=canary', '/operator/audit', '/operator/x']) {
    const { status, text, headers } = await ask(path);
    expect([status, text.includes('canary'), text.includes('operator-link')]).toEqual([403, false, true]);
    // The whole policy, and that nothing is cached: redirect.test.ts.
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  }

  const token = await newLink();
  // Previews and scanners use nothing up.
  expect((await ask(`/operator/open?token=${token}`)).text).toContain('The link works once.');
  const tries = Array.from({ length: 8 }, (_, n) => ask('/operator/open', { form: { token } }, n % 2));
  const answers = await Promise.all(tries);
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(answers.filter(({ text }) => text.includes('already used'))).toHaveLength(7);
  expect((await ask(`/operator/open?token=${token}`)).text).toContain(`on ${day}, 08:00 UTC.`);
  expect(await lastLine()).toMatchObject({ via: 'page', action: 'page-opened' });

  const set = answers.flatMap(({ headers }) => headers.getSetCookie()).join();
  expect(set).toMatch(/^waylark-operator=\w{43}; Max-Age=3600; Path=\/operator; HttpOnly; SameSite=Strict$/);
  const headers = { cookie: set.split(';')[0] ?? '' };
  expect((await ask('/operator', { headers }, 1)).text).toContain('signed in until 09:00 UTC');
  expect((await ask('/operator', { headers: { cookie: `waylark-operator=${token}` } })).status).toBe(403);
  clock.seconds += 3600;
  expect((await ask('/operator', { headers })).status).toBe(403);
});

test('whoever signs out is signed out at all instances, and the cookie opens nothing any more', async () => {
  const { ask, signIn } = await instances();
  const [headers, other] = [await signIn(), await signIn()];
  const answer = await ask('/operator/sign-out', { form: {}, headers });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/operator']);
  expect(answer.headers.getSetCookie().join()).toMatch(/^waylark-operator=; Max-Age=0;/);
  expect((await ask('/operator', { headers }, 1)).status).toBe(403);
  expect((await ask('/operator', { headers: other })).status).toBe(200);
});

test('a link that nobody opens ends after ten minutes, and one that nobody created opens nothing', async () => {
  const { clock, ask, newLink } = await instances();
  const token = await newLink();
  clock.seconds += 600;
  for (const given of [token, 'x'.repeat(43), '']) {
    const { status, text, headers } = await ask('/operator/open', { form: { token: given } });
    expect([status, headers.getSetCookie()]).toEqual([403, []]);
    expect(text).toContain('does not work any more');
    expect((await ask(`/operator/open?token=${given}`)).text).toContain('does not work any more');
  }
});

test('links are found by ending, short link and target host, and revoked with a reason, which is in the audit log', async () => {
  const { clock, ask, signIn, lastLine, addApplication, addLink } = await instances();
  await addApplication('owner', [always], '<b>Team & Co</b>\u202e');
  await addLink('bergen-june', 'https://docs.example/secret-path');
  await addLink('q2LfMa9H', 'https://user:pass@Docs.example.:8443/');
  await addLink('other', 'https://other.example/');
  const headers = await signIn();
  const rows = async (q: string) => {
    const { text } = await ask(`/operator?q=${encodeURIComponent(q)}`, { headers });
    expect(text).not.toMatch(/secret-path|pass@|<b>|\u202e/);
    return ['bergen-june', 'q2LfMa9H', 'other'].filter((id) => text.includes(`>${id}<`));
  };
  const ofHost = [' DOCS.example. ', 'docs.example:8443', 'https://docs.example/x', 'docs.example/x'];
  for (const q of ofHost) expect(await rows(q), q).toEqual(['bergen-june', 'q2LfMa9H']);
  const ofLink = [
    'Bergen-June.',
    '/bergen-june',
    'S.example./bergen-june?x=1',
    'https://s.example/BERGEN-JUNE+',
  ];
  for (const q of ofLink) expect(await rows(q), q).toEqual(['bergen-june']);
  const ofNone = [
    'bergen',
    's.example/x/bergen-june',
    '/',
    'http://',
    '<b>',
    "' OR 1=1",
    'x'.repeat(2000),
    '\0',
  ];
  for (const q of ofNone) expect(await rows(q), q).toEqual([]);

  const form = { id: 'bergen-june', reason: ' <i>Phishing</i> ', q: 'docs.example' };
  const before = await lastLine();
  for (const origin of ['https://evil.example', `http://127.0.0.1:9405`, 'null', ''])
    expect((await ask('/operator/revoke', { form, headers: { ...headers, origin } })).status).toBe(403);
  for (const wrong of [{ reason: ' ' }, { reason: 'x'.repeat(501) }, { reason: 'a\0b' }, { id: '../x' }])
    expect((await ask('/operator/revoke', { form: { ...form, ...wrong }, headers })).status).toBe(400);
  expect((await ask('/operator/revoke', { form })).status).toBe(403);
  expect(await lastLine()).toEqual(before);

  const revoked = await ask('/operator/revoke', { form, headers });
  expect(revoked.status).toBe(303);
  const { text } = await ask(revoked.headers.get('location') ?? '', { headers });
  expect(text).toContain('Short link bergen-june is revoked');
  expect(text).toContain('“&lt;i&gt;Phishing&lt;/i&gt;”');
  const line = { via: 'page', who: '', secretId: 'owner', reason: '<i>Phishing</i>' };
  expect(await lastLine()).toMatchObject({ ...line, action: 'link-revoked', linkId: 'bergen-june' });
  expect(await rows('docs.example')).toEqual(['q2LfMa9H']);
  expect((await ask('/operator?q=bergen-june', { headers })).text).toContain('Revoked');
  clock.seconds += 60;
  expect((await ask('/operator?q=q2LfMa9H', { headers })).text).toContain('Expired');
});

test('the audit log says how many links an admin command has revoked, where they led, and why', async () => {
  const { store, signIn, addApplication, textOf } = await instances();
  await addApplication('owner', [always], 'Anna');
  await store.addPackage('owner', { ...always, total: 1 });
  const toHost = { secretId: '', host: 'big.example' };
  await store.addRevocation({ ...toHost, linkCount: 20_000, reason: '' });
  await store.addRevocation({ ...toHost, linkCount: 2, reason: '<i>Spam, 1 of 2</i>' });
  await store.addRevocation({ secretId: 'owner', linkCount: 3, host: '', reason: 'Left' });
  await store.removeApplication('owner', 'Left');

  const headers = await signIn();
  const text = await textOf('/operator/audit', headers);
  for (const line of [
    'Links revoked 20,000 links · big.example',
    'Links revoked 2 links · big.example · “&lt;i&gt;Spam, 1 of 2&lt;/i&gt;”',
    'Links revoked owner · 3 links · “Left”',
    'Application revoked owner · “Left”',
    'Package added owner · 1 link',
  ])
    expect(text).toContain(`${line} · by an admin command`);
  expect(await textOf('/operator/audit', headers, 'zh-CN')).toContain('批量吊销短链接');
});

test('the start has the packages that need more, of applications that have no other one', async () => {
  const { store, signIn, addApplication, addLink, textOf } = await instances();
  const one = { ...always, total: 1 };
  await addApplication('used-up', [one]);
  await addApplication('supplied', [one]);
  await addApplication('expiring', [{ ...always, expiresAt: start + 86_400 }]);
  await addApplication('expired', [{ ...one, expiresAt: start }]);
  for (const secretId of ['used-up', 'supplied'])
    await addLink(`${secretId}-1`, 'https://a.example', secretId);
  await store.addPackage('supplied', always);
  const headers = await signIn();
  const [packages] = (await textOf('/operator', headers)).split('Audit log');
  expect(packages).toMatch(/near their end .*used-up 1 of 1 Never .*expiring 0 of 100 16\u00a0Jan\u00a02027/);
  expect(packages).not.toMatch(/supplied|expired/);
  expect(await textOf('/operator', headers, 'zh-CN')).toMatch(/used-up 1 \/ 1 永久有效/);
});

const fromProxy = { remote: '10.0.0.7', users: ['anna'] };
const fromElsewhere = { remote: '192.0.2.1', users: ['anna'] };
/** As Node reads the bytes of a header. */
const inLatin1 = (name: string) => Buffer.from(name).toString('latin1');

test.each<[string, who: string | undefined, Asked, settings?: Partial<Configuration>]>([
  ['from the proxy', 'anna', fromProxy],
  ['from the proxy by IPv6', 'anna', { ...fromProxy, remote: '::ffff:10.0.0.7' }],
  ['in UTF-8', '张伟', { ...fromProxy, users: [inLatin1('张伟')] }],
  // In Latin-1, its last byte is a space.
  ['in UTF-8, with à at the end', 'Nicolà', { ...fromProxy, users: [inLatin1('Nicolà')] }],
  ['in Latin-1', 'Zoë', { ...fromProxy, users: ['Zoë'] }],
  ['from elsewhere', undefined, fromElsewhere],
  ['for the proxy', undefined, { ...fromElsewhere, headers: { 'x-forwarded-for': '10.0.0.7' } }],
  ['beside another header of the client', undefined, { ...fromProxy, users: ['eve', 'anna'] }],
  ['that is empty', undefined, { ...fromProxy, users: [' '] }],
  ['that is too long', undefined, { ...fromProxy, users: ['x'.repeat(101)] }],
  ['without a trusted proxy', undefined, fromProxy, { trustedProxies: [] }],
  ['that is not configured', undefined, fromProxy, { operatorHeader: '' }],
])('of a header %s, the operator is %s', async (_, who, asked, settings) => {
  const { ask } = await instances({ ...proxied, ...settings });
  const { status, text } = await ask('/operator', asked);
  expect([status, /signed in as ([^<\s]+)/.exec(text)?.[1]]).toEqual([who === undefined ? 403 : 200, who]);
});

test('behind a proxy with https, the cookie is for its host alone, forms come from its origin, and who it names is in the audit log', async () => {
  const { ask, newLink, lastLine, addApplication, addLink } = await instances(proxied);
  const atProxy = { host: 'operator.example' };
  const opened = await ask('/operator/open', { form: { token: await newLink() }, headers: atProxy });
  expect(opened.headers.getSetCookie().join()).toMatch(
    /^__Host-waylark-operator=\w{43}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );

  await addApplication('owner');
  await addLink('one', 'https://one.example/');
  const anna = { remote: '10.0.0.7', users: ['anna'], form: { id: 'one', reason: 'Spam', q: 'one' } };
  const foreign = { ...atProxy, origin: 'http://operator.example' };
  expect((await ask('/operator/revoke', { ...anna, headers: foreign })).status).toBe(403);
  expect((await ask('/operator/revoke', { ...anna, headers: atProxy })).status).toBe(303);
  expect(await lastLine()).toMatchObject({ via: 'page', who: 'anna', linkId: 'one', reason: 'Spam' });
});
