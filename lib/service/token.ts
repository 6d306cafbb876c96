import * as z from 'zod/mini';
import type { Item } from '../browser/contract.ts';
import type { Account } from './account.ts';
import { tokenLifetime } from './contract.ts';

/** A token as it is kept: bound to the save of the account that it was made for. */
export const storedToken = z.object({ token: z.string(), revision: z.string(), until: z.number() });

export type StoredToken = z.infer<typeof storedToken>;

/** Seconds before its hour at which a token is renewed. */
const margin = 60;

interface World {
  kept: Item<StoredToken>;
  fetchToken(account: Account): Promise<string>;
  now?: () => number;
}

/** Tokens by one flight an account, however many ask; a stored one is used until a minute before its hour ends. */
export const createTokens = (world: World) => {
  const now = world.now ?? Date.now;
  const flights = new Map<string, Promise<string>>();

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

  const fly = (account: Account): Promise<string> => {
    const under = flights.get(account.revision);
    if (under) return under;
    const flight = fetchAndKeep(account).finally(() => flights.delete(account.revision));
    flights.set(account.revision, flight);
    return flight;
  };

  return {
    keep,
    /** A token for this account. With `refused`, one that is not the token which the service has just refused. */
    async get(account: Account, refused?: string): Promise<string> {
      const kept = await read();
      const usable = kept?.revision === account.revision && kept.until > now() && kept.token !== refused;
      return usable ? kept.token : fly(account);
    },
  };
};

export type Tokens = ReturnType<typeof createTokens>;
