import { Hono, type Context } from 'hono';
import { getPath } from 'hono/utils/url';
import { linkId } from '../lib/api/contract.ts';
import { type ApiOptions, createApi, refuse } from './api.ts';
import { createCommonHeaders } from './common-headers.ts';
import { createDivisions } from './divisions.ts';
import { answerError, ApiError, type Env, errorEnvelope } from './envelopes.ts';
import type { AnsweredRequest } from './operation/answered-request.ts';
import { createAttemptLimiter } from './failed-attempts.ts';
import { redirectHeaders } from './links.ts';
import { mediaFile } from './media.ts';
import { languageFor, missingPage, type Page, pagePolicy, prefersHtml, runningPage } from './pages.ts';
import { type BegunLookup, StoreUnavailableError } from './store/contract.ts';
import { versionOf, versions } from './versions.ts';

export interface AppOptions extends ApiOptions {
  /** Called with every error that is not the client's. */
  report: (error: Error, requestId: string) => void;
  /** Called with every answered request. */
  observe?: ((request: AnsweredRequest) => void) | undefined;
}

/** The whole service as a function from Request to Response, without a socket. */
export interface App {
  /** `client` is the address that the request came from; `begun` the look-up of its short link, if it has begun. */
  fetch: (request: Request, client?: string, begun?: BegunLookup) => Response | Promise<Response>;
}

export function createApp(options: AppOptions): App {
  const { allowedHosts, now } = options;
  const routes = createRoutes(options);
  const createHeaders = createCommonHeaders(now);

  return {
    fetch: (request, client = '', begun) => {
      const commonHeaders = createHeaders();

      if (allowedHosts.has(request.headers.get('host')?.toLowerCase() ?? '')) {
        const bindings: Env['Bindings'] = {
          requestId: commonHeaders['x-request-id'],
          commonHeaders,
          client,
          begun,
        };
        return observed(options, bindings, () => routes.fetch(request, bindings));
      }

      // HTTP 421 and not the contract's 200: the request was meant for another server.
      const version = versionOf(getPath(request));
      return Response.json(errorEnvelope('permission-denied', { version }), {
        status: 421,
        headers: commonHeaders,
      });
    },
  };
}

/** The response of `answer`, of which `observe` hears if there is one. */
function observed(
  { observe }: AppOptions,
  bindings: Env['Bindings'],
  answer: () => Response | Promise<Response>,
): Response | Promise<Response> {
  if (!observe) return answer();

  const began = performance.now();
  return Promise.resolve(answer()).then((response) => {
    const { operation = 'other', failure = 'success' } = bindings;
    observe({ operation, outcome: failure, seconds: (performance.now() - began) / 1000 });
    return response;
  });
}

function createRoutes(options: AppOptions): Hono<Env> {
  const { store, musicFolder, now, report } = options;
  const app = new Hono<Env>();

  // All versions share the limiter: an attempt counts, whatever version it uses.
  const deps = { ...options, limitAttempts: createAttemptLimiter(), divisions: createDivisions() };
  for (const version of versions) app.route(version.base, createApi(deps, version));

  app.get('/', (c) => answerPage(c, runningPage, 200));

  app.get('/music/:file', async (c) => {
    c.env.operation = 'media';
    const file = await mediaFile(c, musicFolder, c.req.param('file'));
    // A player needs the true status to skip to the next track.
    return file ?? answerError(c, new ApiError('not-found'), 404);
  });

  app.get('/:linkID', async (c) => {
    const id = c.req.param('linkID');
    c.env.operation = 'redirect';
    const lookUp = () => (linkId.safeParse(id).success ? store.findLink(id, now() / 1000) : undefined);
    const found = await (c.env.begun ? c.env.begun.found : lookUp());
    if (found === undefined) return answerMissing(c, 'link-does-not-exist');
    return new Response(null, { status: 302, headers: redirectHeaders(found.link, c.env.commonHeaders) });
  });

  for (const path of ['/', '/music/:file', '/:linkID']) app.all(path, refuse('method-not-allowed'));
  app.notFound((c) => answerMissing(c, 'not-found'));
  app.onError((error, c) => {
    if (error instanceof ApiError) return answerError(c, error);

    report(error, c.env.requestId);
    const label = error instanceof StoreUnavailableError ? 'upstream-not-available' : 'internal-server-error';
    return answerError(c, new ApiError(label));
  });
  return app;
}

/** Answers browsers with HTTP 404 and a page, and programs with an envelope. */
function answerMissing(c: Context<Env>, label: 'link-does-not-exist' | 'not-found'): Response {
  c.env.failure = label;
  if (prefersHtml(c.req.header('accept'))) return answerPage(c, missingPage, 404);
  return answerError(c, new ApiError(label));
}

function answerPage(c: Context<Env>, page: Page, status: 200 | 404): Response {
  const language = languageFor(c.req.header('accept-language'));
  const headers = {
    ...c.env.commonHeaders,
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    vary: 'accept, accept-language',
    'content-security-policy': pagePolicy,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  };
  return new Response(page[language], { status, headers });
}
