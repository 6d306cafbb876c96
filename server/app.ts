import { randomUUID } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { getPath } from 'hono/utils/url';
import { linkId } from '../lib/api/contract.ts';
import { languageFor, prefersHtml } from './accept.ts';
import { fail, failureEnvelope, Refusal, type Env } from './answers.ts';
import { type ApiOptions, createApi, refuse } from './api.ts';
import { createDivisions } from './divisions.ts';
import { createLimiter } from './limits.ts';
import { locationOf } from './links.ts';
import { mediaFile } from './media.ts';
import { endedPage, type Page, pagePolicy, runningPage } from './pages.ts';
import { StoreBusyError } from './store.ts';
import { versionOf, versions } from './versions.ts';

export interface AppOptions extends ApiOptions {
  /** Told of every failure that is the service's own fault. */
  report: (error: Error, requestId: string) => void;
}

/** The whole service as a function from Request to Response; needs no socket. */
export interface App {
  fetch: (request: Request) => Response | Promise<Response>;
}

export function createApp(options: AppOptions): App {
  const { allowedHosts, now } = options;
  const routes = createRoutes(options);
  return {
    fetch: (request) => {
      const requestId = randomUUID();
      const always = {
        'x-request-id': requestId,
        date: new Date(now()).toUTCString(),
        'x-content-type-options': 'nosniff',
      };
      if (allowedHosts.has(request.headers.get('host')?.toLowerCase() ?? '')) {
        return routes.fetch(request, { requestId, always });
      }
      // Not the contract's 200: this request was meant for some other server.
      const version = versionOf(getPath(request));
      return Response.json(failureEnvelope('permission-denied', { version }), {
        status: 421,
        headers: always,
      });
    },
  };
}

function createRoutes(options: AppOptions): Hono<Env> {
  const { store, musicFolder, now, report } = options;
  const app = new Hono<Env>();
  // One limiter for all versions: the same operation counts once, whatever version it is called by.
  const parts = { ...options, limiter: createLimiter(), divisions: createDivisions() };
  for (const version of versions) app.route(version.base, createApi(parts, version));

  app.get('/', (c) => showPage(c, runningPage, 200));

  app.get('/music/:file', async (c) => {
    const file = await mediaFile(c, musicFolder, c.req.param('file'));
    // A player has to see an error, so that it moves on to the next track.
    return file ?? fail(c, new Refusal('not-found'), 404);
  });

  app.get('/:linkID', async (c) => {
    const id = c.req.param('linkID');
    const link = linkId.safeParse(id).success ? await store.link(id, now() / 1000) : undefined;
    if (link === undefined) return missing(c, 'link-does-not-exist');
    const headers = { ...c.env.always, location: locationOf(link), 'cache-control': 'no-store' };
    return new Response(null, { status: 302, headers });
  });

  for (const path of ['/', '/music/:file', '/:linkID']) app.all(path, refuse('method-not-allowed'));
  app.notFound((c) => missing(c, 'not-found'));
  app.onError((error, c) => {
    if (error instanceof Refusal) return fail(c, error);
    report(error, c.env.requestId);
    return fail(
      c,
      new Refusal(error instanceof StoreBusyError ? 'upstream-not-available' : 'internal-server-error'),
    );
  });
  return app;
}

/** What is not there: a page for a person, so that a browser knows it as missing; an envelope for a program. */
function missing(c: Context<Env>, failure: 'link-does-not-exist' | 'not-found'): Response {
  return prefersHtml(c.req.header('accept')) ? showPage(c, endedPage, 404) : fail(c, new Refusal(failure));
}

function showPage(c: Context<Env>, page: Page, status: 200 | 404): Response {
  const language = languageFor(c.req.header('accept-language'));
  const headers = {
    ...c.env.always,
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    vary: 'accept, accept-language',
    'content-security-policy': pagePolicy,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
  return new Response(page[language], { status, headers });
}
