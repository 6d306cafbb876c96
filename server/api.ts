import { Hono, type MiddlewareHandler } from 'hono';
import { checkSize, checkType, readAddBody } from './add-body.ts';
import { Refusal, succeed, type Env } from './answers.ts';
import { sentCredentials, sentToken } from './authorization.ts';
import { applicationOf, giveToken, tokenHolder } from './credentials.ts';
import type { createDivisions } from './divisions.ts';
import type { GreyDays } from './grey.ts';
import { isTrustedOrigin } from './hosts.ts';
import type { Limiter } from './limits.ts';
import { checkedLink, checkedValidity, keepLink } from './links.ts';
import { listTracks } from './music.ts';
import { answerPrepared } from './prepared.ts';
import type { Application, Store } from './store.ts';
import { timeFormats } from './time.ts';
import type { Version } from './versions.ts';

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

/** The options, and what the versions of the contract share. */
export interface ApiParts extends ApiOptions {
  limiter: Limiter;
  divisions: ReturnType<typeof createDivisions>;
}

/** The operations of one version of the contract. Whatever they refuse, they throw as a Refusal. */
export function createApi(parts: ApiParts, version: Version): Hono<Env> {
  const { store, allowedHosts, limiter, makeId, now } = parts;
  const { paths } = version;
  const api = new Hono<Env>();
  const seconds = () => now() / 1000;

  // Counts only calls that proved their credentials: a refusal by the limit would show that a SecretID exists.
  const countCall = ({ secretId, ...limits }: Application, operation: 'token' | 'add') => {
    const wait = limiter.take(`${secretId} ${operation}`, limits, now());
    if (wait > 0) throw new Refusal('too-many-requests', { retryAfter: Math.ceil(wait / 1000) });
  };

  api.use(async (c, next) => {
    if (!isTrustedOrigin(c.req.header('origin'), allowedHosts)) throw new Refusal('permission-denied');
    await next();
  });

  api.get(paths.token, async (c) => {
    const application = await applicationOf(store, sentCredentials(c.req.raw.headers));
    countCall(application, 'token');
    return succeed(c, { token: await giveToken(store, application.secretId, seconds()) });
  });

  const authorize: MiddlewareHandler<Env> = async (c, next) => {
    const application = await tokenHolder(store, sentToken(c.req.raw.headers), seconds());
    countCall(application, 'add');
    c.set('application', application);
    await next();
  };

  api.post(paths.add, authorize, checkType, checkSize, async (c) => {
    const { link, validity } = await readAddBody(c, version);
    const target = { link: checkedLink(link, allowedHosts), ends: checkedValidity(validity, seconds()) };
    const application = c.get('application');
    const id = await keepLink(store, { ...target, application, now: seconds(), makeId });
    return succeed(c, { [version.linkField]: id });
  });

  addOpen(api, parts, version);
  for (const path of Object.values(paths)) api.all(path, refuse('method-not-allowed'));
  api.all('*', refuse('not-found'));
  return api;
}

/** The operations that need no credentials. */
function addOpen(api: Hono<Env>, { musicFolder, grey, now, divisions }: ApiParts, { paths }: Version): void {
  api.get(paths.music, async (c) =>
    succeed(c, await listTracks(musicFolder, `http://${c.req.header('host') ?? ''}`)),
  );

  api.get(paths.time, (c) => succeed(c, timeFormats(now())));

  api.get(paths.grayscale, (c) => succeed(c, grey));

  api.get(paths.divisions, async (c) => answerPrepared(c, await divisions(c.req.queries('code') ?? [])));
}

/** A handler that refuses whatever comes. */
export function refuse(failure: 'method-not-allowed' | 'not-found') {
  return (): never => {
    throw new Refusal(failure);
  };
}
