import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkShortLink, randomIdLike, randomLinksLike, redirectSources } from './check-short-link.ts';

type Answer = (path: string, response: ServerResponse) => void;

const redirect = (response: ServerResponse, location = '/home'): void => {
  response.writeHead(302, { location }).end();
};
const notFound = (response: ServerResponse): void => void response.writeHead(404).end('<h1>No</h1>');
const json = (response: ServerResponse, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end('{"code":804}');

let server: Server;
let origin: string;
let answer: Answer = (_, response) => response.end();

// In a page of the extension fetch shows a redirect as "opaqueredirect"; Node shows it as it is.
const nodeFetch = fetch;
const browserFetch: typeof fetch = async (...call) => {
  const response = await nodeFetch(...call);
  return response.status >= 300 && response.status < 400
    ? Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' })
    : response;
};

beforeAll(async () => {
  server = createServer((request: IncomingMessage, response) => answer(request.url ?? '/', response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
afterEach(() => void vi.unstubAllGlobals());

const real = 'aB3xYz';
const check = (next: Answer) => {
  answer = next;
  const addressOf = (id: string) => `${origin}/${id}`;
  const randomLinks = [addressOf(randomIdLike(real)), addressOf(randomIdLike(real))];
  vi.stubGlobal('fetch', browserFetch);
  return checkShortLink({ shortLink: addressOf(real), randomLinks }, AbortSignal.timeout(5000));
};

describe('a short link', () => {
  it.each([
    ['HTTP 404', notFound],
    ['an envelope', json],
  ])('leads to its page if it redirects and random links answer %s', async (_, elsewhere) => {
    const next: Answer = (path, response) => (path === `/${real}` ? redirect(response) : elsewhere(response));
    expect(await check(next)).toBe('redirects');
  });

  it.each<[string, Answer]>([
    ['HTTP 404', (_, response) => notFound(response)],
    ['HTTP 410', (_, response) => void response.writeHead(410).end()],
    ['the envelope of the service', (_, response) => json(response)],
    ['its envelope under HTTP 404', (_, response) => json(response, 404)],
    ['its envelope under HTTP 410', (_, response) => json(response, 410)],
  ])('that answers %s leads nowhere', async (_, next) => {
    expect(await check(next)).toBe('nowhere');
  });

  it.each<[string, Answer]>([
    ['a page', (_, response) => void response.end('<h1>Continue</h1>')],
    ['HTTP 403', (_, response) => void response.writeHead(403).end()],
    ['HTTP 429', (_, response) => void response.writeHead(429).end()],
    ['HTTP 503', (_, response) => void response.writeHead(503).end()],
    ['nothing', (_, response) => response.destroy()],
    ['a login, as do random links', (_, response) => redirect(response, '/login')],
    [
      'the same in lower case, as do random links',
      (path, response) =>
        path === path.toLowerCase() ? notFound(response) : redirect(response, path.toLowerCase()),
    ],
    [
      'its home page, as do all links of six letters',
      (path, response) => (/^\/[a-z0-9]{6}$/i.test(path) ? redirect(response) : notFound(response)),
    ],
  ])('that answers %s is unclear', async (_, next) => {
    expect(await check(next)).toBe('unclear');
  });

  it('is opened once, without cookies, referrer and cache', async () => {
    const opened = vi.fn<typeof fetch>(() => Promise.resolve(new Response(null, { status: 404 })));
    const [shortLink, randomLink] = ['https://s.example/a', 'https://s.example/b'];
    vi.stubGlobal('fetch', opened);
    await checkShortLink({ shortLink, randomLinks: [randomLink] }, AbortSignal.timeout(5000));
    expect(opened.mock.calls.map(([address]) => address)).toEqual([shortLink, randomLink]);
    for (const [, options] of opened.mock.calls)
      expect(options).toMatchObject({
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
      });
  });

  it('that the content security policy does not allow to fetch is unclear', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('fetched')));
    const targets = { shortLink: 'http://s.example/x', randomLinks: ['http://s.example/y'] };
    expect(await checkShortLink(targets, AbortSignal.timeout(5))).toBe('unclear');
  });
});

describe('the sources that a short link may redirect to', () => {
  const service = 'http://192.168.1.5:8404/v3';

  it.each([
    [
      'https://l.example/abc',
      ['https://l.example', 'https://*.l.example', 'http://192.168.1.5:*', 'https://192.168.1.5:*'],
    ],
    [
      'https://go.l.example:8443/abc',
      ['https://go.l.example:8443', 'https://*.l.example', 'http://192.168.1.5:*', 'https://192.168.1.5:*'],
    ],
    [
      'http://192.168.1.5:8404/abc',
      ['http://192.168.1.5:8404', 'http://192.168.1.5:*', 'https://192.168.1.5:*'],
    ],
  ])('are its own site and the host of the service: %s', (shortLink, sources) => {
    expect(redirectSources(shortLink, service)).toEqual(sources);
  });
});

it('a random identifier looks like the real one, and differs from it', () => {
  for (const id of ['aB3xYz', '000001', 'a-b_c', 'ZZZZ']) {
    const identifiers = Array.from({ length: 20 }, () => randomIdLike(id));
    const shapeOf = (text: string) => text.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/\d/g, '0');
    expect(new Set(identifiers.map(shapeOf))).toEqual(new Set([shapeOf(id)]));
    expect(identifiers).not.toContain(id);
    expect(new Set(identifiers).size).toBeGreaterThan(5);
  }
});

describe('random links', () => {
  const account = { address: 'https://s.example/v3', template: 'https://l.example/go/{linkID}?from=x' };

  it('are two, and have the form of the real one', () => {
    const links = randomLinksLike(account, {
      shortLink: 'https://l.example/go/aB3xYz?from=x',
      isWholeAddress: false,
    });
    expect(links).toHaveLength(2);
    for (const link of links ?? [])
      expect(link).toMatch(/^https:\/\/l\.example\/go\/[a-z][A-Z]\d[a-z][A-Z][a-z]\?from=x$/);
  });

  it.each<[string, RegExp | null]>([
    ['https://l.example/abc', /^https:\/\/l\.example\/[a-z]{3}$/],
    ['https://l.example/go/ab1/', /^https:\/\/l\.example\/go\/[a-z]{2}\d\/$/],
    ['https://l.example/r?c=abc', null],
    ['https://l.example/#abc', null],
    ['https://localhost:8080/abc', null],
    ['https://192.168.1.1/abc', null],
    ['https://printer.local/abc', null],
    ['https://[::1]/abc', null],
    // Nothing in them can be random.
    ['https://abc.l.example/', null],
    ['https://l.example/-/', null],
  ])('like the whole address %s', (shortLink, expected) => {
    const links = randomLinksLike(account, { shortLink, isWholeAddress: true });
    if (expected === null) expect(links).toBeNull();
    else for (const link of links ?? ['none']) expect(link).toMatch(expected);
  });

  it('cannot be built from a link of another form', () => {
    expect(
      randomLinksLike(account, { shortLink: 'https://l.example/abc', isWholeAddress: false }),
    ).toBeNull();
  });
});
