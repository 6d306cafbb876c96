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
