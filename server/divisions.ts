import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
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

interface DivisionTree {
  list: Division[];
  byCode: ReadonlyMap<string, Division>;
}

/** Leaves out lists of children that are empty. */
const withoutEmptyLists = ({ code, name, children = [] }: Division): Division =>
  children.length === 0 ? { code, name } : { code, name, children: children.map(withoutEmptyLists) };

const withDescendants = (root: Division): Division[] => [
  root,
  ...(root.children ?? []).flatMap(withDescendants),
];

/** Reads the tree of the Ministry of Civil Affairs from the package `lcn`. */
export async function readDivisions(): Promise<DivisionTree> {
  const file = createRequire(import.meta.url).resolve('lcn/data/pca.json');
  const parsed = z.array(division).parse(JSON.parse(await readFile(file, 'utf8')));
  const list = parsed.map(withoutEmptyLists);
  return { list, byCode: new Map(list.flatMap(withDescendants).map((each) => [each.code, each])) };
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
  let reading: Promise<DivisionTree> | undefined;

  const readOnce = () => {
    reading ??= readDivisions().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };

  /** Takes every `code` of the query. Throws ApiError: Missing Parameter, Bad Request, and Not Found for an unknown code. */
  return async (codes: readonly string[]): Promise<CachedAnswer> => {
    const code = requestedCode(codes);
    const cached = answers.get(code);
    if (cached) return cached;

    const { list, byCode } = await readOnce();
    const branch = code === undefined ? undefined : byCode.get(code);
    if (code !== undefined && !branch) throw new ApiError('not-found');

    const answer = createCachedAnswer({ list: branch ? [branch] : list });
    answers.set(code, answer);
    return answer;
  };
}

// This does not use hono/compress, which compresses for every request, nor hono/etag, which also answers
// 304 to `If-None-Match: *` for errors, which the contract sends under HTTP 200.

/** Bytes from which compression makes an answer much smaller. */
const minimumToCompress = 1024;

const compress = promisify<Buffer, Buffer>(gzip);

/** An answer that is the same for every client. */
export interface CachedAnswer {
  /** Weak: it is the same whether the body is compressed or not. */
  etag: string;
  plain: Buffer;
  compressed(): Promise<Buffer>;
}

/** The envelope of a success with `data`, which is compressed once, when it is first needed. */
function createCachedAnswer(data: object): CachedAnswer {
  const plain = Buffer.from(JSON.stringify(successEnvelope(data)));
  let compressed: Promise<Buffer> | undefined;

  return {
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`,
    plain,
    compressed: () => (compressed ??= compress(plain)),
  };
}

/** Whether a client with this Accept-Encoding header reads gzip. */
export function acceptsGzip(header: string | undefined): boolean {
  const weights = new Map(parseAccept(header ?? '').map(({ type, q }) => [type.toLowerCase(), q]));
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}

/** Whether an If-None-Match header names this answer. The comparison is weak, as RFC 9110 (13.1.2) requires. */
function isCachedByClient(header: string | undefined, etag: string): boolean {
  const accepted = ['*', etag, etag.slice('W/'.length)];
  return (header ?? '').split(',').some((tag) => accepted.includes(tag.trim()));
}

/** Answers with gzip if the client reads it, or with 304. `no-cache`: a client revalidates it each time. */
export async function answerCached(c: Context<Env>, answer: CachedAnswer): Promise<Response> {
  const { etag, plain } = answer;
  const headers: Record<string, string> = {
    ...c.env.commonHeaders,
    etag,
    vary: 'accept-encoding',
    'cache-control': 'no-cache',
  };
  if (isCachedByClient(c.req.header('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers });
  }

  const isCompressed = plain.length >= minimumToCompress && acceptsGzip(c.req.header('accept-encoding'));
  const body = isCompressed ? await answer.compressed() : plain;

  headers['content-type'] = 'application/json';
  headers['content-length'] = String(body.length);
  if (isCompressed) headers['content-encoding'] = 'gzip';
  return new Response(new Uint8Array(body), { headers });
}
