import { describe, expect, it } from 'vitest';
import { ServiceError } from './errors.ts';
import { getToken, postAdd } from './operations.ts';

const account = { address: 'https://s.example/v3', secretId: 'AKID-7f3', secretKey: 'k"9?/+>Zq~8\\w%x' };
const pair = `${account.secretId}:${account.secretKey}`;
const token = 'eyJhbGciOi.J+9/aZ=';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const deadline = AbortSignal.timeout(60_000);

/** What remains of a failure in which the service answered this message and this request id. */
const shown = async (msg: string, requestId: string | null = null): Promise<string> => {
  const transport = () =>
    Promise.resolve({ envelope: { code: 418, msg, data: null }, status: 200, requestId, retryAfter: null });
  const add = postAdd(transport, { account, link: 'https://example.com/', expiresAt: 1, token, deadline });
  const error: unknown = await add.catch((cause: unknown) => cause);
  if (!(error instanceof ServiceError)) throw new Error('The call did not fail.');
  return `${error.failure.label} ${error.failure.requestId}`;
};

const encodings: Record<string, (text: string) => string> = {
  plain: (text) => text,
  'url-encoded': encodeURIComponent,
  'url-encoded in lower case': (text) =>
    encodeURIComponent(text).replace(/%../g, (each) => each.toLowerCase()),
  'url-encoded letter by letter': (text) =>
    Array.from(text, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
  'url-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'JSON-escaped': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
  'JSON-escaped as code points': (text) =>
    Array.from(text, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'with invisible letters between': (text) => Array.from(text).join('\u200b'),
};

const sent: Record<string, string> = {
  SecretID: account.secretId,
  SecretKey: account.secretKey,
  'id:key': pair,
  'base64(id:key)': base64(pair),
  'base64(id:key) without padding': base64(pair).replace(/=+$/, ''),
  'base64url(id:key)': base64(pair).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
  'base64(key)': base64(account.secretKey),
  'base64 of a text around it': base64(`Basic ${pair}\n`),
  'base64 of another text around it': base64(`for ${pair}!`),
  token,
};

/** What must not remain: the secrets themselves, and what is read out of base64. */
const holdsSecret = (text: string): boolean => {
  const secrets = [account.secretKey, account.secretId, token];
  const runs = (text.match(/[\w+/-]{6,}/g) ?? []).flatMap((run) =>
    [0, 1, 2, 3].map((skipped) => Buffer.from(run.slice(skipped), 'base64').toString('latin1')),
  );
  const decoded = text.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return [text, decoded, ...runs].some((each) => secrets.some((secret) => each.includes(secret)));
};

describe.each(Object.keys(sent))('%s, repeated by the service', (form) => {
  it.each(Object.keys(encodings))('%s, is cut from what is stored', async (how) => {
    const echo = encodings[how]?.(sent[form] ?? '') ?? '';
    const label = await shown(`denied for ${echo} today`, `r-${echo}`);
    expect(label).toMatch(/^denied for .*….*today r-.*…/);
    expect(label).not.toContain(echo);
    expect(holdsSecret(label)).toBe(false);
  });
});

it('a secret with spaces or line breaks between its letters is cut out', async () => {
  for (const gap of [' ', '\n'])
    expect(await shown(`denied for ${Array.from(token).join(gap)}`)).toMatch(/^deniedfor… /);
});

it('a text without a secret stays as it is', async () => {
  const text = 'The link C:\\new %41%2f costs 50% & more: a-b_c';
  expect(await shown(text, 'r-1')).toBe(`${text} r-1`);
});

it('the key that Get token sent is cut from its failure', async () => {
  const msg = `bad ${encodeURIComponent(base64(pair))}`;
  const answer = { envelope: { code: 418, msg }, status: 200, requestId: null, retryAfter: null };
  const call = getToken(() => Promise.resolve(answer), { account, deadline, style: 'basic' });
  await expect(call).rejects.toMatchObject({ failure: { label: expect.stringMatching(/^bad …/) as string } });
});

it('an address that holds the key in another form, or the token, is no short link', async () => {
  for (const form of ['SecretKey', 'base64url(id:key)', 'base64 of a text around it', 'token']) {
    const link_id = `https://l.example/?k=${encodeURIComponent(sent[form] ?? '')}`;
    const envelope = { code: 200, msg: 'success', data: { link_id } };
    const answer = { envelope, status: 200, requestId: null, retryAfter: null };
    const call = { account, link: 'https://example.com/', expiresAt: 1, token, deadline };
    await expect(postAdd(() => Promise.resolve(answer), call)).rejects.toMatchObject({
      failure: { reason: 'unexpected-answer', hadEffect: 'maybe' },
    });
  }
});

describe('a message of the service', () => {
  it('is shown without letters that turn others around, hide, or break the line', async () => {
    expect(await shown('pay \u202Egnp.exe\u202C now\u0000\u001b[31m\r\nlate\u2066r\ufeff \ud800')).toBe(
      'pay gnp.exe now[31m later  undefined',
    );
  });

  it.each(['😀', 'e\u0301', '🇩🇪', '👍🏽'])('is never cut inside of %s', async (letter) => {
    for (const before of [196, 197, 198, 199]) {
      const [label = ''] = (await shown(`${'x'.repeat(before)}${letter}${'y'.repeat(9)}`)).split(' ');
      const whole = `${'x'.repeat(before)}${letter}`;
      expect(label).toBe(whole.length > 200 ? 'x'.repeat(before) : whole.padEnd(200, 'y'));
    }
  });
});
