import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { failure } from '../failures/schema.ts';
import { linkFailureSentence } from '../i18n/failure-sentence.ts';
import { envelope, linkId, operations } from './contract.ts';
import { type ApiAccount, credentialHeaders, secretsOf } from './credentials.ts';
import { ServiceError } from './errors.ts';
import { getDivisions, getGrayscale, getMusic, getTime, getToken, postAdd } from './operations.ts';
import { type Answer, createTransport, type Transport, TransportError } from './transport.ts';
import { anyCharacter } from '../url/test-helpers/any-address.ts';

const runs = { numRuns: inject('manyRuns') };
const account: ApiAccount = {
  address: 'https://s.example/v3',
  secretId: 'AppId0123456789abcde',
  secretKey: 'Key0123456789ABCDEFGHIJabcdefghijKLMNOPQRST',
};
const token = 'T0ken0123456789ABCDEFGHIJabcdefghijKLMNOPQRST';
const { secretKey } = account;

/** The key and the token as a service may repeat them. */
const echoes = [
  secretKey,
  token,
  ...secretsOf(account),
  ...Object.values(credentialHeaders(account, 'basic')),
  ...Object.values(credentialHeaders(account, 'basic-plain')),
  encodeURIComponent(encodeURIComponent(`Basic ${btoa(`${account.secretId}:${secretKey}`)}`)),
  secretKey.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  secretKey.replace(/./g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`),
  secretKey.split('').join(' '),
  secretKey.split('').join('\u200b'),
  `${secretKey.slice(0, 20)}\n${secretKey.slice(20)}`,
];

const odd = fc.constantFrom<unknown>(
  null,
  true,
  -1,
  1e99,
  '',
  'x',
  'x'.repeat(5000),
  [],
  [1],
  {},
  { a: [null] },
);
const word = fc.oneof(
  fc.constantFrom(...echoes, 'success', 'permission denied', 'Link Invalid.', ' '),
  fc.string(),
);
const msg = fc.tuple(word, word).map((parts) => parts.join(''));
const code = fc.constantFrom(200, 200, 0, 429, 500, 801, 806, 2003, -1);
const value = fc.oneof(fc.constantFrom<unknown>('abc', 1, 2 ** 53, ...echoes), odd);
const fields = ['linkID', 'link_id', 'token', 'timestamp', 'list', 'daySlot', 'accurateSlot'];
const right = [
  { linkID: 'abc' },
  { link_id: 'https://s.example/abc' },
  { token: 'abc' },
  { timestamp: 1, list: null },
];
const data = fc.oneof(
  fc.constantFrom<unknown>(null, ...right),
  fc.dictionary(fc.constantFrom(...fields), value),
);
const status = fc.oneof(fc.constantFrom(200, 401, 403, 404, 429, 503), fc.integer({ min: 200, max: 599 }));
const header = fc.constantFrom(
  '',
  '0',
  '-1',
  '1e9',
  'x',
  'Thu, 01 Jan 1970 00:00:00 GMT',
  secretKey,
  `r ${token}`,
);

const envelopeText = fc
  .record({ code: fc.oneof(code, odd), msg: fc.oneof(msg, odd), data })
  .map((each) => JSON.stringify(each));
const text = fc.oneof(
  { weight: 4, arbitrary: envelopeText },
  { weight: 1, arbitrary: fc.tuple(envelopeText, fc.nat(60)).map(([whole, end]) => whole.slice(0, end)) },
  { weight: 1, arbitrary: odd.map((each) => JSON.stringify(each)) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter }) },
);

it('any body of any answer is an envelope, or an error with its reason', async () => {
  const counts = { envelope: 0, error: 0 };
  await fc.assert(
    fc.asyncProperty(text, status, header, async (body, status, header) => {
      const isEmpty = [204, 205, 304].includes(status);
      const headers = { 'retry-after': header, 'x-request-id': header, date: header };
      const transport = createTransport({
        callTimeout: 60_000,
        fetch: () => Promise.resolve(new Response(isEmpty ? null : body, { status, headers })),
        isOffline: () => false,
        onDate: () => Promise.resolve(),
      });
      const call = { address: account.address, path: '/time', untilDeadline: true };
      const answer = await transport(call, new AbortController().signal).catch((error: unknown) => error);
      counts[answer instanceof Error ? 'error' : 'envelope'] += 1;
      if (!(answer instanceof Error)) return envelope.safeParse((answer as Answer).envelope).success;
      const expected = status >= 300 && status < 400 ? 'redirected' : 'not-json';
      return answer instanceof TransportError && answer.reason === expected;
    }),
    runs,
  );
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(runs.numRuns / 20);
});

const arrived = fc.record({
  envelope: fc.record({ code, msg, data }),
  status,
  requestId: fc.oneof(fc.constant(null), header),
  retryAfter: fc.oneof(fc.constant(null), header),
});

/** The transport of a service that answers this. */
const transportTo =
  (answer: Answer): Transport =>
  () =>
    Promise.resolve(answer);

/** Whether a text holds the key or the token, also without its spaces, invisible letters and encodings. */
const holdsSecret = (shown: string, secrets = [secretKey, token]): boolean => {
  const decoded = shown
    .replace(/\\+u([\da-f]{4})|%(?:25)*([\da-f]{2})/gi, (_, unicode?: string, byte?: string) =>
      String.fromCharCode(parseInt(unicode ?? byte ?? '', 16)),
    )
    .replace(/[\s\u200b\\]/g, '');
  const words = [shown, decoded, ...decoded.split(/[^A-Za-z0-9+/]+/).map((word) => atobOrEmpty(word))];
  return secrets.some((secret) => words.some((word) => word.includes(secret)));
};
const atobOrEmpty = (word: string): string => {
  try {
    return atob(word);
  } catch {
    return '';
  }
};

const context = { account, deadline: new AbortController().signal };
const operationsWithoutLink: ((transport: Transport) => Promise<unknown>)[] = [
  (transport) => getToken(transport, { ...context, style: 'headers' }),
  (transport) => getTime(transport, context),
  (transport) => getMusic(transport, context),
  (transport) => getGrayscale(transport, context),
  (transport) => getDivisions(transport, context),
];

it('any answer to Add is a short link, or a failure with a sentence that holds no secret', async () => {
  const counts = { created: 0, no: 0, maybe: 0 };
  await fc.assert(
    fc.asyncProperty(arrived, async (answer) => {
      const request = { ...context, link: 'https://e.example/', expiresAt: 9_000_000_000, token };
      const outcome: unknown = await postAdd(transportTo(answer), request).catch((error: unknown) => error);
      if (!(outcome instanceof ServiceError)) {
        counts.created += 1;
        const { linkId: id } = outcome as { linkId: string };
        return (linkId.safeParse(id).success || id.startsWith('https://')) && !holdsSecret(id);
      }
      const found = failure.safeParse(outcome.failure);
      counts[outcome.failure.linkCreated] += 1;
      const sentence = linkFailureSentence(outcome.failure, (...parts) => parts.join(' '));
      return found.success && !holdsSecret(JSON.stringify([found.data, sentence, outcome.message]));
    }),
    runs,
  );
  // Each kind was really among them.
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(runs.numRuns / 100);
});

it('any answer to another operation is its data, or a failure after which no link was created', async () => {
  const counts = { data: 0, failed: 0 };
  const any = fc.constantFrom(...operationsWithoutLink);
  await fc.assert(
    fc.asyncProperty(arrived, any, async (answer, operate) => {
      const outcome: unknown = await operate(transportTo(answer)).catch((error: unknown) => error);
      counts[outcome instanceof Error ? 'failed' : 'data'] += 1;
      if (!(outcome instanceof Error)) return true;
      if (!(outcome instanceof ServiceError) || outcome.failure.linkCreated !== 'no') return false;
      const found = failure.safeParse(outcome.failure);
      return found.success && !holdsSecret(JSON.stringify([found.data, outcome.message]), [secretKey]);
    }),
    runs,
  );
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(runs.numRuns / 1000);
  expect(Object.keys(operations)).toHaveLength(operationsWithoutLink.length + 1);
});
