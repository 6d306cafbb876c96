import type { Context, Hono } from 'hono';
import { linkId } from '../lib/api/contract.ts';
import { answerError, answerSuccess, ApiError, type Env } from './envelopes.ts';
import { isGone, redirectHeaders, redirectsAtOnce } from './links.ts';
import { type OwnNames, requestOrigin } from './hosts.ts';
import { createAttemptCounts, networkOf } from './failed-attempts.ts';
import { createNotices } from './log.ts';
import { answerPage, missingPage, prefersPage, tooManyMissesPage } from './pages.ts';
import { gonePage, limitPage, previewPage, usedUpPage } from './link-pages.ts';
import { type OpenCounter, openRequestOf } from './opens.ts';
import type { RequestStore, StoredLink } from './store/contract.ts';

export interface ShortLinkOptions extends Pick<OwnNames, 'publicOrigin'> {
  store: RequestStore;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Where people who follow an expired link can ask, an e-mail address or a web page; empty without one. */
  contact: string;
  /** Counts a redirect; undefined if the operator does not want opens to be counted. */
  countOpen?: OpenCounter['count'] | undefined;
  /** Writes a line into the log. */
  log: (line: string) => void;
}

/**
 * How often a client address may ask for links that do not exist: more than an office behind one address mistypes. Endings that
 * people chose are words, which a program could guess.
 */
const missLimit = { max: 60, window: 60_000 };

/** Adds the routes of short links. */
export function addShortLinkRoutes(app: Hono<Env>, options: ShortLinkOptions): void {
  const { store, now, publicOrigin = '', contact, countOpen, log } = options;
  const seconds = () => now() / 1000;
  const lookUp = (id: string) => (linkId.safeParse(id).success ? store.findLink(id, seconds()) : undefined);

  const misses = createAttemptCounts([missLimit]);
  const notice = createNotices({ write: log, now, interval: missLimit.window });

  /** The answer for a name that is no link's. Above the limit only these are refused: links that exist work for all clients. */
  const answerMiss = (c: Context<Env>): Response => {
    const wait = misses.add(c.env.client, now());
    if (wait === 0) return answerMissing(c, 'link-does-not-exist');
    const client = networkOf(c.env.client);
    notice(
      `${client} asked for more than ${missLimit.max} short links within a minute that do not exist; further ones are answered with 429.`,
    );

    const refusal = new ApiError('too-many-requests', { retryAfter: Math.ceil(wait / 1000) });
    if (!prefersPage(c)) return answerError(c, refusal, 429);
    c.env.failure = refusal.label;
    const page = answerPage(c, tooManyMissesPage, 429);
    page.headers.set('retry-after', String(refusal.retryAfter));
    return page;
  };

  /** The answer for a link that does not redirect: it is missing, gone or used up, or it has a limit and its own page. */
  const answerWithoutRedirect = (c: Context<Env>, found: StoredLink | undefined): Response => {
    if (!found) return answerMiss(c);
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
      if (c.req.method === 'GET') countOpen?.(found.id, openRequestOf(c.req.header.bind(c.req)));
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

/** Answers browsers with HTTP 404 and a page, and programs with an envelope. */
export function answerMissing(c: Context<Env>, label: 'link-does-not-exist' | 'not-found'): Response {
  c.env.failure = label;
  return prefersPage(c) ? answerPage(c, missingPage, 404) : answerError(c, new ApiError(label));
}
