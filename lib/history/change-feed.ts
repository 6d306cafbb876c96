/** What was written to the history: the ids of the entries, or null where they are many and all may have changed. */
export type News = string[] | null;

/** Where the contexts of the extension tell each other what they wrote; nobody hears what it posts itself. */
export const openNews = () => new BroadcastChannel('waylark-history');
