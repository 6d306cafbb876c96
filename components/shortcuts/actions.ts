/** What can be done by keyboard; `keys` as the browser writes them, empty for none. */
export interface Shortcut {
  name: string;
  keys: string;
}

/** What the section can have done. Nothing rejects. */
export interface ShortcutActions {
  /** Null where the browser has none. */
  readShortcuts(): Promise<Shortcut[] | null>;
  /** Opens the browser's page for shortcuts, and resolves with whether it did; null where it lets nobody. */
  openShortcuts: (() => Promise<boolean>) | null;
}
