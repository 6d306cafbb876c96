import { Hono, type MiddlewareHandler } from 'hono';
import {
  applicationOfToken,
  authenticate,
  issueToken,
  readBearerToken,
  readCredentials,
} from './credentials.ts';
import { createDivisions } from './divisions.ts';
import {
  answerError,
  answerSuccess,
  ApiError,
  commonHeadersAt,
  type Env,
  type LookedUp,
  refuse,
} from './envelopes.ts';
import { createAttemptLimiter, refuseFor } from './failed-attempts.ts';
import { isTrustedOrigin, plainHost, requestOrigin } from '../config/hosts.ts';
import { checkSize, checkType, createLink, readNewLink } from './links.ts';
import { misdirectedPage, originPage, runningPage } from '../pages/link-pages.ts';
import { addLinkRoutes, featuresOf } from './manage.ts';
import { createNotices } from '../config/log.ts';
import { listTracks, mediaName, serveMedia } from './music.ts';
import { answerBoth, answerPage } from '../pages/pages.ts';
import { addShortLinkRoutes, answerFault, answerMissing, anyPath } from '../redirect/short-links.ts';
import { redirectHeaders } from '../redirect/redirect-of.ts';
import type { AppDeps } from '../deps.ts';
import { printable } from '../config/errors.ts';
import { type Application, type CountedCall, StoreUnavailableError } from '../store/contract.ts';
import { namedVersion, type Version, versions } from './versions.ts';

export type App = ReturnType<typeof createApp>;

/** The whole service as a function from Request to Response, without a socket. */
export function createApp(deps: AppDeps) {
  const routes = createRoutes(deps);

  return {
    /** `client` is the address that the request came from, `lookedUp` what was found for its short link. */
    fetch: (request: Request, client = '', lookedUp?: LookedUp) =>
      routes.fetch(request, { commonHeaders: commonHeadersAt(deps.now()), client, lookedUp }),
  };
}

/** Milliseconds in which the log has one line for a host. */
const hostInterval = 3_600_000;

