import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';
import { addRequest } from '../lib/api/contract.ts';
import { ending, openLimit } from '../lib/api/links/contract.ts';
import { longestLink } from '../lib/url/contract.ts';
import { noExpiry } from '../lib/validity/contract.ts';
import { randomBase62, randomText } from './base62.ts';
import type { Alphabet } from './configuration.ts';
import { ApiError, type CommonHeaders, type Env } from './envelopes.ts';
import { isOwnShortLink } from './hosts.ts';
import type { NewLink, RequestStore, StoredLink } from './store/contract.ts';
import type { Version } from './versions.ts';

/** Identifiers to try before the service reports a fault: even one collision of ten random letters is unlikely. */
const maxAttempts = 5;

/** Returns a link that may be stored. Throws ApiError: Link Invalid. */
export function checkLink(link: unknown, hosts: ReadonlySet<string>): string {
  const text = addRequest.shape.link.safeParse(link);
  if (!text.success || linkProblem(text.data, hosts) !== undefined) throw new ApiError('link-invalid');
  return text.data;
}

/** Why a link may not be stored: it is no address that can be followed, or a short link of this service. */
export function linkProblem(link: string, hosts: ReadonlySet<string>): 'malformed' | 'own' | undefined {
  const url = link.length > longestLink ? null : parseLink(link);
  if (!url) return 'malformed';
  return isOwnShortLink(url, hosts) ? 'own' : undefined;
}

function parseLink(link: string): URL | null {
  // Control characters could end a header; SQLite stores text as UTF-8, which has no lone surrogates.
  if (!/^https?:\/\//i.test(link) || /[\p{Cc}\p{Cs}]/u.test(link)) return null;
  return URL.parse(link);
}

/**
 * Returns the Unix second at which a link expires. `now` in Unix seconds.
 *
 * @throws ApiError Validity Invalid, unless it is a future time of at most ten digits
 */
export function checkValidity(validity: unknown, now: number): number {
  const expiresAt = addRequest.shape.validity.safeParse(validity);
  if (!expiresAt.success || expiresAt.data <= now || expiresAt.data > noExpiry) {
    throw new ApiError('validity-invalid');
  }
  return expiresAt.data;
}

/** How often a link can be opened; undefined without a limit. Throws ApiError: Bad Request. */
export function checkLimit(limit: unknown): number | undefined {
  const checked = z.optional(openLimit).safeParse(limit);
  if (!checked.success) throw new ApiError('bad-request');
  return checked.data;
}

/**
 * Endings that are names of routes, of now and of what may come. Of versions, only the service address is one: what another
 * version has is below it, and YOURLS gives out v0 to v9.
 */
const reserved = /^(?:v3\d*|add|admin|api|connect|healthz|metrics|music|openapi|operator|readyz)$/i;

/**
 * The forms of random identifiers, by their alphabet. These are free again once their links are purged, so an ending may not
 * have such a form: else anyone could take over the short link of another. In readable ones each group has a letter and a digit,
 * unlike words and years.
 */
const randomForms: Record<Alphabet, RegExp> = {
  base62: /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[A-Za-z0-9]{8,}$/,
  readable: /^(?:(?=[^-]*[a-z])(?=[^-]*\d)[2-9a-hjkmnp-z]{4,5}(?:-|$)){2,}(?<!-)$/i,
};

/** One case, without characters that look alike: 0 and o, 1, i and l. */
const readable = '23456789abcdefghjkmnpqrstuvwxyz';

/** Random characters in groups of four or five. With a quarter more characters, there are as many identifiers as in base62. */
function readableId(length: number): string {
  const count = Math.ceil(length * 1.25);
  const groups = Math.floor(count / 4);
  const sizes = Array.from({ length: groups }, (_, at) => Math.floor((count + at) / groups));
  return sizes.map((size) => randomText(size, readable)).join('-');
}

/** A random identifier that is as hard to guess as `length` letters and digits. No ending can have its form. */
export function randomLinkId(length: number, alphabet: Alphabet): string {
  const create = { base62: randomBase62, readable: readableId }[alphabet];
  for (;;) {
    const id = create(length);
    if (randomForms[alphabet].test(id)) return id;
  }
}

export const isReserved = (id: string): boolean => reserved.test(id);

/** Whether an identifier has the form of a random one. */
export const isRandom = (id: string): boolean => Object.values(randomForms).some((form) => form.test(id));

/** The identifier that a person chooses; undefined without one. Throws ApiError: Bad Request, Ending Taken. */
export function checkEnding(requested: unknown): string | undefined {
  const checked = z.optional(ending).safeParse(requested);
  if (!checked.success) throw new ApiError('bad-request');
  const id = checked.data;
  if (id !== undefined && (isReserved(id) || isRandom(id))) throw new ApiError('ending-taken');
  return id;
}

/**
 * The Location header of a redirect to `link`: the link itself if a header can carry it, otherwise the same address
 * percent-encoded as a browser does it.
 *
 * @throws TypeError for anything but an http or https address
 */
export function locationOf(link: string): string {
  if (/^https?:\/\/[\x21-\x7e]+$/i.test(link)) return link;

  const { href, protocol } = new URL(link);
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError('Only http and https links are followed.');
  }
  return href;
}

