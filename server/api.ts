import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';
import { paths } from '../lib/service/contract.ts';
import { Refusal, succeed, type Env } from './answers.ts';
import { sentCredentials, sentToken } from './authorization.ts';
import { applicationOf, giveToken, tokenHolder } from './credentials.ts';
import { createDivisions } from './divisions.ts';
import type { GreyDays } from './grey.ts';
import { isTrustedOrigin } from './hosts.ts';
import { createLimiter } from './limits.ts';
import { checkedLink, checkedValidity, keepLink } from './links.ts';
import { listTracks } from './music.ts';
import { answerPrepared } from './prepared.ts';
import type { Application, Store } from './store.ts';
import { timeFormats } from './time.ts';

const bodyLimitBytes = 64 * 1024;

/** Any JSON object; what its fields hold is looked at one by one, each with a failure of its own. */
const addBody = z.object({ link: z.optional(z.unknown()), validity: z.optional(z.unknown()) });

/** What the operations work on. */
export interface ApiOptions {
  store: Store;
  /** Folder with tracks.json and what it names. */
  musicFolder: string;
  /** When pages are to be grey. */
  grey: GreyDays;
  /** The values of the Host header that are answered, lower case. */
  allowedHosts: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** A new random identifier for a short link. */
  makeId: () => string;
}

/** The operations of the contract. Whatever they refuse, they throw as a Refusal. */
export function createApi(options: ApiOptions): Hono<Env> {
  const { store, allowedHosts, makeId, now } = options;
  const api = new Hono<Env>();
  const limiter = createLimiter();
  const seconds = () => now() / 1000;

  // Counts only calls that proved their credentials: a refusal by the limit would show that a SecretID exists.
  const countCall = ({ secretId, ...limits }: Application, operation: string) => {
    const wait = limiter.take(`${secretId} ${operation}`, limits, now());
    if (wait > 0) throw new Refusal('too-many-requests', { retryAfter: Math.ceil(wait / 1000) });
  };

  api.use(async (c, next) => {
    if (!isTrustedOrigin(c.req.header('origin'), allowedHosts)) throw new Refusal('permission-denied');
    await next();
  });

  api.get(paths.token, async (c) => {
    const application = await applicationOf(store, sentCredentials(c.req.raw.headers));
    countCall(application, paths.token);
    return succeed(c, { token: await giveToken(store, application.secretId, seconds()) });
  });

  const authorize: MiddlewareHandler<Env> = async (c, next) => {
    const application = await tokenHolder(store, sentToken(c.req.raw.headers), seconds());
    countCall(application, paths.add);
    c.set('application', application);
    await next();
  };

  api.post(paths.add, authorize, jsonOnly, smallBody, async (c) => {
    const { link, validity } = await readAddBody(c);
    const target = { link: checkedLink(link, allowedHosts), ends: checkedValidity(validity, seconds()) };
    const application = c.get('application');
    return succeed(c, { linkID: await keepLink(store, { ...target, application, now: seconds(), makeId }) });
  });

  addOpen(api, options);
  for (const path of Object.values(paths)) api.all(path, refuse('method-not-allowed'));
  api.all('*', refuse('not-found'));
  return api;
}

/** The operations that ask for no credentials. */
function addOpen(api: Hono<Env>, { musicFolder, grey, now }: ApiOptions): void {
  const divisions = createDivisions();

  api.get(paths.music, async (c) =>
    succeed(c, await listTracks(musicFolder, `http://${c.req.header('host') ?? ''}`)),
  );

  api.get(paths.time, (c) => succeed(c, timeFormats(now())));

  api.get(paths.grey, (c) => succeed(c, grey));

  api.get(paths.divisions, async (c) => answerPrepared(c, await divisions(c.req.queries('code') ?? [])));
}

/** A handler that refuses whatever comes. */
export function refuse(failure: 'method-not-allowed' | 'not-found' | 'link-invalid') {
  return (): never => {
    throw new Refusal(failure);
  };
}

// Only an overlong link makes a body of Add this large, and this label a client knows: no link was made.
const smallBody = bodyLimit({ maxSize: bodyLimitBytes, onError: refuse('link-invalid') });

// A form on a web page can send any of the other types without asking.
const jsonOnly: MiddlewareHandler<Env> = async (c, next) => {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new Refusal('unsupported-media-type');
  await next();
};

/** What may be echoed: a deep tree could not be written down again. */
const plain = (field: unknown) =>
  field === null || typeof field === 'string' || typeof field === 'number' ? field : undefined;

async function readAddBody(c: Context<Env>) {
  const body = addBody.safeParse(await c.req.json().catch(() => undefined));
  if (!body.success) throw new Refusal('bad-request');
  const { link, validity } = body.data;
  const isMissing = [link, validity].some((field) => field === undefined || field === null || field === '');
  if (isMissing)
    throw new Refusal('missing-parameter', { data: { link: plain(link), validity: plain(validity) } });
  return { link, validity };
}
