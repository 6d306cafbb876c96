/** The IndexedDB database of the history. Every version of the extension opens it when its background starts. */
export const historyDatabase = 'waylark-history';
