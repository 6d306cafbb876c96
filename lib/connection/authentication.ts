import { getToken } from '../api/operations.ts';
import type { Transport } from '../api/transport.ts';
import type { StoredItem } from '../storage/storage.ts';
import type { Account, AccountStore } from './account.ts';
import { type Clock, syncClock } from './clock.ts';
import type { SignedIn } from './connect.ts';
import { createSignIn } from './credential-style.ts';
import { createTokens, type StoredToken } from './tokens.ts';

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
