import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';
import { addRequest } from '../../lib/api/contract.ts';
import { ending, openLimit } from '../../lib/api/links/contract.ts';
import { longestLink } from '../../lib/url/contract.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { ApiError, type Env } from './envelopes.ts';
import { isOwnShortLink } from '../config/hosts.ts';
import { isRandom, isReserved } from '../store/identifiers.ts';
import type { NewLink, RequestStore } from '../store/contract.ts';
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

/** How often a link can be opened; undefined without a limit. Throws ApiError: Bad Request, which names the field. */
function checkMaxOpens(maxOpens: unknown): number | undefined {
  const checked = z.nullish(openLimit).safeParse(maxOpens);
  if (!checked.success) throw new ApiError('bad-request', { data: { limit: echoOf(maxOpens) } });
  return checked.data ?? undefined;
}

/**
 * The identifier that a person chooses; undefined without one. Throws ApiError: Ending Taken, or Bad Request, which names the
 * field.
 */
export function checkEnding(requested: unknown): string | undefined {
  const checked = z.nullish(ending).safeParse(requested);
  if (!checked.success) throw new ApiError('bad-request', { data: { ending: echoOf(requested) } });
  const id = checked.data ?? undefined;
  if (id !== undefined && (isReserved(id) || isRandom(id))) throw new ApiError('ending-taken');
  return id;
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

/** Not UTF-8 is no JSON: other characters in place of its bytes would be stored. */
function parsed(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** What an error echoes of a field: no objects and arrays, since deeply nested ones cannot be serialized. */
const echoOf = (field: unknown) =>
  field === null || typeof field === 'string' || typeof field === 'number' ? field : undefined;

const isMissing = (field: unknown) => field === undefined || field === null || field === '';

/** The fields of a request about a link, unchecked. Throws ApiError: Bad Request, Incomplete Request. */
export async function readBody(c: Context<Env>) {
  const bytes = await c.req.arrayBuffer().catch(() => {
    throw new ApiError('incomplete-request');
  });
  // JSON that cannot be parsed is refused as if it were no object; checkSize answers for a body that is too large.
  const body = linkBody.safeParse(parsed(bytes));
  if (!body.success) throw new ApiError('bad-request');
  return body.data;
}

/**
 * The link that an Add request asks for. `hosts` are those of this service, `now` is in Unix seconds.
 *
 * @throws ApiError Bad Request, Missing Parameter, Link Invalid, Validity Invalid, Ending Taken
 */
export async function readNewLink(
  c: Context<Env>,
  { isValidityOptional }: Version,
  { hosts, now }: { hosts: ReadonlySet<string>; now: number },
) {
  const { link, limit, ending: requestedEnding, ...body } = await readBody(c);
  const validity = isValidityOptional ? (body.validity ?? noExpiry) : body.validity;

  if (isMissing(link) || isMissing(validity)) {
    throw new ApiError('missing-parameter', {
      data: { link: echoOf(link), validity: echoOf(body.validity) },
    });
  }
  return {
    link: checkLink(link, hosts),
    expiresAt: checkValidity(validity, now),
    maxOpens: checkMaxOpens(limit),
    ending: checkEnding(requestedEnding),
  };
}
