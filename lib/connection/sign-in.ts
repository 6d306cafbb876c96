import { notedAs } from '../errors/noted-errors.ts';
import { type CredentialStyle, credentialStyles, tokenLifetime } from '../api/contract.ts';
import { ServiceError } from '../api/errors.ts';
import { getToken } from '../api/operations.ts';
import type { Transport } from '../api/transport.ts';
import type { Reason } from '../failures/contract.ts';
import type { StoredItem } from '../storage/storage.ts';
import type { Account, AccountStore } from './account.ts';
import { type Clock, syncClock } from './clock.ts';
import type { SignedIn } from './connect.ts';
import * as z from 'zod/mini';
import { singleFlight } from '../async/async.ts';

/** A stored token, bound to the revision of the account for which it was fetched; `until` in milliseconds since 1970. */
export const storedToken = z.object({ token: z.string(), revision: z.string(), until: z.number() });

export type StoredToken = z.infer<typeof storedToken>;

/** A token is renewed this many seconds before its hour ends. */
const margin = 60;

interface TokenDeps {
  stored: StoredItem<StoredToken>;
  fetchToken(account: Account): Promise<string>;
  now?: () => number;
}

/** Tokens: one pending call for each account, shared by all callers; a stored token is used until a minute before its hour ends. */
export const createTokens = ({ stored, fetchToken, now = Date.now }: TokenDeps) => {
  const share = singleFlight<string>();

  // If storage fails, a token is fetched again; no link is lost.
  const read = (): Promise<StoredToken | null> => stored.read().catch(notedAs(null));

  const store = (account: Account, token: string): Promise<void> => {
    const until = now() + (tokenLifetime - margin) * 1000;
    return stored.write({ token, revision: account.revision, until }).catch(notedAs(undefined));
  };

  const fetchAndStore = async (account: Account): Promise<string> => {
    const token = await fetchToken(account);
    await store(account, token);
    return token;
  };

  return {
    store,
    /** A token for this account; with `refused`, another one than that token, which the service has just refused. */
    async get(account: Account, refused?: string): Promise<string> {
      const known = await read();
      const isUsable = known?.revision === account.revision && known.until > now() && known.token !== refused;
      return isUsable ? known.token : share(account.revision, () => fetchAndStore(account));
    },
  };
};

export type Tokens = ReturnType<typeof createTokens>;

/** Answers of Get token that have two possible causes: a wrong style, or wrong credentials. */
const refusals: readonly Reason[] = ['missing-parameter', 'permission-denied', 'application-not-found'];

const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && refusals.includes(error.failure.reason);

interface Token {
  token: string;
  /** The style that the service accepted. */
  style: CredentialStyle;
}

/** Gets a token in one style; rejects with a ServiceError. */
type FetchToken = (account: Account, style: CredentialStyle) => Promise<string>;

/**
 * Tries the styles one after another until one gets a token. A refusal moves on to the next; anything else ends it.
 *
 * @throws ServiceError `credentials-rejected` if each style was refused
 */
const firstAccepted = async (
  fetchToken: (style: CredentialStyle) => Promise<string>,
  styles: readonly CredentialStyle[],
): Promise<Token> => {
  let rejected: ServiceError | undefined;
  for (const style of styles) {
    try {
      return { token: await fetchToken(style), style };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Missing Parameter says nothing about the credentials, so another answer is preferred.
      if (!rejected || rejected.failure.reason === 'missing-parameter') rejected = error;
    }
  }
  const failure = rejected?.failure;
  throw new ServiceError(
    { linkCreated: 'no', ...failure, reason: 'credentials-rejected' },
    { cause: rejected },
  );
};

/** How an account gets its tokens. Every function rejects with a ServiceError. */
export const createSignIn = (
  fetchToken: FetchToken,
  accountStore: Pick<AccountStore, 'style' | 'saveStyle'>,
) => {
  const run = (account: Account, styles: readonly CredentialStyle[]): Promise<Token> => {
    const set = account.advanced?.credentials ?? 'detect';
    return firstAccepted((style) => fetchToken(account, style), set === 'detect' ? styles : [set]);
  };
  // A style that cannot be read or stored is detected again: that takes more calls, but does not fail.
  const storedStyle = (account: Account) => accountStore.style(account).catch(notedAs(null));
  const runAndStore = async (account: Account, styles: readonly CredentialStyle[]): Promise<Token> => {
    const token = await run(account, styles);
    if (token.style !== styles[0] || !(await storedStyle(account)))
      await accountStore.saveStyle(account, token.style).catch(notedAs(undefined));
    return token;
  };
  return {
    /** For credentials that were just typed: at most three calls, and nothing is stored. */
    detect: (account: Account): Promise<Token> => run(account, credentialStyles),
    /** In the stored style only: one call. At most three if none is stored, and the style that works is stored. */
    async renew(account: Account): Promise<Token> {
      const stored = await storedStyle(account);
      return stored ? run(account, [stored]) : runAndStore(account, credentialStyles);
    },
    /** As `renew`, and detects the style again if the stored one is refused: at most three calls. */
    async check(account: Account): Promise<Token> {
      const stored = await storedStyle(account);
      const others = credentialStyles.filter((style) => style !== stored);
      return runAndStore(account, stored ? [stored, ...others] : others);
    },
  };
};

interface AuthenticationDeps {
  accountStore: AccountStore;
  token: StoredItem<StoredToken>;
  transport: Transport;
  clock: Clock;
  /** A new deadline for several calls. */
  deadline(): AbortSignal;
}

/** Tokens, and testing credentials by getting one. */
export const createAuthentication = (deps: AuthenticationDeps) => {
  const { accountStore, token: stored, transport, clock } = deps;
  const signInWithDeadline = (deadline: AbortSignal) =>
    createSignIn((account, style) => getToken(transport, { account, style, deadline }), accountStore);
  const renew = async (account: Account) => {
    // After a reset, or after another account was connected, the old key must not be sent again.
    if ((await accountStore.read())?.revision !== account.revision)
      throw new Error('The account is not connected.');
    return (await signInWithDeadline(deps.deadline()).renew(account)).token;
  };
  const tokens = createTokens({ stored, fetchToken: renew });
  return {
    tokens,
    /** Stores the token, and reads the clock if the answer had no date. */
    async signIn(account: Account, how: 'detect' | 'check'): Promise<SignedIn> {
      const deadline = deps.deadline();
      const { token, style } = await signInWithDeadline(deadline)[how](account);
      await tokens.store(account, token);

      const offset = () => clock.offset(account.address);
      // A failure is ignored: the call only measures the clock difference.
      if ((await offset()) === null)
        await syncClock(transport, { account, clock, deadline }).catch(() => undefined);
      return { style, clockDifference: await offset() };
    },
  };
};
