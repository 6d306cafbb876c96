import * as oidc from 'openid-client';
import * as z from 'zod/mini';
import type { Configuration } from '../configuration.ts';
import { printable, systemCode } from '../start-error.ts';

/** Seconds that the provider has for an answer. */
const timeout = 5;

/** Seconds by which the provider's clock may differ at a sign-in. */
const clockTolerance = 60;

/** Seconds by which it may differ when a sign-in is renewed: the answer says that the person is still there, and no more. */
const anyClock = 100 * 365 * 86_400;

export const signInPath = { start: '/connect/sign-in', callback: '/connect/callback' } as const;

/** What stays in the browser while the person is at the provider. */
export const pendingSignIn = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });

type PendingSignIn = z.infer<typeof pendingSignIn>;

/** A person as the provider knows them. */
export interface SignedIn {
  subject: string;
  /** For people to read: the e-mail address, as a rule. */
  name: string;
  groups: readonly string[];
  refreshToken: string | undefined;
}

export interface Provider {
  /** Where the person signs in. */
  begin: () => Promise<{ url: string; pending: PendingSignIn }>;
  /** Who has come back with this query. */
  finish: (query: string, pending: PendingSignIn) => Promise<SignedIn>;
  /** The next refresh token; undefined if the provider refuses this one. */
  renew: (refreshToken: string) => Promise<string | undefined>;
}

export interface ProviderOptions extends Pick<
  Configuration,
  'oidc-issuer' | 'oidc-client-id' | 'oidc-client-secret' | 'oidc-scope' | 'public-origin'
> {
  /** The claim that names a person's groups. */
  groupsClaim: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Tests have a provider without a socket. */
  fetch?: oidc.CustomFetch | undefined;
}

/** The longest name of a person, in characters. */
const longestName = 100;

/** The subject as OpenID Connect limits it (Core 1.0, section 2). */
const subject = z.string().check(z.regex(/^[\x20-\x7e]{1,255}$/));

/** The provider, which is asked for its addresses when they are needed first: this service starts without it, too. */
export function createProvider(options: ProviderOptions): Provider {
  const { groupsClaim } = options;
  const redirectUri = options['public-origin'] + signInPath.callback;
  const configured = once(() => discover(options));
  const scopesAt = (server: oidc.ServerMetadata) => scopesOf(options['oidc-scope'], server);

  return {
    begin: async () => {
      const { signIn } = await configured();
      const pending = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(signIn, {
        redirect_uri: redirectUri,
        scope: scopesAt(signIn.serverMetadata()).join(' '),
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, pending };
    },

    finish: async (query, { state, nonce, verifier }) => {
      const { signIn } = await configured();
      const tokens = await oidc.authorizationCodeGrant(signIn, new URL(`${redirectUri}${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      });
      // Whoever takes the scope out of the address at which they sign in would never be asked about.
      const isRenewed = scopesAt(signIn.serverMetadata()).includes('offline_access');
      if (isRenewed && tokens.refresh_token === undefined) throw new Error(noRefreshToken);
      const id = subject.parse(tokens.claims()?.sub);
      const claims = { ...(await askUserInfo(signIn, tokens.access_token, id)), ...tokens.claims() };
      return {
        subject: id,
        name: nameOf(claims),
        groups: [claims[groupsClaim]].flat().filter((group) => typeof group === 'string'),
        refreshToken: tokens.refresh_token,
      };
    },

    renew: async (refreshToken) => {
      const { renewal } = await configured();
      try {
        return (await oidc.refreshTokenGrant(renewal, refreshToken)).refresh_token ?? refreshToken;
      } catch (error) {
        // Every other error is one of the provider or of the configuration, and says nothing about the person.
        if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return undefined;
        throw error;
      }
    },
  };
}

async function discover({ fetch, now, ...options }: ProviderOptions) {
  const issuer = new URL(options['oidc-issuer']);
  const authentication = clientAuthentication(options['oidc-client-secret']);
  const discovery: oidc.DiscoveryRequestOptions = {
    timeout,
    // oxlint-disable-next-line typescript/no-deprecated -- for a provider on this computer only, see the setting
    execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    ...(fetch && { [oidc.customFetch]: fetch }),
  };
  const clockSkew = Math.round((now() - Date.now()) / 1000);
  const configure = (tolerance: number) => {
    const metadata = { [oidc.clockTolerance]: tolerance, [oidc.clockSkew]: clockSkew };
    return oidc.discovery(issuer, options['oidc-client-id'], metadata, authentication, discovery);
  };
  const [signIn, renewal] = await Promise.all([configure(clockTolerance), configure(anyClock)]);
  return { signIn, renewal };
}

/** In the body, if the provider takes it there: not all decode the percent-encoding that the header has to have. */
function clientAuthentication(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    (takesPost ? post : basic)(server, ...rest);
  };
}

const noRefreshToken =
  'it has no refresh token: let it give one, or leave offline_access out of WAYLARK_OIDC_SCOPE';

/** Some providers refuse a sign-in with a scope that they do not have. */
function scopesOf(scope: string, { scopes_supported: known }: oidc.ServerMetadata): string[] {
  const names = scope.split(/\s+/);
  return names.filter((name) => name !== 'offline_access' || known?.includes(name) !== false);
}

/** What the provider says about the person elsewhere than in the ID token, where it need not name address and groups. */
async function askUserInfo(
  configuration: oidc.Configuration,
  accessToken: string,
  id: string,
): Promise<Record<string, unknown>> {
  const isThere = configuration.serverMetadata().userinfo_endpoint !== undefined;
  return isThere ? oidc.fetchUserInfo(configuration, accessToken, id) : {};
}

function nameOf(claims: Readonly<Record<string, unknown>>): string {
  const names = ['email', 'preferred_username', 'name', 'sub'].map((claim) => claims[claim]);
  const name = names.find((each) => typeof each === 'string' && each !== '');
  return printable(typeof name === 'string' ? name : '').slice(0, longestName);
}

/** A function that creates a value once, and again after a failure. Callers at the same time share the attempt. */
function once<T>(create: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  return () => {
    pending ??= create().catch((error: unknown) => {
      pending = undefined;
      throw error;
    });
    return pending;
  };
}

/** Why a sign-in failed, as far as a person can do something about it. */
export type SignInProblem = 'refused' | 'clock' | 'down' | 'unusable';

export function problemOf(error: unknown): SignInProblem {
  if (error instanceof oidc.AuthorizationResponseError) return 'refused';
  if (error instanceof TypeError) return 'down';
  if (!(error instanceof oidc.ClientError)) return 'unusable';
  if (error.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'clock';
  const isDown =
    error.code === 'OAUTH_TIMEOUT' || (error.cause instanceof Response && error.cause.status >= 500);
  return isDown ? 'down' : 'unusable';
}

/** The error for the log: what the library says has no reason in it. */
export function reportOf(error: unknown): Error {
  const cause = error instanceof Error ? error.cause : undefined;
  const reason =
    error instanceof oidc.ResponseBodyError
      ? error.error
      : error instanceof TypeError
        ? systemCode(cause) || error.message
        : error instanceof oidc.ClientError
          ? `${error.message}${cause instanceof Error ? `, ${cause.message}` : ''}`
          : String(error);
  return new Error(`the sign-in provider's answer cannot be used: ${reason}`, { cause: error });
}
