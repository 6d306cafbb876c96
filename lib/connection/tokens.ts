import * as z from 'zod/mini';
import { tokenLifetimeSeconds } from '../api/contract.ts';
import { ServiceError } from '../api/errors.ts';
import { type Feature, feature } from '../api/links/contract.ts';
import type { Grant } from '../api/operations.ts';
import { singleFlight } from '../async/async.ts';
import { logAndReturn } from '../errors/error-log.ts';
import type { StoredMap } from '../storage/stored-map.ts';
import type { Account } from './account.ts';

/** A stored token, bound to the revision of the account for which it was fetched; `until` in milliseconds since 1970. */
export const storedToken = z.object({
  token: z.string(),
  features: z.array(feature),
  revision: z.string(),
  until: z.number(),
});

export type StoredToken = z.infer<typeof storedToken>;

/** A token is renewed this long before its hour ends. */
const marginSeconds = 60;

/**
 * The token of a grant with these features. Without it nothing can have been sent that has an effect, whatever the error is. A
 * service that does not announce an option would ignore it, and create a link that can be opened without a limit.
 */
export const tokenWith = async (
  needed: readonly Feature[],
  granting: Promise<Grant>,
  service: string,
): Promise<string> => {
  const { token, features } = await granting.catch((error: unknown) => {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError({ reason: 'interrupted', hadEffect: 'no', service }, { cause: error });
  });
  if (needed.every((each) => features.includes(each))) return token;
  throw new ServiceError({ reason: 'not-offered', hadEffect: 'no', service });
};

/** Tokens: one pending call for each account, shared by all callers; a stored token is used until a minute before its hour ends. */
export const createTokens = ({
  stored,
  fetchToken,
  saveFeatures,
  now = Date.now,
}: {
  /** By the id of the account. */
  stored: StoredMap<StoredToken>;
  fetchToken(account: Account): Promise<Grant>;
  /** Stores for the pages what the service of this account can do. */
  saveFeatures(account: string, features: Feature[]): Promise<void>;
  now?: () => number;
}) => {
  const share = singleFlight<Grant>();

  // If storage fails, a token is fetched again; no link is lost.
  const read = ({ id }: Account): Promise<StoredToken | null> => stored.read(id).catch(logAndReturn(null));

  const store = async ({ id, revision }: Account, grant: Grant): Promise<void> => {
    const until = now() + (tokenLifetimeSeconds - marginSeconds) * 1000;
    await stored.write(id, { ...grant, revision, until }).catch(logAndReturn(undefined));
    await saveFeatures(id, grant.features).catch(logAndReturn(undefined));
  };

  const fetchAndStore = async (account: Account): Promise<Grant> => {
    const grant = await fetchToken(account);
    await store(account, grant);
    return grant;
  };

  return {
    store,
    /** A token for this account; with `refused`, another one than that token, which the service has just refused. */
    async get(account: Account, refused?: string): Promise<Grant> {
      const known = await read(account);
      const isUsable = known?.revision === account.revision && known.until > now() && known.token !== refused;
      return isUsable ? known : share(account.revision, () => fetchAndStore(account));
    },
  };
};

export type Tokens = ReturnType<typeof createTokens>;
