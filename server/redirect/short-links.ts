import type { Context, Hono } from 'hono';
import { answerError, answerSuccess, ApiError, type Env } from '../api/envelopes.ts';
import { findInOtherCase, shortLinkIn } from '../store/identifiers.ts';
import { isGone, redirectHeaders, redirectOf, withQuery } from './redirect-of.ts';
import { requestOrigin } from '../config/hosts.ts';
import { createAttemptCounts, networkOf } from '../api/failed-attempts.ts';
import type { AppDeps } from '../deps.ts';
import { createNotices } from '../config/log.ts';
import { answerBoth, answerPage, prefersPage } from '../pages/pages.ts';
import {
  gonePage,
  maxOpensPage,
  missingPage,
  previewPage,
  tooManyMissesPage,
  unavailablePages,
  usedUpPage,
} from '../pages/link-pages.ts';
import { openRequestOf } from './opens.ts';
import type { StoredLink } from '../store/contract.ts';
import { namedVersion } from '../api/versions.ts';

/** Every path that no other route has. */
export const anyPath = '/:linkID{[^]+}';

/**
 * How often a client address may ask for links that do not exist: more than an office behind one address mistypes. Endings that
 * people chose are words, which a program could guess.
 */
const missLimit = { max: 60, window: 60_000 };

/** Adds the routes of short links. */
export function addShortLinkRoutes(app: Hono<Env>, deps: AppDeps): void {
  const { store, now, countOpen, log } = deps;
  const { publicOrigin, contact, forwardQuery } = deps.configuration;
  const seconds = () => now() / 1000;
  const find = (id: string) => store.findLink(id, seconds());
  const lookUp = async ({ env }: Context<Env>, id: string) => {
    const lookedUp = env.lookedUp ?? { link: await find(id) };
    if ('error' in lookedUp) throw lookedUp.error;
    return lookedUp.link ?? findInOtherCase(id, find, store);
  };
  const searchOf = (c: Context<Env>) => (forwardQuery ? new URL(c.req.url).search : '');

  const misses = createAttemptCounts([missLimit]);
  const notice = createNotices(log.notice, now, missLimit.window);

  /** The answer for a name that is no link's. Above the limit only these are refused: links that exist work for all clients. */
  const answerCountedMiss = (c: Context<Env>): Response => {
    const wait = misses.add(c.env.client, now());
    if (wait === 0) return answerMissing(c, 'link-does-not-exist');
    const client = networkOf(c.env.client);
    notice(
      `${client} asked for more than ${missLimit.max} short links within a minute that do not exist; further ones are answered with 429.`,
    );

    const refusal = new ApiError('too-many-requests', { retryAfter: Math.ceil(wait / 1000) });
    return answerBoth(c, refusal, tooManyMissesPage, 429);
  };

  /** The answer for a link that does not redirect: it is missing, gone or used up, or it has a limit and its own page. */
  const answerWithoutRedirect = (c: Context<Env>, found: StoredLink | undefined): Response => {
    if (!found) return answerCountedMiss(c);
    const isUsedUp = found.maxOpens !== null && found.opens >= found.maxOpens;
    if (!isGone(found, seconds()) && !isUsedUp) return answerPage(c, maxOpensPage(found), 200);

    const page = isGone(found, seconds()) ? gonePage(found, contact) : usedUpPage(contact);
    return answerBoth(c, new ApiError('link-does-not-exist'), page, 410);
  };

  app.get(anyPath, async (c) => {
    const { pathname } = new URL(c.req.url);
    const meant = shortLinkIn(pathname);
    if (!meant && /.\//.test(pathname)) return answerMissing(c, 'not-found');
    const { isPreview = false } = meant ?? {};
    c.env.operation = isPreview ? 'preview' : 'redirect';
    if (!meant) return answerMissing(c, 'link-does-not-exist');
    const found = await lookUp(c, meant.id);
    const headers = found && redirectOf(found, seconds(), c.env.commonHeaders, searchOf(c));
    if (!headers) {
      // A link with a limit has no preview: where it leads is shown to those who open it.
      if (isPreview && found && !isGone(found, seconds())) return answerCountedMiss(c);
      return answerWithoutRedirect(c, found);
    }
    if (!isPreview) {
      if (c.req.method === 'GET') countOpen?.(found.id, openRequestOf(c.req.header.bind(c.req)));
      return new Response(null, { status: 302, headers });
    }

    const { id, link, expiresAt } = found;
    if (!prefersPage(c)) return answerSuccess(c, { linkID: id, link, validity: expiresAt });
    const origin = requestOrigin(c.req.header('host') ?? '', publicOrigin);
    return answerPage(c, previewPage(found, origin), 200);
  });

  app.post(anyPath, async (c) => {
    const meant = shortLinkIn(new URL(c.req.url).pathname);
    c.env.operation = 'open';
    const found = meant && (await lookUp(c, meant.id));
    // Else a program could guess links by this method without being counted.
    if (meant && !found) return answerCountedMiss(c);
    if (!found || found.maxOpens === null) throw new ApiError('method-not-allowed');
    // Only the button of this service's own page opens a link: a scanner or another site cannot use it up.
    const origin = requestOrigin(c.req.header('host') ?? '', publicOrigin);
    if (c.req.header('origin') !== origin) throw new ApiError('permission-denied');

    const opened = await store.openLink(found.id, seconds());
    if (!opened) return answerWithoutRedirect(c, { ...found, opens: found.maxOpens });
    const headers = redirectHeaders(withQuery(opened.link, searchOf(c)), c.env.commonHeaders);
    return new Response(null, { status: 303, headers });
  });
}

/** Answers that there is no such link or page. */
export const answerMissing = (c: Context<Env>, label: 'link-does-not-exist' | 'not-found'): Response =>
  answerBoth(c, new ApiError(label), missingPage, 404);

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
  const page = unavailablePages[c.env.operation === 'connect' ? 'connect' : 'link'];
  return label === 'upstream-not-available'
    ? answerBoth(c, new ApiError(label, { retryAfter }), page, 503)
    : answerBoth(c, new ApiError(label), page, 500);
}
