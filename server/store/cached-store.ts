import type { Store, StoredLink, TokenOwner } from './contract.ts';

/** Milliseconds for which a link is found without the database: so long may a removed one still work. */
const linkLifetime = 60_000;

/** Milliseconds for which an unknown identifier or token is not looked up once more. */
const missLifetime = 1000;

/** Milliseconds for which a token and its application are not looked up once more. */
const tokenLifetime = 5000;

/** The most entries of each cache for tokens, unknown tokens and unknown identifiers. */
const maxEntries = 20_000;

/** Bytes that an entry takes beside its texts, roughly. */
const overhead = 250;

const processTime = () => performance.now();

interface CacheLimits<T> {
  /** Milliseconds for which a value is found. */
  lifetime: number;
  /** Of all values together; those that were used least recently are removed above it. */
  maxSize: number;
  sizeOf?: (value: T) => number;
  /** Milliseconds since any moment. */
  monotonic: () => number;
}

function createCache<T>({ lifetime, maxSize, sizeOf = () => 1, monotonic }: CacheLimits<T>) {
  const entries = new Map<string, { value: T; until: number }>();
  let size = 0;

  const remove = (key: string) => {
    const entry = entries.get(key);
    if (entry) size -= sizeOf(entry.value);
    entries.delete(key);
  };

  return {
    get: (key: string): T | undefined => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.until <= monotonic()) {
        remove(key);
        return undefined;
      }
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set: (key: string, value: T) => {
      remove(key);
      entries.set(key, { value, until: monotonic() + lifetime });
      size += sizeOf(value);
      for (const oldest of entries.keys()) {
        if (size <= maxSize) break;
        remove(oldest);
      }
    },
    remove,
    clear: () => {
      entries.clear();
      size = 0;
    },
  };
}

export interface CacheOptions {
  /** Bytes that links may take in memory. */
  linkBytes: number;
  /** Milliseconds since any moment; that of the process except in tests. */
  monotonic?: () => number;
}

/**
 * The store, with what requests read often in memory. A removed link is refused within `linkLifetime`, a removed application
 * within `tokenLifetime`, by this instance and by all others. Whether a link has expired is checked at every call.
 */
export function withCaches(store: Store, options: CacheOptions): Store {
  return { ...store, ...cachedLinks(store, options), ...cachedTokens(store, options) };
}

type LinkCalls = Pick<Store, 'findLink' | 'addLink' | 'removeLink'>;

function cachedLinks(store: Store, { linkBytes, monotonic = processTime }: CacheOptions): LinkCalls {
  const links = createCache<StoredLink>({
    lifetime: linkLifetime,
    maxSize: linkBytes,
    sizeOf: ({ link }) => overhead + 2 * link.length,
    monotonic,
  });
  const misses = createCache<true>({ lifetime: missLifetime, maxSize: maxEntries, monotonic });
  const pending = new Map<string, Promise<StoredLink | undefined>>();

  const lookUp = async (id: string, now: number) => {
    try {
      // Lets the caller add this look-up to `pending` first, even if the store throws synchronously.
      await Promise.resolve();
      const found = await store.findLink(id, now);
      if (found) links.set(id, found);
      else misses.set(id, true);
      return found;
    } finally {
      pending.delete(id);
    }
  };

  return {
    findLink: (id, now) => {
      const cached = links.get(id);
      if (cached) return cached.expiresAt > now ? cached : undefined;
      if (misses.get(id)) return undefined;

      const found = pending.get(id) ?? lookUp(id, now);
      pending.set(id, found);
      return found;
    },

    addLink: async (link, now) => {
      const outcome = await store.addLink(link, now);
      misses.remove(link.id);
      return outcome;
    },

    removeLink: async (id) => {
      const isRemoved = await store.removeLink(id);
      links.remove(id);
      return isRemoved;
    },
  };
}

type TokenCalls = Pick<Store, 'findTokenOwner' | 'addToken' | 'removeApplication'>;

const keyOf = (hash: Uint8Array) => Buffer.from(hash).toString('base64');

/** A token is random, so it is not sent before it is issued: a cached "unknown" delays no caller. */
function cachedTokens(store: Store, { monotonic = processTime }: CacheOptions): TokenCalls {
  const tokens = createCache<TokenOwner>({ lifetime: tokenLifetime, maxSize: maxEntries, monotonic });
  const misses = createCache<true>({ lifetime: missLifetime, maxSize: maxEntries, monotonic });

  return {
    findTokenOwner: async (hash, now) => {
      const key = keyOf(hash);
      const cached = tokens.get(key);
      if (cached ?? misses.get(key)) return cached;

      const owner = await store.findTokenOwner(hash, now);
      if (owner) tokens.set(key, owner);
      else misses.set(key, true);
      return owner;
    },

    addToken: async (token) => {
      await store.addToken(token);
      misses.remove(keyOf(token.hash));
    },

    removeApplication: async (secretId) => {
      const isRemoved = await store.removeApplication(secretId);
      tokens.clear();
      return isRemoved;
    },
  };
}