/** All headers of a redirect to `link`; `common` are those of every response. Throws TypeError as `locationOf` does. */
export function redirectHeaders(link: string, common: CommonHeaders): Record<string, string> {
  return { ...common, location: locationOf(link), 'cache-control': 'no-store' };
}

/** Whether a link has expired or was removed. `now` in Unix seconds; the clock that removed a link may have been ahead of it. */
export function isGone({ expiresAt, removedAt }: StoredLink, now: number): boolean {
  return removedAt !== null || expiresAt <= now;
}

/** Whether an operator has revoked a link: it has lost its address. */
export function isRevoked({ link }: StoredLink): boolean {
  return link === '';
}

/** Whether everyone who follows a link is redirected at once. `now` in Unix seconds. */
export function redirectsAtOnce(link: StoredLink, now: number): boolean {
  return link.maxOpens === null && !isGone(link, now);
}

interface LinkRequest extends Omit<NewLink, 'id' | 'isEnding'> {
  /** The identifier that a person chooses. */
  ending?: string | undefined;
  /** Unix seconds. */
  now: number;
  makeId: () => string;
}

/**
 * Stores a link and returns its identifier: the ending, or a new one.
 *
 * @throws ApiError No Package Available, Application Not Found, Ending Taken
 */
export async function createLink(
  store: RequestStore,
  { now, makeId, ending: chosenId, ...link }: LinkRequest,
): Promise<string> {
  const add = async (id: string, isEnding: boolean): Promise<boolean> => {
    const outcome = await store.addLink({ id, ...link, isEnding }, now);
    if (outcome === 'no-package') {
      // The packages of an application that was revoked are gone at once; its token is refused some seconds later.
      const isThere = (await store.findApplication(link.secretId)) !== undefined;
      throw new ApiError(isThere ? 'no-package-available' : 'application-not-found');
    }
    return outcome === 'added';
  };

  if (chosenId !== undefined) {
    if (await add(chosenId, true)) return chosenId;
    throw new ApiError('ending-taken');
  }
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const id = makeId();
    if (await add(id, false)) return id;
  }
  throw new Error(`No free identifier in ${maxAttempts} attempts.`);
}

/** Bytes. */
const maxSize = 64 * 1024;

/** Any JSON object: the contract's fields are checked one by one later, since each has its own error. */
const linkBody = z.object({
  link: z.optional(z.unknown()),
  validity: z.optional(z.unknown()),
  limit: z.optional(z.unknown()),
  ending: z.optional(z.unknown()),
});

/**
 * Refuses types that do not announce JSON. Programs may send JSON as plain text or without a type, as at the public
 * service. A request with an Origin comes from a browser, where a form can send plain text without a preflight: it
 * needs application/json.
 */
export const checkType: MiddlewareHandler<Env> = async (c, next) => {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const isFromBrowser = c.req.header('origin') !== undefined;
  const accepted = isFromBrowser ? ['application/json'] : ['application/json', 'text/plain', ''];

  if (!accepted.includes(type)) throw new ApiError('unsupported-media-type');
  await next();
};

/**
 * Refuses larger bodies as Link Too Long: only an overlong link makes a body of Add that large, such as one of 22,000 Chinese
 * characters.
 */
export const checkSize: MiddlewareHandler<Env> = async (c, next) => {
  try {
    // What fails in `next` is not thrown here: hono has answered it already.
    return await limitSize(c, next);
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('incomplete-request');
  }
};

const limitSize = bodyLimit({
  maxSize,
  onError: () => {
    throw new ApiError('link-too-long');
  },
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What Missing Parameter echoes of a field: no objects and arrays, since deeply nested ones cannot be serialized. */
const echoOf = (field: unknown) =>
  field === null || typeof field === 'string' || typeof field === 'number' ? field : undefined;

const isMissing = (field: unknown) => field === undefined || field === null || field === '';

/** The fields of a request about a link, unchecked. Throws ApiError: Bad Request, Incomplete Request. */
export async function readBody(c: Context<Env>) {
  const text = await c.req.text().catch(() => {
    throw new ApiError('incomplete-request');
  });
  // JSON that cannot be parsed is refused as if it were no object; checkSize answers for a body that is too large.
  const body = linkBody.safeParse(parsed(text));
  if (!body.success) throw new ApiError('bad-request');
  return body.data;
}

/** The fields of an Add request, not checked yet. Throws ApiError: Bad Request, Missing Parameter. */
export async function readAddRequest(c: Context<Env>, { isValidityOptional }: Version) {
  const body = await readBody(c);
  const { link, limit, ending: requestedEnding } = body;
  const validity = isValidityOptional ? (body.validity ?? noExpiry) : body.validity;

  if (isMissing(link) || isMissing(validity)) {
    throw new ApiError('missing-parameter', {
      data: { link: echoOf(link), validity: echoOf(body.validity) },
    });
  }
  return { link, validity, limit, ending: requestedEnding };
}
