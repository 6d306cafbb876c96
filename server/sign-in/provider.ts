import * as oidc from 'openid-client';
import * as z from 'zod/mini';
import type { Deps } from '../deps.ts';
import { OutsideError, printable, systemCode } from '../config/errors.ts';

/** Seconds that the provider has for an answer. */
const timeout = 5;

/** Seconds by which the provider's clock may differ at a sign-in. */
const clockTolerance = 60;

/** Seconds by which it may differ when a sign-in is renewed: only whether the provider accepts the token matters then. */
const anyClock = 100 * 365 * 86_400;

export const signInPath = { start: '/connect/sign-in', callback: '/connect/callback' } as const;

/** Stored in a cookie while the person is at the provider. */
export const pendingSignIn = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });

type PendingSignIn = z.infer<typeof pendingSignIn>;

export type Provider = ReturnType<typeof createProvider>;

/** A person as the provider knows them. */
export type SignedIn = Awaited<ReturnType<Provider['finish']>>;

export interface ProviderDeps extends Pick<Deps, 'configuration' | 'now'> {
  /** The claim that names a person's groups. */
  groupsClaim: string;
  /** Replaces requests to the provider in tests. */
  fetch?: oidc.CustomFetch | undefined;
}

/** The longest name of a person, in characters. */
const longestName = 100;

/** The subject as OpenID Connect limits it (Core 1.0, section 2). */
const subject = z.string().check(z.regex(/^[\x20-\x7e]{1,255}$/));

/** The provider, whose addresses are requested at the first use: this service also starts while it is down. */
export function createProvider(deps: ProviderDeps) {
  const { groupsClaim, configuration } = deps;
  const redirectUri = configuration.publicOrigin + signInPath.callback;
  const configured = once(() => discover(deps));
  const scopesAt = (server: oidc.ServerMetadata) => scopesOf(configuration.oidcScope, server);

  return {
    /** Where the person signs in. */
    begin: async () => {
      const { signIn } = await configured();
      const pending: PendingSignIn = {
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

    /** Who has come back with this query. */
    finish: async (query: string, { state, nonce, verifier }: PendingSignIn) => {
      const { signIn } = await configured();
      const tokens = await oidc.authorizationCodeGrant(signIn, new URL(`${redirectUri}${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      });
      // Otherwise a person could take the scope out of the sign-in's address, and would never have to renew it.
      const isRenewed = scopesAt(signIn.serverMetadata()).includes('offline_access');
      if (isRenewed && tokens.refresh_token === undefined) throw new Error(noRefreshToken);
      const id = subject.parse(tokens.claims()?.sub);
      const claims = { ...(await askUserInfo(signIn, tokens.access_token, id)), ...tokens.claims() };
      return {
        subject: id,
        /** For people to read: the e-mail address, as a rule. */
        name: nameOf(claims),
        groups: [claimIn(claims, groupsClaim)].flat().filter((group) => typeof group === 'string'),
        refreshToken: tokens.refresh_token,
      };
    },

    /** The next refresh token; undefined if the provider refuses this one. */
    renew: async (refreshToken: string): Promise<string | undefined> => {
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

async function discover({ fetch, now, configuration }: ProviderDeps) {
  const issuer = new URL(configuration.oidcIssuer);
  const authentication = clientAuthentication(configuration.oidcClientSecret);
  const discovery: oidc.DiscoveryRequestOptions = {
    timeout,
    // oxlint-disable-next-line typescript/no-deprecated -- for a provider on this computer only, see the setting
    execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    ...(fetch && { [oidc.customFetch]: fetch }),
  };
  // Tests have a clock of their own; otherwise it is 0.
  const clockSkew = Math.round((now() - Date.now()) / 1000);
  const configure = (tolerance: number) => {
    const metadata = { [oidc.clockTolerance]: tolerance, [oidc.clockSkew]: clockSkew };
    return oidc.discovery(issuer, configuration.oidcClientId, metadata, authentication, discovery);
  };
  const [signIn, renewal] = await Promise.all([configure(clockTolerance), configure(anyClock)]);
  return { signIn, renewal };
}

/** Sends the secret in the body if the provider accepts that: not all decode the percent-encoding that the header needs. */
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

/** The claims of the provider's UserInfo endpoint, if it has one: the ID token need not contain e-mail address and groups. */
async function askUserInfo(
  configuration: oidc.Configuration,
  accessToken: string,
  id: string,
): Promise<Record<string, unknown>> {
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  return hasUserInfo ? oidc.fetchUserInfo(configuration, accessToken, id) : {};
}

/** The claim of this name; if there is none, a dot leads into an object, as in realm_access.roles. */
export function claimIn(claims: unknown, name: string): unknown {
  const found = z.record(z.string(), z.unknown()).safeParse(claims);
  if (!found.success) return undefined;
  if (Object.hasOwn(found.data, name)) return found.data[name];
  const [first = '', ...rest] = name.split('.');
  return rest.length > 0 && Object.hasOwn(found.data, first)
    ? claimIn(found.data[first], rest.join('.'))
    : undefined;
}

function nameOf(claims: Readonly<Record<string, unknown>>): string {
  const names = ['email', 'preferred_username', 'name', 'sub'].map((claim) => claims[claim]);
  const name = names.filter((each) => typeof each === 'string').find((each) => each !== '') ?? '';
  return printable(name).slice(0, longestName);
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
  // What fetch throws if it gets no answer.
  if (error instanceof TypeError) return 'down';
  if (!(error instanceof oidc.ClientError)) return 'unusable';
  if (error.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'clock';
  const isDown =
    error.code === 'OAUTH_TIMEOUT' || (error.cause instanceof Response && error.cause.status >= 500);
  return isDown ? 'down' : 'unusable';
}

/** The error for the log, with its reason: the library's own messages lack it. */
export function reportOf(error: unknown): Error {
  return new OutsideError(`The sign-in provider cannot be used: ${reasonOf(error)}`);
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (error instanceof oidc.ResponseBodyError) return error.error;
  if (error instanceof TypeError) return systemCode(cause) || error.message;
  if (!(error instanceof oidc.ClientError)) return String(error);
  return cause instanceof Error ? `${error.message}, ${cause.message}` : error.message;
}
