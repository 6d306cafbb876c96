import type { Failure } from '../failures/contract.ts';
import type { Account, Vault } from './account.ts';
import { type CredentialStyle, credentialStyles } from '../api/contract.ts';
import { ServiceError } from '../api/errors.ts';

/** Answers of Get token that a wrong style can cause as well as wrong credentials. */
const refusals: readonly Failure['reason'][] = [
  'missing-parameter',
  'permission-denied',
  'application-not-found',
];

const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && refusals.includes(error.failure.reason);

export interface Token {
  token: string;
  /** The style that the service accepted. */
  style: CredentialStyle;
}

/** Asks for a token in one style; rejects with a ServiceError. */
export type AskInStyle = (account: Account, style: CredentialStyle) => Promise<string>;

/**
 * Tries the styles one after another until one gets a token. A refusal moves on to the next; anything else ends it.
 *
 * @throws ServiceError `credentials-rejected` where each style was refused
 */
const firstAccepted = async (
  ask: (style: CredentialStyle) => Promise<string>,
  styles: readonly CredentialStyle[],
): Promise<Token> => {
  let rejected: ServiceError | undefined;
  for (const style of styles) {
    try {
      return { token: await ask(style), style };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // A service that misses its parameters says nothing of the credentials: another answer tells more.
      if (!rejected || rejected.failure.reason === 'missing-parameter') rejected = error;
    }
  }
  const failure = rejected?.failure;
  throw new ServiceError({ made: 'no', ...failure, reason: 'credentials-rejected' }, { cause: rejected });
};

/** How an account gets its tokens. Every function rejects with a ServiceError. */
export const createSignIn = (ask: AskInStyle, vault: Pick<Vault, 'style' | 'saveStyle'>) => {
  const run = (account: Account, styles: readonly CredentialStyle[]): Promise<Token> => {
    const set = account.advanced?.credentials ?? 'detect';
    return firstAccepted((style) => ask(account, style), set === 'detect' ? styles : [set]);
  };
  // A style that cannot be read or stored is detected again: that costs calls, never a link.
  const storedStyle = (account: Account) => vault.style(account).catch(() => null);
  const runAndStore = async (account: Account, styles: readonly CredentialStyle[]): Promise<Token> => {
    const token = await run(account, styles);
    if (token.style !== styles[0] || !(await storedStyle(account)))
      await vault.saveStyle(account, token.style).catch(() => undefined);
    return token;
  };
  return {
    /** For credentials that were just typed: at most three calls, and nothing is stored. */
    detect: (account: Account): Promise<Token> => run(account, credentialStyles),
    /** In the stored style only: one call. At most three where none is stored, and the style that works is stored. */
    async renew(account: Account): Promise<Token> {
      const stored = await storedStyle(account);
      return stored ? run(account, [stored]) : runAndStore(account, credentialStyles);
    },
    /** As `renew`, and detects the style again where the stored one is refused: at most three calls. */
    async check(account: Account): Promise<Token> {
      const stored = await storedStyle(account);
      const others = credentialStyles.filter((style) => style !== stored);
      return runAndStore(account, stored ? [stored, ...others] : others);
    },
  };
};
