/** A change of the history: the ids of the changed entries, or null if any entry may have changed. */
export type HistoryChange = string[] | null;

/** The channel on which the contexts of the extension announce their changes; a context does not receive its own. */
export const openChangeFeed = () => new BroadcastChannel('waylark-history');
