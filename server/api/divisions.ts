import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import * as z from 'zod/mini';
import { ApiError, type Env, isCachedByClient, successEnvelope } from './envelopes.ts';

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

/** The code in the query; undefined for the whole tree. Throws ApiError: Missing Parameter, Bad Request. */
function requestedCode(codes: readonly string[]): string | undefined {
  const [code, ...others] = codes;
  if (code === '') throw new ApiError('missing-parameter', { data: { code } });

  const isMalformed = code !== undefined && !divisionCode.safeParse(code).success;
  if (isMalformed || others.length > 0) throw new ApiError('bad-request');
  return code;
}

/**
 * The answers of Get administrative divisions: the whole tree, or the branch of `?code=` with its root. The tree is read
 * at the first request, and each answer is cached.
 */
export function createDivisions() {
  const answers = new Map<string | undefined, CachedAnswer>();
  let lists: ReturnType<typeof readDivisions> | undefined;

  /** Takes every `code` of the query. Throws ApiError: Missing Parameter, Bad Request, and Not Found for an unknown code. */
  return async (codes: readonly string[]): Promise<CachedAnswer> => {
    const code = requestedCode(codes);
    lists ??= readDivisions();
    const list = lists.get(code);
    if (!list) throw new ApiError('not-found');

    const answer = answers.get(code) ?? (await createCachedAnswer({ list }));
    answers.set(code, answer);
    return answer;
  };
}

// This does not use hono/compress, which compresses for every request, nor hono/etag, which hashes for every request.

const compress = promisify<Buffer, Buffer>(gzip);

/** An answer that is the same for every client. */
interface CachedAnswer {
  /** Weak: it is the same whether the body is compressed or not. */
  etag: string;
  plain: Buffer;
  compressed: Buffer;
}

async function createCachedAnswer(data: object): Promise<CachedAnswer> {
  const plain = Buffer.from(JSON.stringify(successEnvelope(data)));
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 27);
  return { etag: `W/"${digest}"`, plain, compressed: await compress(plain) };
}

/** Answers with gzip if the client reads it, or with 304. `no-cache`: a client revalidates it each time. */
export function answerCached(c: Context<Env>, { etag, plain, compressed }: CachedAnswer): Response {
  const headers: Record<string, string> = {
    ...c.env.commonHeaders,
    etag,
    vary: 'accept-encoding',
    'cache-control': 'no-cache',
  };
  if (isCachedByClient(c, etag)) return new Response(null, { status: 304, headers });

  const encoding = accepts(c, { header: 'Accept-Encoding', supports: ['gzip'], default: 'identity' });
  const body = encoding === 'gzip' ? compressed : plain;
  headers['content-type'] = 'application/json';
  headers['content-length'] = String(body.length);
  if (encoding === 'gzip') headers['content-encoding'] = encoding;
  return new Response(new Uint8Array(body), { headers });
}
