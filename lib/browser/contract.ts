/** One typed value in one place of the browser's storage; what does not parse is read as null. */
export interface Item<Value> {
  read(): Promise<Value | null>;
  write(value: Value): Promise<void>;
}

/** The tab in front of the person; `link` is null where the browser gives no address. */
export interface CurrentPage {
  tabId: number | null;
  link: string | null;
  title: string;
  private: boolean;
}

/** Something that the person granted and can take back. */
export interface Given {
  kind: 'all-sites' | 'service' | 'site' | 'tabs' | 'clipboardWrite' | 'notifications';
  /** The permission's name, or the match pattern of its sites: no two have the same. */
  id: string;
}

/** What the browser lets the extension do now. */
export interface Held {
  /** Names of the permissions that it has from installation on. */
  always: string[];
  given: Given[];
}
