import type { Context } from 'hono';
import { generateCookie, getCookie } from 'hono/cookie';
import * as z from 'zod/mini';
import type { Env } from '../api/envelopes.ts';
import { pendingSignIn } from './provider.ts';
import type { Sealing } from './sealing.ts';

/** Seconds for which a person may be at the provider, and is signed in here. */
const lifetime = 600;

/** `signOuts` is the person's when the session began: a later one ends it, in a browser that has copied the cookie, too. */
const session = z.object({ subject: z.string(), name: z.string(), signOuts: z.int() });
export type Session = z.infer<typeof session>;

/** The sealed contents of the cookies. They expire at `expiresAt` (Unix seconds). */
const cookies = {
  'sign-in': z.extend(pendingSignIn, { expiresAt: z.number() }),
  session: z.extend(session, { expiresAt: z.number() }),
};

interface JarOptions {
  sealing: Sealing;
  publicOrigin: string;
  seconds: () => number;
}

/** The cookies of /connect, which every instance can read. */
export function createJar({ sealing, publicOrigin, seconds }: JarOptions) {
  // No other host of the domain can set a cookie with this prefix, and so sign people in as somebody else.
  const prefix = publicOrigin.startsWith('https:') ? ('host' as const) : undefined;
  const set = (response: Response, name: string, { value, maxAge }: { value: string; maxAge: number }) => {
    const attributes = {
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge,
      ...(prefix && { prefix }),
    } as const;
    response.headers.append('set-cookie', generateCookie(name, value, attributes));
    return response;
  };
  const nameOf = (kind: keyof typeof cookies) => `waylark-${kind}`;

  return {
    add: (response: Response, kind: keyof typeof cookies, value: object) => {
      const text = JSON.stringify({ ...value, expiresAt: seconds() + lifetime });
      return set(response, nameOf(kind), { value: sealing.seal(text, kind), maxAge: lifetime });
    },
    remove: (response: Response, kind: keyof typeof cookies) =>
      set(response, nameOf(kind), { value: '', maxAge: 0 }),
    read: <Kind extends keyof typeof cookies>(c: Context<Env>, kind: Kind) => {
      const sealed = getCookie(c, nameOf(kind), prefix) ?? '';
      const parsed = cookies[kind].safeParse(JSON.parse(sealing.open(sealed, kind) ?? 'null'));
      return parsed.success && parsed.data.expiresAt > seconds()
        ? (parsed.data as z.infer<(typeof cookies)[Kind]>)
        : undefined;
    },
  };
}
