import type { Warning } from '../url/contract.ts';
import type { Failure } from '../failures/schema.ts';

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
