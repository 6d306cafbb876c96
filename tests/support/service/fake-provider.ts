import { createHash, randomUUID } from 'node:crypto';

/** What a test makes the provider do. */
interface Behavior {
  /** Seconds by which its clock is ahead. */
  ahead: number;
  /** Claims in place of the right ones. */
  claims: Record<string, unknown>;
  /** What it answers instead of tokens. */
  fails: (() => Response) | undefined;
}

const right: Behavior = { ahead: 0, claims: {}, fails: undefined };

/** A person at the provider. */
export interface FakePerson {
  sub: string;
  email?: string;
}

interface FakeClient extends Record<'issuer' | 'clientId' | 'clientSecret', string> {
  /** The time in Unix seconds. */
  seconds: () => number;
}

/** A provider as a function, without a socket: it signs nothing, which a client does not check over TLS. */
export function createFakeProvider(client: FakeClient) {
  const behavior = { ...right };
  const codes = new Map<string, Code>();
  const tokens = createTokens(client, behavior);

  const answerToken = (form: URLSearchParams): Response => {
    if (form.get('client_id') !== client.clientId || form.get('client_secret') !== client.clientSecret)
      return Response.json({ error: 'invalid_client' }, { status: 401 });
    if (form.get('grant_type') === 'refresh_token') return tokens.renew(form.get('refresh_token') ?? '');
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const isRight = code?.challenge === challenge && code.redirectUri === form.get('redirect_uri');
    return isRight ? tokens.issue(code.claims, code.scope) : refusal();
  };

  return {
    behavior,
    reset: () => Object.assign(behavior, right),
    /** The refresh tokens that were asked about. */
    renewals: tokens.renewals,
    /** What happens to a person who leaves. */
    remove: tokens.remove,
    fetch: (url: string, { body }: { body?: unknown }) => {
      if (behavior.fails) return Promise.resolve().then(behavior.fails);
      if (url.endsWith('/openid-configuration')) return Promise.resolve(Response.json(metadataOf(client)));
      return Promise.resolve(answerToken(body instanceof URLSearchParams ? body : new URLSearchParams()));
    },
    /** The query with which a person who signs in at this address comes back. */
    signIn: (address: string, person: FakePerson): string => {
      const asked = new URL(address).searchParams;
      const code = randomUUID();
      codes.set(code, {
        claims: { ...person, nonce: asked.get('nonce') },
        challenge: asked.get('code_challenge') ?? '',
        redirectUri: asked.get('redirect_uri') ?? '',
        scope: asked.get('scope') ?? '',
      });
      return `?${new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString()}`;
    },
  };
}

interface Code {
  claims: object;
  challenge: string;
  redirectUri: string;
  scope: string;
}

const metadataOf = ({ issuer }: FakeClient) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  scopes_supported: ['openid', 'email', 'offline_access'],
  response_types_supported: ['code'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
});

const refusal = () => Response.json({ error: 'invalid_grant' }, { status: 400 });

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Each refresh token works once. */
function createTokens({ issuer, clientId, seconds }: FakeClient, behavior: Behavior) {
  const owners = new Map<string, string>();
  const renewals: string[] = [];

  const issue = (person: object, scope = 'offline_access'): Response => {
    const now = Math.floor(seconds()) + behavior.ahead;
    const right = { iss: issuer, aud: clientId, iat: now, exp: now + 3600, sub: '', ...person };
    const refreshToken = randomUUID();
    owners.set(refreshToken, right.sub);
    return Response.json({
      access_token: randomUUID(),
      token_type: 'Bearer',
      ...(scope.includes('offline_access') && { refresh_token: refreshToken }),
      id_token: [{ alg: 'RS256' }, { ...right, ...behavior.claims }, 'unsigned'].map(base64).join('.'),
    });
  };

  return {
    renewals,
    issue,
    renew: (token: string): Response => {
      const sub = owners.get(token);
      renewals.push(token);
      owners.delete(token);
      return sub === undefined ? refusal() : issue({ sub });
    },
    remove: (sub: string) => {
      for (const [token, owner] of owners) if (owner === sub) owners.delete(token);
    },
  };
}
