import type { Context, Hono } from 'hono';
import { linkId } from '../lib/api/contract.ts';
import { answerError, answerSuccess, ApiError, type Env } from './envelopes.ts';
import { isGone, redirectHeaders, redirectsAtOnce } from './links.ts';
import { type OwnNames, requestOrigin } from './hosts.ts';
import { answerPage, missingPage, prefersPage, unavailablePages } from './pages.ts';
import { gonePage, limitPage, previewPage, usedUpPage } from './link-pages.ts';
import type { OpenCounter, OpenRequest } from './opens.ts';
import type { RequestStore, StoredLink } from './store/contract.ts';
import { namedVersion } from './versions.ts';

export interface ShortLinkOptions extends Pick<OwnNames, 'publicOrigin'> {
  store: RequestStore;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Where people who follow an expired link can ask, an e-mail address or a web page; empty without one. */
  contact: string;
  /** Counts a redirect; undefined if the operator does not want opens to be counted. */
  countOpen?: OpenCounter['count'] | undefined;
}

/** Adds the routes of short links. */
export function addShortLinkRoutes(app: Hono<Env>, options: ShortLinkOptions): void {
  const { store, now, publicOrigin = '', contact, countOpen } = options;
  const seconds = () => now() / 1000;
  const lookUp = (id: string) => (linkId.safeParse(id).success ? store.findLink(id, seconds()) : undefined);

  /** The answer for a link that does not redirect: it is missing, gone or used up, or it has a limit and its own page. */
  const answerWithoutRedirect = (c: Context<Env>, found: StoredLink | undefined): Response => {
    if (!found) return answerMissing(c, 'link-does-not-exist');
    const isUsedUp = found.maxOpens !== null && found.opens >= found.maxOpens;
    if (!isGone(found, seconds()) && !isUsedUp) return answerPage(c, limitPage(found), 200);
    if (!prefersPage(c)) return answerMissing(c, 'link-does-not-exist');

    c.env.failure = 'link-does-not-exist';
    return answerPage(c, isGone(found, seconds()) ? gonePage(found, contact) : usedUpPage(contact), 410);
  };

  app.get('/:linkID', async (c) => {
    const name = c.req.param('linkID');
    const isPreview = name.endsWith('+');
    c.env.operation = isPreview ? 'preview' : 'redirect';
    const { pendingLookup } = c.env;
    const found = await (pendingLookup ? pendingLookup.found : lookUp(isPreview ? name.slice(0, -1) : name));

    if (!found || !redirectsAtOnce(found, seconds())) {
      // A link with a limit has no preview: where it leads is shown to those who open it.
      const hasNoPreview = isPreview && found && !isGone(found, seconds());
      return answerWithoutRedirect(c, hasNoPreview ? undefined : found);
    }
    if (!isPreview) {
      if (c.req.method === 'GET') countOpen?.(found.id, openRequestOf(c));
      return new Response(null, { status: 302, headers: redirectHeaders(found.link, c.env.commonHeaders) });
    }

    const { id, link, expiresAt } = found;
    if (!prefersPage(c)) return answerSuccess(c, { linkID: id, link, validity: expiresAt });
    const origin = requestOrigin(c.req.header('host') ?? '', { publicOrigin });
    return answerPage(c, previewPage(found, origin), 200);
  });

  app.post('/:linkID', async (c) => {
    const id = c.req.param('linkID');
    c.env.operation = 'open';
    const found = await lookUp(id);
    if (!found || found.maxOpens === null) throw new ApiError('method-not-allowed');
    // Only the button of this service's own page opens a link: a scanner or another site cannot use it up.
    const origin = requestOrigin(c.req.header('host') ?? '', { publicOrigin });
    if (c.req.header('origin') !== origin) throw new ApiError('permission-denied');

    const opened = await store.openLink(id, seconds());
    if (!opened) return answerWithoutRedirect(c, { ...found, opens: found.maxOpens });
    return new Response(null, { status: 303, headers: redirectHeaders(opened.link, c.env.commonHeaders) });
  });
}

function openRequestOf({ req }: Context<Env>): OpenRequest {
  return { agent: req.header('user-agent'), purpose: req.header('sec-purpose') ?? req.header('purpose') };
}

/** Answers browsers with HTTP 404 and a page, and programs with an envelope. */
export function answerMissing(c: Context<Env>, label: 'link-does-not-exist' | 'not-found'): Response {
  c.env.failure = label;
  return prefersPage(c) ? answerPage(c, missingPage, 404) : answerError(c, new ApiError(label));
}

/** Seconds: an outage of a database, and what a person is asked to wait. */
const retryAfter = 60;

/**
 * Answers a request that has failed, and not by the client's fault. Outside of the API, the HTTP status says so, too, and browsers
 * get a page.
 */
export function answerFault(
  c: Context<Env>,
  label: 'upstream-not-available' | 'internal-server-error',
): Response {
  if (namedVersion(c.req.path)) return answerError(c, new ApiError(label));
  c.env.failure = label;
  const isOutage = label === 'upstream-not-available';
  const status = isOutage ? 503 : 500;
  const page = unavailablePages[c.env.operation === 'connect' ? 'connect' : 'link'];
  const response = prefersPage(c) ? answerPage(c, page, status) : answerError(c, new ApiError(label), status);
  if (isOutage) response.headers.set('retry-after', String(retryAfter));
  return response;
}
