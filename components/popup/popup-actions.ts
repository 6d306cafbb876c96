import type { CurrentPage, Share } from '../../lib/browser/types.ts';
import type { Draft } from '../../lib/shortening/draft.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { AttemptKey, Outcome, ShortenRequest } from '../../lib/shortening/request.ts';
import type { Attempt } from '../../lib/history/types.ts';
import type { CleanedLink } from '../../lib/url/tracking.ts';
import type { RemoteControl } from '../../lib/music/contract.ts';
import type { ChangeOutcome, ChangeRequest, UndoOutcome } from '../../lib/managing/request.ts';
import type { Preset } from '../../lib/validity/validity.ts';
import type { NoteActions } from '../ui/NoteField.tsx';
import type { Copy } from '../../lib/formats/copy-pending.ts';
import type { Format } from '../../lib/formats/names.ts';
import type { QrActions } from '../ui/QrView.tsx';

/** Removes the tracking parameters of an address. */
export type RemoveTracking = (link: string) => CleanedLink;

export interface WindowTabs {
  windowId: number;
  /** The number of tabs. */
  count: number;
  /** Ids of the selected tabs, usually one. */
  selected: number[];
}

/** The actions that the popup needs for its first paint. None of them rejects. */
export interface FirstActions {
  shorten(request: ShortenRequest): Promise<Outcome>;
  copy: Copy;
  openSettings(): void;
  rememberChoice(choice: Preset): void;
  /** Stores what was typed and chosen over the page until it is used; null removes it. */
  saveDraft(page: CurrentPage, draft: Draft | null): void;
  /** Null if the list cannot be read. */
  tracking(): Promise<RemoveTracking | null>;
  /** The attempts that created a short link to this address which works, the newest first. */
  activeLinks(link: string, isPrivate: boolean): Promise<Attempt[]>;
  /** Opens a page of the extension, such as "/history.html", and closes the popup. */
  openPage(path: string): void;
  /** The newest attempt whose outcome was not seen. */
  unacknowledged(isPrivate: boolean): Promise<Attempt | null>;
  /** The outcome of that attempt, if it is still pending. */
  pendingOutcome(id: string): Promise<Outcome | null>;
  acknowledge(id: string, isPrivate: boolean): void;
  /** The failure that began a rate limit of a connection, with the seconds that are left; null if there is none. */
  rateLimit(connection: string): Promise<Failure | null>;
}

/** The actions of the parts that appear after the first paint. None of them rejects. */
export interface LazyActions extends QrActions, NoteActions {
  open(url: string): void;
  /** Null if the browser has no share sheet. */
  share: Share | null;
  /** The newest attempts, the newest first; empty if the background does not answer. */
  recent(isPrivate: boolean): Promise<Attempt[]>;
  /** How many links expire within a week; 0 if the background does not answer. */
  expiringCount(): Promise<number>;
  /** Null if the browser gives no information. */
  windowTabs(): Promise<WindowTabs | null>;
  /** The host of the short links that a connection creates; empty if the background does not answer. */
  shortHost(connection?: string): Promise<string>;
  /** Deletes the link that was just created, or removes it from the history. */
  undo(attempt: AttemptKey): Promise<UndoOutcome>;
  changeLink(request: ChangeRequest): Promise<ChangeOutcome>;
  /** The running audio player, or null; it starts none. The remote control closes with the signal. */
  findRunningPlayer(signal: AbortSignal): Promise<RemoteControl | null>;
  /** Puts the player on the tab and lets it play: whether the browser allowed it; null if the background did not answer. */
  playHere(tabId: number): Promise<boolean | null>;
  /** Activates that tab and closes the popup. */
  showTab(tabId: number): void;
  close(): void;
  /** Stores it as the format that was used last. */
  rememberFormat(format: Format): unknown;
  /** Opens the settings at the template for copied links, and closes the popup. */
  editTemplate(): void;
}

export type PopupActions = FirstActions & LazyActions;
