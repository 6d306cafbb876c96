import { createBoundedMap } from './bounded-map.ts';
import { type Store, type StoredLink, StoreUnavailableError, type TokenOwner } from './contract.ts';

/**
 * Milliseconds for which a link is answered from memory: with the look-up after it, a change at another instance holds here within
 * two seconds.
 */
const linkLifetime = 1500;

/** Milliseconds for which it is cached that an identifier or token is unknown, and how an ending is written. */
const missLifetime = 1000;

/** Milliseconds for which a token and its application are cached. */
const tokenLifetime = 5000;

/** The most entries of each cache for tokens, unknown tokens and unknown identifiers. */
const maxEntries = 20_000;

/** Bytes that an entry takes beside its texts, roughly. */
const overhead = 250;

const processTime = () => performance.now();

interface CacheLimits<T> {
  /** Milliseconds for which a value is found. */
  lifetime: number;
  /** The largest size of all values together. */
  maxSize: number;
  sizeOf?: (value: T) => number;
  /** Milliseconds since any moment. */
  monotonic: () => number;
}

function createCache<T>({ lifetime, maxSize, sizeOf = () => 1, monotonic }: CacheLimits<T>) {
  const entries = createBoundedMap<{ value: T; until: number }>({
    maxSize,
    sizeOf: ({ value }) => sizeOf(value),
  });

  return {
    get: (key: string): T | undefined => {
      const entry = entries.get(key);
      return entry && entry.until > monotonic() ? entry.value : undefined;
    },
    /** The value even after its lifetime. */
    getStale: (key: string): T | undefined => entries.get(key)?.value,
    set: (key: string, value: T) => {
      entries.set(key, { value, until: monotonic() + lifetime });
    },
    delete: (key: string) => {
      entries.delete(key);
    },
    clear: entries.clear,
  };
}

export interface CacheOptions {
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

type LinkCalls = Pick<
  Store,
  'findLink' | 'findEnding' | 'addLink' | 'changeLink' | 'deleteLink' | 'revokeLinks'
>;

function cachedLinks(store: Store, { linkBytes, report, monotonic = processTime }: CacheOptions): LinkCalls {
  const links = createCache<StoredLink>({
    lifetime: linkLifetime,
    maxSize: linkBytes,
    sizeOf: ({ link }) => overhead + 2 * link.length,
    monotonic,
  });
  const misses = createCache<true>({ lifetime: missLifetime, maxSize: maxEntries, monotonic });
  const endings = createCache<{ ending: string | undefined }>({
    lifetime: missLifetime,
    maxSize: maxEntries,
    monotonic,
  });
  const pending = new Map<string, Promise<StoredLink | undefined>>();
  /** The time until which the store is taken for unavailable, because it did not answer shortly before. */
  let awayUntil = -Infinity;
  /** The look-up that finds out whether the store answers again. */
  let trial: Promise<unknown> | undefined;
  const isAway = () => trial !== undefined || monotonic() < awayUntil;

  const lookUp = (id: string, now: number) => {
    // A change of the link removes this look-up from `pending`; then its result is not cached.
    const isCurrent = () => pending.get(id) === looking;
    const run = async () => {
      try {
        // Lets `pending` have this look-up first, even if the store throws synchronously.
        await Promise.resolve();
        const found = await store.findLink(id, now);
        awayUntil = -Infinity;
        if (isCurrent()) {
          links.delete(id);
          if (!found) misses.set(id, true);
          else if (found.maxOpens === null) links.set(id, found);
        }
        return found;
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
        awayUntil = monotonic() + linkLifetime;
        const stale = links.getStale(id);
        if (!stale) throw error;
        report(error);
        return stale;
      } finally {
        if (isCurrent()) pending.delete(id);
      }
    };
    const looking = run();
    pending.set(id, looking);
    return looking;
  };

  /** While the store is unavailable, only one look-up at a time waits for it: no redirect of a link in memory does. */
  const findStale = (id: string, now: number) => {
    const stale = links.getStale(id);
    if (stale)
      trial ??= (pending.get(id) ?? lookUp(id, now)).catch(report).finally(() => (trial = undefined));
    return stale;
  };

  const thenEvict = async <T>(result: T | Promise<T>, ids: readonly string[]): Promise<T> => {
    const value = await result;
    for (const id of ids) {
      for (const entries of [links, misses, pending]) entries.delete(id);
      endings.delete(id.toLowerCase());
    }
    return value;
  };

  return {
    findLink: (id, now) => {
      const cached = links.get(id);
      if (cached) return cached;
      if (misses.get(id)) return undefined;
      return (isAway() && findStale(id, now)) || (pending.get(id) ?? lookUp(id, now));
    },

    findEnding: async (lowerCase) => {
      const cached = endings.get(lowerCase);
      if (cached) return cached.ending;
      const ending = await store.findEnding(lowerCase);
      endings.set(lowerCase, { ending });
      return ending;
    },

    addLink: (link, now) => thenEvict(store.addLink(link, now), [link.id]),
    changeLink: (change, now) => thenEvict(store.changeLink(change, now), [change.id]),
    deleteLink: (key, now) => thenEvict(store.deleteLink(key, now), [key.id]),
    revokeLinks: (ids, now, by) => thenEvict(store.revokeLinks(ids, now, by), ids),
  };
}

type TokenCalls = Pick<
  Store,
  'findTokenOwner' | 'addToken' | 'removeApplication' | 'setPersonKey' | 'refusePerson' | 'removePerson'
>;

const keyOf = (hash: Uint8Array) => Buffer.from(hash).toString('base64');

/** A token is random, so it is not sent before it is issued: a cached "unknown" delays no caller. */
function cachedTokens(store: Store, { monotonic = processTime }: CacheOptions): TokenCalls {
  const tokens = createCache<TokenOwner>({ lifetime: tokenLifetime, maxSize: maxEntries, monotonic });
  const misses = createCache<true>({ lifetime: missLifetime, maxSize: maxEntries, monotonic });
  const thenClear = async (result: boolean | Promise<boolean>) => {
    const isDone = await result;
    tokens.clear();
    return isDone;
  };

  return {
    findTokenOwner: async (hash, now) => {
      const key = keyOf(hash);
      const cached = tokens.get(key);
      if (cached) return cached;
      if (misses.get(key)) return undefined;

      const owner = await store.findTokenOwner(hash, now);
      if (owner) tokens.set(key, owner);
      else misses.set(key, true);
      return owner;
    },

    addToken: async (token) => {
      await store.addToken(token);
      misses.delete(keyOf(token.hash));
    },

    removeApplication: (secretId, reason) => thenClear(store.removeApplication(secretId, reason)),
    removePerson: (secretId) => thenClear(store.removePerson(secretId)),
    setPersonKey: (owner, keyHash, now) => thenClear(store.setPersonKey(owner, keyHash, now)),
    refusePerson: (refused, now) => thenClear(store.refusePerson(refused, now)),
  };
}
