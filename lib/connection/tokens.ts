import * as z from 'zod/mini';
import { tokenLifetime } from '../api/contract.ts';
import { singleFlight } from '../async/async.ts';
import { notedAs } from '../errors/noted-errors.ts';
import type { StoredItem } from '../storage/storage.ts';
import type { Account } from './account.ts';

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