/** Answers requests that were meant for another server: by HTTP 421 in place of the contract's 200. */
function checkHosts({ allowedHosts, log, now }: AppDeps): MiddlewareHandler<Env> {
  const notice = createNotices(log.notice, now, hostInterval);
  const accepted = [...allowedHosts].slice(0, 8).join(', ');

  return async (c, next) => {
    // The target of a request may be a whole address, with another host than that of the header.
    const [, target = ''] = /^https?:\/\/([^/?#]*)/i.exec(c.req.url) ?? [];
    const named = [c.req.header('host') ?? '', target].map(plainHost);
    const strange = named.find((host) => !allowedHosts.has(host));
    if (strange === undefined) return next();

    notice(
      `A request for the host ${JSON.stringify(printable(strange).slice(0, 100))} was refused. This service answers to ${accepted}. If a proxy sent it, let the proxy pass the Host header on (nginx: proxy_set_header Host $http_host), or correct WAYLARK_PUBLIC_ORIGIN.`,
    );
    return answerBoth(c, new ApiError('permission-denied'), misdirectedPage, 421);
  };
}

/**
 * Short links stay open: messengers heed this file before they show what a link leads to, and a page that may not be fetched
 * cannot say that it is not to be indexed.
 */
const robots = 'User-agent: *\nDisallow: /v3/\nDisallow: /v3.1/\n';

/** The routes of the service, which the document at /openapi.json describes. */
export function createRoutes(deps: AppDeps): Hono<Env> {
  const { musicFolder, report, observe } = deps;
  const { publicOrigin, contact, root } = deps.configuration;
  const app = new Hono<Env>();
  app.use(async ({ env }, next) => {
    const began = performance.now();
    await next();
    const { operation = 'other', failure = 'success' } = env;
    observe?.({ operation, outcome: failure, seconds: (performance.now() - began) / 1000 });
  });
  app.use(checkHosts(deps));

  // All versions share the limiter: an attempt counts, whatever version it uses.
  const shared = { ...deps, limitAttempts: createAttemptLimiter(), divisions: createDivisions() };
  for (const version of versions) app.route(version.base, createApi(shared, version));

  app.get('/', (c) => {
    const { commonHeaders } = c.env;
    if (root !== '')
      return new Response(null, { status: 302, headers: redirectHeaders(root, commonHeaders) });
    return answerPage(c, publicOrigin === '' ? runningPage : originPage(contact), 200);
  });

  app.get('/robots.txt', (c) => {
    return new Response(robots, {
      headers: { ...c.env.commonHeaders, 'content-type': 'text/plain; charset=utf-8' },
    });
  });

  app.get('/openapi.json', async (c) => {
    const { openApiDocument } = await import('./openapi.ts');
    return Response.json(openApiDocument, { headers: c.env.commonHeaders });
  });

  // A player needs the true status of a missing file to skip to the next track.
  app.get(`/music/:file{${mediaName}}`, serveMedia(musicFolder), (c) =>
    answerError(c, new ApiError('not-found'), 404),
  );

  deps.addSignIn?.(app);
  addShortLinkRoutes(app, deps);

  for (const path of ['/', '/openapi.json', '/robots.txt', '/music/:file', anyPath])
    app.all(path, refuse('method-not-allowed'));
  app.notFound((c) => answerMissing(c, 'not-found'));
  app.onError((error, c) => {
    if (error instanceof ApiError) {
      if (namedVersion(c.req.path)) return answerError(c, error);
      return answerError(c, error, error.label === 'method-not-allowed' ? 405 : 403);
    }

    report(error, c.env.commonHeaders['x-request-id']);
    const label = error instanceof StoreUnavailableError ? 'upstream-not-available' : 'internal-server-error';
    return answerFault(c, label);
  });
  return app;
}

/** What the versions of the contract share. */
interface ApiDeps extends AppDeps {
  limitAttempts: ReturnType<typeof createAttemptLimiter>;
  divisions: ReturnType<typeof createDivisions>;
}

/** The operations of one version of the contract. They throw ApiError for a request that they refuse. */
function createApi(deps: ApiDeps, version: Version): Hono<Env> {
  const { store, allowedHosts, limitAttempts, makeId, now } = deps;
  const { publicOrigin } = deps.configuration;
  const { base, paths } = version;
  const operations = new Map(Object.entries(paths).map(([name, path]) => [base + path, name]));
  const seconds = () => now() / 1000;
  const api = new Hono<Env>();

  // Counts only calls with valid credentials: else "too many requests" would reveal which SecretIDs exist.
  const countCall = async (application: Application, operation: CountedCall['operation']) => {
    const { secretId, perSecond, perMinute } = application;
    const limits = { perSecond, perMinute };
    refuseFor(await store.countCall({ secretId, operation, limits }, seconds()));
  };

  const authorize = (operation: 'add' | 'manage'): MiddlewareHandler<Env> => {
    return async (c, next) => {
      c.env.operation = operation;
      const application = await applicationOfToken(store, readBearerToken(c.req.raw.headers), seconds());
      await countCall(application, operation);
      c.set('application', application);
      await next();
    };
  };

  api.use(async (c, next) => {
    c.env.operation = operations.get(c.req.path) ?? 'other';
    if (!isTrustedOrigin(c.req.header('origin'), allowedHosts, publicOrigin))
      throw new ApiError('permission-denied');
    await next();
  });

  api.get(paths.token, async (c) => {
    const credentials = readCredentials(c.req.raw.headers);
    const application = await limitAttempts(c.env.client, now(), () => authenticate(store, credentials));
    await countCall(application, 'token');
    const lifetime = await deps.checkPerson?.(application.secretId);
    const token = await issueToken(store, application, { now: seconds(), lifetime });
    return answerSuccess(c, { token, features: featuresOf(deps) });
  });

  api.post(paths.add, authorize('add'), checkType, checkSize, async (c) => {
    const link = await readNewLink(c, version, { hosts: allowedHosts, now: seconds() });
    const { secretId } = c.get('application');
    const id = await createLink(store, { ...link, secretId, now: seconds(), makeId });
    return answerSuccess(c, { [version.linkField]: id });
  });

  api.get(paths.music, async (c) => {
    const origin = requestOrigin(c.req.header('host') ?? '', publicOrigin);
    return answerSuccess(c, await listTracks(deps.musicFolder, origin));
  });

  api.get(paths.time, (c) => answerSuccess(c, timeFormats(now())));
  api.get(paths.grayscale, (c) => answerSuccess(c, deps.grayscaleTimes));
  api.get(paths.divisions, deps.divisions);

  for (const path of Object.values(paths)) api.all(path, refuse('method-not-allowed'));

  addLinkRoutes(api, deps, authorize('manage'), version);
  api.all('*', refuse('not-found'));
  return api;
}

/** `data` of Current time: Unix seconds with a fraction, and the same time in UTC in other formats. `now` in milliseconds. */
function timeFormats(now: number) {
  const date = new Date(now);
  const rfc1123 = date.toUTCString();
  const [weekday = '', day = '', month = '', year = '', time = ''] = rfc1123.replace(',', '').split(' ');
  const iso = date.toISOString();
  const rfc822 = `${day} ${month} ${year.slice(-2)} ${time.slice(0, 5)}`;

  return {
    timestamp: now / 1000,
    rfc1123,
    rfc1123z: `${weekday}, ${day} ${month} ${year} ${time} +0000`,
    rfc3339: `${iso.slice(0, 19)}Z`,
    rfc3339nano: iso,
    rfc822: `${rfc822} GMT`,
    rfc822z: `${rfc822} +0000`,
    rfc850: `${date.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })}, ${day}-${month}-${year.slice(-2)} ${time} GMT`,
  };
}
