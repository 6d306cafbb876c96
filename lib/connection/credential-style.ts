import { type CredentialStyle, credentialStyles } from '../api/contract.ts';
import { ServiceError } from '../api/errors.ts';
import { notedAs } from '../errors/noted-errors.ts';
import type { Reason } from '../failures/contract.ts';
import type { Account, AccountStore } from './account.ts';

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
