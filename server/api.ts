import { Hono, type MiddlewareHandler } from 'hono';
import { checkSize, checkType, readAddRequest } from './add-request.ts';
import { answerCached } from './cached-answer.ts';
import { applicationOfToken, authenticate, issueToken } from './credentials.ts';
import type { createDivisions } from './divisions.ts';
import { answerSuccess, ApiError, type Env } from './envelopes.ts';
import { type createAttemptLimiter, refuseFor } from './failed-attempts.ts';
import type { GrayscaleTimes } from './grayscale.ts';
import { isTrustedOrigin, type OwnNames, requestOrigin } from './hosts.ts';
import { checkLink, checkValidity, createLink } from './links.ts';
import { listTracks } from './music.ts';
import { readBearerToken, readCredentials } from './request-credentials.ts';
import type { Application, RequestStore } from './store/contract.ts';
import { timeFormats } from './time.ts';
import type { Version } from './versions.ts';

export interface ApiOptions extends OwnNames {
  store: RequestStore;
  /** Folder with tracks.json and the files that it lists. */
  musicFolder: string;
  /** When pages are shown in grayscale. */
  grayscale: GrayscaleTimes;
  /** Milliseconds since 1970. */
  now: () => number;
  /** A new random identifier for a short link. */
  makeId: () => string;
}

/** The options, and what all versions of the contract share. */
export interface ApiDeps extends ApiOptions {
  limitAttempts: ReturnType<typeof createAttemptLimiter>;
  divisions: ReturnType<typeof createDivisions>;
}

/** The operations of one version of the contract. They throw ApiError for a request that they refuse. */
export function createApi(deps: ApiDeps, version: Version): Hono<Env> {
  const { paths } = version;
  const api = new Hono<Env>();

  const operations = new Map<string, string>(
    Object.entries(paths).map(([name, path]) => [version.base + path, name]),
  );

  api.use(async (c, next) => {
    c.env.operation = operations.get(c.req.path) ?? 'other';
    if (!isTrustedOrigin(c.req.header('origin'), deps)) throw new ApiError('permission-denied');
    await next();
  });

  addAuthorizedOperations(api, deps, version);
  addPublicOperations(api, deps, version);

  for (const path of Object.values(paths)) api.all(path, refuse('method-not-allowed'));
  api.all('*', refuse('not-found'));
  return api;
}

/** Get token, which needs SecretID and SecretKey, and Add, which needs a token. */
function addAuthorizedOperations(api: Hono<Env>, deps: ApiDeps, version: Version): void {
  const { store, allowedHosts, limitAttempts, makeId, now } = deps;
  const { paths } = version;
  const seconds = () => now() / 1000;

  // Counts only calls with valid credentials: the limits of an application would show that its SecretID exists.
  const countCall = async ({ secretId, ...limits }: Application, operation: 'token' | 'add') => {
    refuseFor(await store.takeCall({ secretId, operation, limits }, seconds()));
  };

  api.get(paths.token, async (c) => {
    const credentials = readCredentials(c.req.raw.headers);
    const application = await limitAttempts(c.env.client, now(), () => authenticate(store, credentials));
    await countCall(application, 'token');
    return answerSuccess(c, { token: await issueToken(store, application.secretId, seconds()) });
  });

  const authorize: MiddlewareHandler<Env> = async (c, next) => {
    const application = await applicationOfToken(store, readBearerToken(c.req.raw.headers), seconds());
    await countCall(application, 'add');
    c.set('application', application);
    await next();
  };

  api.post(paths.add, authorize, checkType, checkSize, async (c) => {
    const fields = await readAddRequest(c, version);
    const link = checkLink(fields.link, allowedHosts);
    const expiresAt = checkValidity(fields.validity, seconds());

    const { secretId } = c.get('application');
    const id = await createLink(store, { link, expiresAt, secretId, now: seconds(), makeId });
    return answerSuccess(c, { [version.linkField]: id });
  });
}

/** The operations that need no credentials. */
function addPublicOperations(
  api: Hono<Env>,
  { musicFolder, grayscale, now, divisions, publicOrigin = '' }: ApiDeps,
  { paths }: Version,
): void {
  api.get(paths.music, async (c) => {
    const origin = requestOrigin(c.req.header('host') ?? '', { publicOrigin });
    return answerSuccess(c, await listTracks(musicFolder, origin));
  });

  api.get(paths.time, (c) => answerSuccess(c, timeFormats(now())));

  api.get(paths.grayscale, (c) => answerSuccess(c, grayscale));

  api.get(paths.divisions, async (c) => answerCached(c, await divisions(c.req.queries('code') ?? [])));
}

/** A handler that refuses every request. */
export function refuse(label: 'method-not-allowed' | 'not-found') {
  return (): never => {
    throw new ApiError(label);
  };
}
