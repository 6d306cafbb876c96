import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { listen } from './http-server.ts';

/**
 * The kinds of service that a person can have an account at, beside the embedded one: `v3` is the public service, `front`
 * the same behind a gateway that passes on no header but Authorization, without the word Basic, and `v3.1` its later
 * version.
 */
type PublicKind = 'v3' | 'front' | 'v3.1';

export interface PublicOptions {
  kind: PublicKind;
  /** Get token and Add answer this in place of what they would. */
  answers?: { token?: Answer; add?: Answer };
  /** What v3.1 answers as `link_id`, given the identifier; the identifier itself unless set. */
  linkId?: (id: string) => string;
  /** Whether unknown routes are answered with HTTP 404, too; else with the code alone. The public service does both. */
  isStatus404?: boolean;
}

/** What an operation answers: an envelope, or text with an HTTP status. */
export type Answer = { code: number; msg: string; data?: unknown } | { status: number; text: string };

export type PublicService = Awaited<ReturnType<typeof startPublicService>>;

const routes = {
  v3: { token: '/v3/openAPI/token', add: '/v3/shortLink/add' },
  'v3.1': { token: '/v3.1/openapi/token', add: '/v3.1/short_link/add' },
};

/** Codes by version. */
const failures = {
  missing: { v3: [800, 'missing parameter'], 'v3.1': [2001, 'missing required parameters'] },
  denied: { v3: [801, 'permission denied'], 'v3.1': [1001, 'permission denied'] },
  unknown: { v3: [803, 'application not found'], 'v3.1': [1003, 'application not found'] },
} as const;

type Version = keyof typeof routes;

const failure = (name: keyof typeof failures, version: Version): Answer => {
  const [code, msg] = failures[name][version];
  return { code, msg, data: null };
};

const notFound: Answer = { code: 404, msg: 'not found', data: null };
const success = (data: unknown): Answer => ({ code: 200, msg: 'success', data });

interface Sent {
  token: string;
  id: string;
  key: string;
}

const headerOf = (headers: IncomingHttpHeaders, name: string): string => String(headers[name] ?? '');

/**
 * v3: the two headers count only if there is no Authorization; one that is not Bearer is split at ":" as it is, so
 * that the id of "Basic me:key" is "Basic me", and base64 holds no pair at all.
 */
const readV3 = (headers: IncomingHttpHeaders): Sent => {
  const authorization = headerOf(headers, 'authorization');
  const none = { token: '', id: '', key: '' };
  if (authorization === '')
    return { ...none, id: headerOf(headers, 'secretid'), key: headerOf(headers, 'secretkey') };
  if (authorization.startsWith('Bearer ')) return { ...none, token: authorization.slice('Bearer '.length) };
  const [id = '', key = '', ...more] = authorization.split(':');
  return more.length === 0 ? { ...none, id, key } : none;
};

const readers: Record<PublicKind, (headers: IncomingHttpHeaders) => Sent> = {
  v3: readV3,
  front: ({ authorization = '' }) => readV3({ authorization: authorization.replace(/^Basic /, '') }),
  // Its SDK sends Basic with base64; nothing is known of another style.
  'v3.1': ({ authorization = '' }) => {
    const [scheme = '', value = ''] = authorization.split(' ');
    if (scheme === 'Bearer') return { token: value, id: '', key: '' };
    const [id = '', key = ''] = scheme === 'Basic' ? Buffer.from(value, 'base64').toString().split(':') : [];
    return { token: '', id, key };
  },
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

const send = (response: ServerResponse, answer: Answer, status = 200): void => {
  const isText = 'text' in answer;
  response.writeHead(isText ? answer.status : status, {
    'content-type': isText ? 'text/html' : 'application/json; charset=utf-8',
    'x-request-id': crypto.randomUUID(),
  });
  response.end(isText ? answer.text : JSON.stringify(answer));
};

/** Starts a service that behaves as the public one was observed to: its two routes and its redirect, and nothing else. */
export async function startPublicService(first: PublicOptions) {
  const { kind } = first;
  const version: Version = kind === 'v3.1' ? 'v3.1' : 'v3';
  const credentials = {
    secretId: 'AppId0123456789abcde',
    secretKey: 'Key0123456789ABCDEFGHIJabcdefghijKLMNOPQRST',
  };
  const tokens = new Set<string>();
  /** The links that were created: the target and the expiry time (Unix seconds). */
  const links: { link: string; validity: number }[] = [];
  /** Every request, as "GET /v3/openAPI/token", in order. */
  const log: string[] = [];
  let options = first;
  let used = 0;

  const isKnown = ({ token, id, key }: Sent): boolean =>
    token === '' ? id === credentials.secretId && key === credentials.secretKey : tokens.has(token);

  const add = (link: { link: string; validity: number }): Answer => {
    links.push(link);
    // Identifiers are sequential.
    const id = (1_000_000 + links.length).toString(36);
    return success(version === 'v3' ? { linkID: id } : { link_id: (options.linkId ?? String)(id) });
  };

  const token = (): Answer => {
    const next = crypto.randomUUID().replaceAll('-', '');
    tokens.add(next);
    return success({ token: next });
  };

  const operate = async (request: IncomingMessage, operation: 'token' | 'add'): Promise<Answer> => {
    const odd = options.answers?.[operation];
    const body = await bodyOf(request);
    if (odd) return odd;
    const sent = readers[kind](request.headers);
    if (version === 'v3.1' && sent.token === '' && sent.id === '') return failure('missing', version);
    if (!isKnown(sent)) return failure(sent.token === '' ? 'unknown' : 'denied', version);
    used += 1;
    return operation === 'token' ? token() : add(JSON.parse(body) as { link: string; validity: number });
  };

  const follow = (path: string, response: ServerResponse): void => {
    const found = links[Number.parseInt(path.slice(1), 36) - 1_000_001];
    if (found) response.writeHead(302, { location: found.link }).end();
    else send(response, { code: 804, msg: 'link does not exist', data: null });
  };

  const { origin, close } = await listen(async (request, response) => {
    response.shouldKeepAlive = false;
    const { method = 'GET', url: path = '/' } = request;
    log.push(`${method} ${path}`);
    if (method === 'GET' && path === routes[version].token) send(response, await operate(request, 'token'));
    else if (method === 'POST' && path === routes[version].add) send(response, await operate(request, 'add'));
    else if (method === 'GET' && /^\/[a-z0-9]+$/i.test(path)) follow(path, response);
    else send(response, notFound, options.isStatus404 ? 404 : 200);
  });

  return {
    origin,
    credentials,
    log,
    links,
    close,
    /** What a person enters as Service address. */
    address: `${origin}/${version}`,
    count: (operation: 'token' | 'add') =>
      log.filter((line) => line.endsWith(` ${routes[version][operation]}`)).length,
    /** Units of the package that are used up: a token costs one, and so does a refused Add. */
    used: () => used,
    /** Back to no links and an empty log; the options change to these. */
    reset(next: Partial<Omit<PublicOptions, 'kind'>> = {}) {
      options = { kind, ...next };
      log.length = 0;
      links.length = 0;
      used = 0;
      tokens.clear();
    },
  };
}
