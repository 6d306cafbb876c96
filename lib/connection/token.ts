import type { StoredItem } from '../storage/storage.ts';
import * as z from 'zod/mini';
import { singleFlight } from '../async/async.ts';
import type { Account } from './account.ts';
import { tokenLifetime } from '../api/contract.ts';

/** A token as it is kept: bound to the save of the account that it was made for. */
export const storedToken = z.object({ token: z.string(), revision: z.string(), until: z.number() });

export type StoredToken = z.infer<typeof storedToken>;

/** Seconds before its hour at which a token is renewed. */
const margin = 60;

interface World {
  kept: StoredItem<StoredToken>;
  fetchToken(account: Account): Promise<string>;
  now?: () => number;
}

/** Tokens: one pending call an account, however many ask; a stored one is used until a minute before its hour ends. */
export const createTokens = (world: World) => {
  const now = world.now ?? Date.now;
  const share = singleFlight<string>();

  // Storage that refuses costs another call for a token, never a link.
  const read = (): Promise<StoredToken | null> => world.kept.read().catch(() => null);

  const keep = (account: Account, token: string): Promise<void> => {
    const until = now() + (tokenLifetime - margin) * 1000;
    return world.kept.write({ token, revision: account.revision, until }).catch(() => undefined);
  };

  const fetchAndKeep = async (account: Account): Promise<string> => {
    const token = await world.fetchToken(account);
    await keep(account, token);
    return token;
  };

  return {
    keep,
    /** A token for this account. With `refused`, one that is not the token which the service has just refused. */
    async get(account: Account, refused?: string): Promise<string> {
      const kept = await read();
      const usable = kept?.revision === account.revision && kept.until > now() && kept.token !== refused;
      return usable ? kept.token : share(account.revision, () => fetchAndKeep(account));
    },
  };
};

export type Tokens = ReturnType<typeof createTokens>;
