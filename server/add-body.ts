import { noExpiry } from '../lib/validity/contract.ts';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';
import { Refusal, type Env } from './answers.ts';
import type { Version } from './versions.ts';

/** Bytes. */
const maxSize = 64 * 1024;

/** Any JSON object; each field is checked later, with a failure of its own. */
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
  if (!accepted.includes(type)) throw new Refusal('unsupported-media-type');
  await next();
};

/** Refuses larger bodies as Link Invalid: only an overlong link makes a body of Add that large. */
export const checkSize = bodyLimit({
  maxSize,
  onError: () => {
    throw new Refusal('link-invalid');
  },
});

/** What Missing Parameter echoes: objects and arrays are left out, since a deep tree cannot be serialized again. */
const plain = (field: unknown) =>
  field === null || typeof field === 'string' || typeof field === 'number' ? field : undefined;

const isMissing = (field: unknown) => field === undefined || field === null || field === '';

/** The fields of an Add request, not yet checked. Throws Refusal: Bad Request, Missing Parameter. */
export async function readAddBody(c: Context<Env>, { isValidityOptional }: Version) {
  const body = addBody.safeParse(await c.req.json().catch(() => undefined));
  if (!body.success) throw new Refusal('bad-request');
  const { link } = body.data;
  const validity = isValidityOptional ? (body.data.validity ?? noExpiry) : body.data.validity;
  if (isMissing(link) || isMissing(validity)) {
    throw new Refusal('missing-parameter', {
      data: { link: plain(link), validity: plain(body.data.validity) },
    });
  }
  return { link, validity };
}
