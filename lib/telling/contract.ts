import type { Warning } from '../address/contract.ts';
import type { Failure } from '../failures/contract.ts';

/** What a person clicked to have its address shortened. */
export type Target = 'link' | 'image' | 'selection' | 'page';

/** What a person asked for without the popup, and where. */
export interface Asked {
  target: Target;
  /** As the browser tells it; undefined where it tells none. */
  address: string | undefined;
  /** -1 where it was no tab. */
  tabId: number;
  /** Address of the page it was asked on, where the browser tells it. */
  page: string | undefined;
  /** Of the page that was asked for; empty for all else, whose title nobody knows. */
  title: string;
  private: boolean;
}

/** What a button beside an outcome does.  */
export type Act = 'try-again' | 'another' | 'without-password' | 'settings';

/** How what a person asked for without the popup ended, for a toast, a page or a notice. */
export interface Told {
  /** The address that was shortened; empty where a web page could read it. */
  link: string;
  /** `end` in Unix seconds; `madeAt` in milliseconds, for a link that had been made before. */
  outcome:
    | { ok: true; shortLink: string; end: number; madeAt?: number | undefined }
    | { ok: false; failure: Failure };
  /** Names of the tracking parameters that were taken out of it. */
  removed: string[];
  /** Why the address looks as if it were not meant for others; null where it does not. */
  warning: Warning | null;
  /** A button, and the id under which it works, once. */
  act: { what: Act; id: string } | null;
}
