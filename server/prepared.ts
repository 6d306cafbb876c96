import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { type Env, successEnvelope } from './answers.ts';

/** Bytes below which an answer goes out as it is: compressed it would hardly be smaller. */
const worthwhile = 1024;

const brotli = promisify(brotliCompress);

/** The best first. Brotli at 5 of 11: a fifth larger than the best, and some fifty times as quick. */
const encoders = {
  br: (body: Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify<Buffer, Buffer>(gzip),
  deflate: promisify<Buffer, Buffer>(deflate),
};

type Encoding = keyof typeof encoders;

/** An answer that is the same for everyone, made ready once. */
export interface Prepared {
  /** Weak: the same for every encoding. */
  etag: string;
  plain: Buffer;
  encoded(encoding: Encoding): Promise<Buffer>;
}

/** Prepares the envelope of a success with `data`; each encoding is made when it is first asked for, and kept. */
export function prepare(data: object): Prepared {
  const plain = Buffer.from(JSON.stringify(successEnvelope(data)));
  const kept = new Map<Encoding, Promise<Buffer>>();
  return {
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`,
    plain,
    encoded(encoding) {
      const body = kept.get(encoding) ?? encoders[encoding](plain);
      kept.set(encoding, body);
      return body;
    },
  };
}

/** The encoding to answer in, by Accept-Encoding; undefined for none. Equal weights go to the one that is smaller. */
export function preferredEncoding(header: string | undefined): Encoding | undefined {
  const weights = new Map(parseAccept(header ?? '').map(({ type, q }) => [type.toLowerCase(), q]));
  const weightOf = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best] = (Object.keys(encoders) as Encoding[]).toSorted((a, b) => weightOf(b) - weightOf(a));
  return best && weightOf(best) > 0 ? best : undefined;
}

const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((each) => ['*', etag, etag.slice('W/'.length)].includes(each.trim()));

/** Answers what was prepared, as the client takes it; 304 where it has it. Always asked again: `no-cache`. */
export async function answerPrepared(c: Context<Env>, { etag, plain, encoded }: Prepared): Promise<Response> {
  const common = { ...c.env.always, etag, vary: 'accept-encoding', 'cache-control': 'no-cache' };
  if (isKnown(c.req.header('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers: common });
  }
  const encoding = plain.length < worthwhile ? undefined : preferredEncoding(c.req.header('accept-encoding'));
  const body = encoding ? await encoded(encoding) : plain;
  const headers: Record<string, string> = {
    ...common,
    'content-type': 'application/json',
    'content-length': String(body.length),
  };
  if (encoding) headers['content-encoding'] = encoding;
  return new Response(new Uint8Array(body), { headers });
}
