import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import * as z from 'zod/mini';
import { ApiError, type Env, successEnvelope } from './envelopes.ts';

const divisionCode = z.string().check(z.regex(/^\d{6}$/));

const division = z.object({
  code: divisionCode,
  name: z.string().check(z.minLength(1)),
  get children() {
    return z.optional(z.array(division));
  },
});

/** An administrative division of China: its code (GB/T 2260) and the divisions in it, down to county level. */
export type Division = z.infer<typeof division>;

/** Leaves out lists of children that are empty. */
const withoutEmptyLists = ({ code, name, children = [] }: Division): Division =>
  children.length === 0 ? { code, name } : { code, name, children: children.map(withoutEmptyLists) };

const withDescendants = (root: Division): Division[] => [
  root,
  ...(root.children ?? []).flatMap(withDescendants),
];

/** The divisions of the Ministry of Civil Affairs, from the package `lcn`, by code. The whole tree has the key undefined. */
function readDivisions(): ReadonlyMap<string | undefined, readonly Division[]> {
  const parsed = z.array(division).parse(createRequire(import.meta.url)('lcn/data/pca.json'));
  const list = parsed.map(withoutEmptyLists);
  const branches = list.flatMap(withDescendants).map((each) => [each.code, [each]] as const);
  return new Map<string | undefined, readonly Division[]>([[undefined, list], ...branches]);
}

/** An answer that is the same for every client: to compress and hash it for each request would cost milliseconds. */
const answerWith = (data: object) => {
  const plain = Buffer.from(JSON.stringify(successEnvelope(data)));
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 27);
  // Weak: it is the same whether the body is compressed or not.
  return { etag: `W/"${digest}"`, plain, compressed: gzipSync(plain) };
};

/**
 * Get administrative divisions, as a function of a request: the whole tree, or the branch of `?code=` with its root. The tree is
 * read at the first request, and each answer is cached.
 */
export function createDivisions() {
  const answers = new Map<string | undefined, ReturnType<typeof answerWith>>();
  let branches: ReturnType<typeof readDivisions> | undefined;

  /** Throws ApiError: Missing Parameter, Bad Request, and Not Found for an unknown code. */
  const find = ([code, ...others]: readonly string[]) => {
    if (code === '') throw new ApiError('missing-parameter', { data: { code } });
    const isMalformed = code !== undefined && !divisionCode.safeParse(code).success;
    if (isMalformed || others.length > 0) throw new ApiError('bad-request');

    branches ??= readDivisions();
    const list = branches.get(code);
    if (!list) throw new ApiError('not-found');
    const answer = answers.get(code) ?? answerWith({ list });
    answers.set(code, answer);
    return answer;
  };

  /** Answers with gzip if the client reads it, or with 304. `no-cache`: a client revalidates it each time. */
  return (c: Context<Env>): Response => {
    const { etag, plain, compressed } = find(c.req.queries('code') ?? []);
    const headers: Record<string, string> = {
      ...c.env.commonHeaders,
      etag,
      vary: 'accept-encoding',
      'cache-control': 'no-cache',
      'x-robots-tag': 'noindex',
    };
    // A proxy that compresses may have made it weak, or strong.
    if (c.req.header('if-none-match')?.includes(etag.slice(2)))
      return new Response(null, { status: 304, headers });

    headers['content-type'] = 'application/json';
    const encoding = accepts(c, { header: 'Accept-Encoding', supports: ['gzip'], default: 'identity' });
    if (encoding === 'gzip') headers['content-encoding'] = encoding;
    return new Response(new Uint8Array(encoding === 'gzip' ? compressed : plain), { headers });
  };
}
