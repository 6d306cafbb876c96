import { noExpiry } from '../lib/validity/contract.ts';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';
import { ApiError, type Env } from './envelopes.ts';
import type { Version } from './versions.ts';

/** Bytes. */
const maxSize = 64 * 1024;

/** Any JSON object: the contract's `addRequest` is checked field by field later, since each has an error of its own. */
const addBody = z.object({ link: z.optional(z.unknown()), validity: z.optional(z.unknown()) });

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

/** Refuses larger bodies as Link Invalid: only an overlong link makes a body of Add that large. */
export const checkSize = bodyLimit({
  maxSize,
  onError: () => {
    throw new ApiError('link-invalid');
  },
});

/** What Missing Parameter echoes: not objects and arrays, since a deep tree cannot be serialized. */
const withoutTrees = (field: unknown) =>
  field === null || typeof field === 'string' || typeof field === 'number' ? field : undefined;

const isMissing = (field: unknown) => field === undefined || field === null || field === '';

/** The fields of an Add request, not checked yet. Throws ApiError: Bad Request, Missing Parameter. */
export async function readAddRequest(c: Context<Env>, { isValidityOptional }: Version) {
  const body = addBody.safeParse(await c.req.json().catch(() => undefined));
  if (!body.success) throw new ApiError('bad-request');

  const { link } = body.data;
  const validity = isValidityOptional ? (body.data.validity ?? noExpiry) : body.data.validity;

  if (isMissing(link) || isMissing(validity)) {
    throw new ApiError('missing-parameter', {
      data: { link: withoutTrees(link), validity: withoutTrees(body.data.validity) },
    });
  }
  return { link, validity };
}
