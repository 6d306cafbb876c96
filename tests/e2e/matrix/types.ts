import type { Reason } from '../../../lib/failures/contract.ts';
import type { TextKey, Texts } from '../../../scripts/browsers/texts.ts';
import type { BrowserKind } from '../../../scripts/browsers/installed-programs.mjs';
import type { Page } from 'puppeteer-core';
import type { Control } from '../support/control.ts';
import type { Fixture } from '../support/fixture.ts';
import type { PopupHost, Shown } from './popup-host.ts';

/** What must hold after a case. */
export interface Expected {
  /** The failure that is shown; missing if a short link is shown. */
  reason?: Reason;
  /** The text that is shown in place of the sentence of that failure. */
  hint?: TextKey;
  /** The service that it names; by default the service address. */
  value?: (matrix: Matrix) => string;
  /** Requests of Add for the link. */
  posts: number;
  /** Requests of Get token; missing if it depends on the browser. */
  tokens?: number | undefined;
  /** How the history has the link; null if it must not have it. */
  state: 'created' | 'failed' | 'unknown' | null;
}

/** What puts things right after a case. */
export type Undo = () => unknown;

export interface Sent {
  ok: boolean;
  shortLink?: string;
}

/** What a browser does to the background of the extension. */
export interface Background {
  /** Ends it in the middle of whatever it does, as an idle one is ended. */
  kill(): Promise<void>;
  /** Takes the network away, or gives it back. */
  setOffline(isOffline: boolean): Promise<void>;
  /** Reloads the extension, which closes its pages. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** What the cases of the matrix act on. */
export interface Matrix {
  kind: BrowserKind;
  fixture: Fixture;
  control: Control;
  popup: PopupHost;
  background: Background;
  text: Texts;
  /** Milliseconds by which the service's clock is ahead. */
  clock: { shift: number };
  /** The web page below the popup. */
  page: Page;
  /** Shortens in the popup, which is opened if it is closed. */
  shorten(link: string, how?: { expiresAt?: string; submits?: number }): Promise<Shown>;
  /** A popup in a tab of its own. */
  otherPage(): Promise<Page>;
  shortenInTab(page: Page, link: string): Promise<Shown>;
  /** Sends the popup's message. */
  send(link: string): Promise<Sent>;
  removeToken(): Promise<void>;
  /** Changes the address of the saved connection; resolves with what changes it back. */
  moveAccount(address: string): Promise<Undo>;
  /** Takes the access to the hosts back; resolves with what grants it. */
  revokeAccess(): Promise<Undo>;
  /** Resets the connection, as the settings do, and connects as at the beginning. */
  reconnect(): Promise<void>;
  /** How the history has that link. */
  statesOf(link: string): Promise<string[]>;
  /** How the history has that link, and the places where the key or the token is found; what is shown is one of them. */
  foundAfter(shown: { link: string; html: string }): Promise<{ states: string[]; leaks: string[] }>;
}

/** One row of the fault matrix, which both browsers run. */
export interface MatrixCase extends Expected {
  /** The name of its tests, such as "service: no answer". */
  id: string;
  /** What happens before the link is shortened. */
  arrange?: (matrix: Matrix) => Promise<Undo | undefined> | Undo | undefined;
  /** How the link is shortened; by default in the popup. Resolves with what a person sees. */
  act?: (matrix: Matrix, link: string) => Promise<Shown>;
  /** The address that is shortened; by default one of the test's web pages. */
  link?: string;
  /** More that must hold; returns what is wrong. */
  alsoHolds?: (matrix: Matrix, shown: Shown) => Promise<string[]> | string[];
}
