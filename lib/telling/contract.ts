import type { Failure } from '../failures/contract.ts';
import type { Warning } from '../links/contract.ts';

/** What a person clicked to have its address shortened. */
export type Target = 'link' | 'image' | 'selection' | 'page';

/** What a person asked for without the popup, and where. */
export interface Asked {
  target: Target;
  /** As the browser tells it; undefined where it tells none. */
  address: string | undefined;
  /** -1 where it was no tab. */
  tabId: number;
  /** Of the page that was asked for; empty for all else, whose title nobody knows. */
  title: string;
  private: boolean;
}

/** What a button beside an outcome does.  */
export type Act = 'try-again' | 'another' | 'without-password' | 'settings';

/** How what a person asked for without the popup ended, for a toast, a page or a notice. */
export interface Told {
  /** The address that was asked for. */
  link: string;
  /** `end` in Unix seconds; `madeAt` in milliseconds, for a link that had been made before. */
  outcome:
    | { ok: true; shortLink: string; end: number; madeAt?: number | undefined }
    | { ok: false; failure: Failure };
  /** Why the address looks as if it were not meant for others; null where it does not. */
  warning: Warning | null;
  /** A button, and the id under which it works, once. */
  act: { what: Act; id: string } | null;
}
