import { createBoundedMap } from './bounded-map.ts';
import { type Store, type StoredLink, StoreUnavailableError, type TokenOwner } from './contract.ts';

/**
 * Milliseconds for which a link is answered from memory: with the look-up after it, a change at another instance holds here within
 * two seconds.
 */
const linkLifetime = 1500;

/** Bytes that a link takes beside its address, roughly. */
const overhead = 250;

/** Milliseconds for which a token and its application are answered from memory. */
const tokenLifetime = 5000;

const maxTokens = 20_000;

const processTime = () => performance.now();

interface CacheOptions {
  /** Bytes that links may take in memory. */
  linkBytes: number;
  /** Called when a link is used because the store is unavailable. */
  report: (error: Error) => void;
  /** Milliseconds since any moment; that of the process except in tests. */
  monotonic?: () => number;
}

/**
 * The store, with what requests read often in memory. A change of a link holds here at once, and within two seconds
 * at the other instances. An application that is removed or has another key is refused within `tokenLifetime` by all of them.
 *
 * While the store is unavailable, a link that is in memory is found whatever its age. As soon as the store answers, links that
 * are older than `linkLifetime` are looked up again.
 */
export function withCaches(store: Store, options: CacheOptions): Store {
  return { ...store, ...cachedLinks(store, options), ...cachedTokens(store, options) };
}

type LinkCalls = Pick<Store, 'findLink' | 'changeLink' | 'deleteLink' | 'revokeLinks'>;

function cachedLinks(store: Store, { linkBytes, report, monotonic = processTime }: CacheOptions): LinkCalls {
  const links = createBoundedMap<{ found: StoredLink; until: number }>(
    linkBytes,
    ({ found }) => overhead + 2 * found.link.length,
  );
  const pending = new Map<string, Promise<StoredLink | undefined>>();
  /** The time until which the store is taken for unavailable, because it did not answer shortly before. */
  let awayUntil = -Infinity;
  /** The look-up that finds out whether the store answers again: no redirect of a link in memory waits for it. */
  let trial: Promise<unknown> | undefined;

  /** Asks the store; all who ask for a link at the same time share a look-up. */
  const lookUp = (id: string, now: number) => {
    const begun = pending.get(id);
    if (begun) return begun;
    // A change of the link removes this look-up from `pending`; then its result is not cached.
    const isCurrent = () => pending.get(id) === asked;
    const ask = async () => {
      try {
        // Lets `pending` have this look-up first, even if the store throws synchronously.
        await Promise.resolve();
        const found = await store.findLink(id, now);
        awayUntil = -Infinity;
        if (isCurrent()) {
          links.delete(id);
          if (found?.maxOpens === null) links.set(id, { found, until: monotonic() + linkLifetime });
        }
        return found;
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
        awayUntil = monotonic() + linkLifetime;
        const stale = links.get(id);
        if (!stale) throw error;
        report(error);
        return stale.found;
      } finally {
        if (isCurrent()) pending.delete(id);
      }
    };
    const asked = ask();
    pending.set(id, asked);
    return asked;
  };

  const thenEvict = async <T>(result: T | Promise<T>, ids: readonly string[]): Promise<T> => {
    const value = await result;
    for (const id of ids) for (const entries of [links, pending]) entries.delete(id);
    return value;
  };

  return {
    findLink: (id, now) => {
      const entry = links.get(id);
      const isFresh = entry !== undefined && monotonic() < entry.until;
      if (isFresh) return entry.found;
      // An expired one is answered from memory only while the store is away.
      const isAway = trial !== undefined || monotonic() < awayUntil;
      if (!entry || !isAway) return lookUp(id, now);
      trial ??= lookUp(id, now)
        .catch(report)
        .finally(() => (trial = undefined));
      return entry.found;
    },

    changeLink: (change, now) => thenEvict(store.changeLink(change, now), [change.id]),
    deleteLink: (key, now) => thenEvict(store.deleteLink(key, now), [key.id]),
    revokeLinks: (ids, now, by) => thenEvict(store.revokeLinks(ids, now, by), ids),
  };
}

type TokenCalls = Pick<
  Store,
  'findTokenOwner' | 'removeApplication' | 'setPersonKey' | 'refusePerson' | 'removePerson'
>;

function cachedTokens(store: Store, { monotonic = processTime }: CacheOptions): TokenCalls {
  const tokens = createBoundedMap<{ owner: TokenOwner; until: number }>(maxTokens);
  const thenClear = async (result: boolean | Promise<boolean>) => {
    const isDone = await result;
    tokens.clear();
    return isDone;
  };

  return {
    findTokenOwner: async (hash, now) => {
      const key = Buffer.from(hash).toString('base64');
      const cached = tokens.get(key);
      if (cached && cached.until > monotonic()) return cached.owner;
      const owner = await store.findTokenOwner(hash, now);
      if (owner) tokens.set(key, { owner, until: monotonic() + tokenLifetime });
      return owner;
    },

    removeApplication: (secretId, reason) => thenClear(store.removeApplication(secretId, reason)),
    removePerson: (secretId) => thenClear(store.removePerson(secretId)),
    setPersonKey: (owner, keyHash, now) => thenClear(store.setPersonKey(owner, keyHash, now)),
    refusePerson: (refused, now) => thenClear(store.refusePerson(refused, now)),
  };
}
