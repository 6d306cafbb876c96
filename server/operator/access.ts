import { isUtf8 } from 'node:buffer';
import type { Context } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { createProxyCheck } from '../redirect/answer-requests.ts';
import { createSecret, hashOf } from '../api/credentials.ts';
import { requestOrigin } from '../config/hosts.ts';
import type { Language } from '../pages/pages.ts';
import type { Deps } from '../deps.ts';

/** The path of the links that open the operator's page; their query has the `token`. */
export const openPath = '/operator/open';

const cookieName = 'waylark-operator';

/** Seconds for which a link that was used lets its browser in. */
const sessionLifetime = 60 * 60;

/** The most characters of the name of an operator. */
const longestName = 100;

/** Who looks at the page: by a proxy's header, or by a link, whose session expires (Unix seconds). */
export interface Operator {
  /** Empty for one who came by a link. */
  who: string;
  expiresAt: number | undefined;
}

export interface Env {
  Bindings: HttpBindings;
  Variables: { operator: Operator; language: Language };
}

/** The text of a header in UTF-8, which Node gives as Latin-1, or the same text if its bytes are no UTF-8. */
function fromHeader(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}

/** Who may see the operator's page: whoever has used a link, or comes through a proxy that says who they are. */
export function createAccess({ store, now, configuration }: Deps) {
  const { operatorOrigin, operatorHeader, trustedProxies } = configuration;
  const isProxy = createProxyCheck(trustedProxies);
  const seconds = () => now() / 1000;
  const originOf = (c: Context<Env>) => requestOrigin(c.req.header('host') ?? '', operatorOrigin);

  /** With https, the cookie's name has the prefix `__Host-`: no other host and no http page can set such a cookie. */
  const prefixOf = (c: Context<Env>) => (originOf(c).startsWith('https:') ? ('host' as const) : undefined);

  /** The operator whom a trusted proxy names. Two such headers mean that it let one of the client's pass. */
  const namedByProxy = ({ env: { incoming } }: Context<Env>): Operator | undefined => {
    if (operatorHeader === '' || !isProxy(incoming.socket.remoteAddress)) return undefined;
    const [name = '', ...others] = incoming.headersDistinct[operatorHeader] ?? [];
    const who = fromHeader(name).trim();
    const isName = who !== '' && who.length <= longestName && others.length === 0;
    return isName ? { who, expiresAt: undefined } : undefined;
  };

  return {
    operatorOf: async (c: Context<Env>): Promise<Operator | undefined> => {
      const named = namedByProxy(c);
      if (named) return named;
      const secret = getCookie(c, cookieName, prefixOf(c));
      const session = secret && (await store.findOperatorSession(hashOf(secret), seconds()));
      return session ? { who: '', ...session } : undefined;
    },

    /** Whether a form was sent by a page of this origin: also another port of the same host is another origin. */
    isOwnForm: (c: Context<Env>) => c.req.header('origin') === originOf(c),

    /** Ends the session of a link, also in a browser that has copied its cookie. */
    signOut: async (c: Context<Env>): Promise<void> => {
      const prefix = prefixOf(c);
      const secret = getCookie(c, cookieName, prefix);
      if (secret) await store.endOperatorSession(hashOf(secret));
      deleteCookie(c, cookieName, { path: '/operator', ...(prefix && { prefix }) });
    },

    /** Lets the browser in, if nobody has used the link of this token; otherwise false. */
    open: async (c: Context<Env>, token: string): Promise<boolean> => {
      const { secret, hash } = createSecret();
      const expiresAt = Math.floor(seconds()) + sessionLifetime;
      const use = { linkHash: hashOf(token), sessionHash: hash, expiresAt };
      if (!(await store.useOperatorLink(use, seconds()))) return false;

      const prefix = prefixOf(c);
      setCookie(c, cookieName, secret, {
        httpOnly: true,
        sameSite: 'Strict',
        path: '/operator',
        maxAge: sessionLifetime,
        ...(prefix && { prefix }),
      });
      return true;
    },
  };
}
