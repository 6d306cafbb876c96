/** What a store returns: SQLite at once, PostgreSQL later. */
export type Awaitable<T> = T | Promise<T>;
