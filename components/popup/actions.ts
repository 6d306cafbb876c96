import type { Outcome, ShortenRequest } from '../../lib/shortening/request.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import type { RemoteControl } from '../../lib/music/contract.ts';
import type { LastingChoice } from '../../lib/validity/validity.ts';

/** What knows the tracking parameters of addresses. */
export interface Tracking {
  namesIn(link: string): string[];
  /** The address without them, and else unchanged. */
  without(link: string): string;
}

/** The window in which the popup is. */
export interface TabsAround {
  windowId: number;
  /** How many tabs there are. */
  count: number;
  /** Ids of those that are selected; one is, usually. */
  selected: number[];
}

/** What the popup can have done. Nothing rejects. */
export interface PopupActions {
  shorten(wish: ShortenRequest): Promise<Outcome>;
  /** Whether the clipboard holds it in the end. */
  copy(promised: Promise<string> | string): Promise<boolean>;
  open(url: string): void;
  openSettings(): void;
  rememberChoice(choice: LastingChoice): void;
  /** Null where the list cannot be read. */
  tracking(): Promise<Tracking | null>;
  /** Whether this address was shortened before. */
  isKnown(link: string, isPrivate: boolean): Promise<boolean>;
  /** The newest attempts, the newest first; none where nobody answers. */
  recent(isPrivate: boolean): Promise<Attempt[]>;
  /** Null where the browser does not say. */
  tabsAround(): Promise<TabsAround | null>;
  /** Opens a page of ours, such as "/history.html", in the popup's place. */
  openPage(path: string): void;
  /** The newest attempt whose outcome nobody was told. */
  earlier(isPrivate: boolean): Promise<Attempt | null>;
  /** Its outcome, where it is still on its way. */
  arrival(id: string): Promise<Outcome | null>;
  markShown(id: string, isPrivate: boolean): void;
  /** The running audio player, or null; it starts none. The remote control closes with the signal. */
  findRunningPlayer(signal: AbortSignal): Promise<RemoteControl | null>;
  /** Puts the player on the tab and lets it play: whether the browser let us in, null where nobody answered. */
  playHere(tabId: number): Promise<boolean | null>;
  /** Shows that tab in the popup's place. */
  showTab(tabId: number): void;
  close(): void;
}
