import type { Outcome, ShortenRequest } from '../../lib/shortening/request.ts';
import type { Attempt } from '../../lib/history/contract.ts';
import type { Batch } from '../../lib/batch/run.ts';
import type { OpenTab } from '../../lib/batch/plan.ts';
import type { Choice, LastingChoice } from '../../lib/validity/validity.ts';

/** What the page can have done; only the two that ask the background may reject. */
export interface ManyActions {
  /** Must be called before anything is awaited in a click. Resolves with whether it was granted. */
  askToSeeTabs(): Promise<boolean>;
  readTabs(): Promise<OpenTab[]>;
  shorten(wish: ShortenRequest): Promise<Outcome>;
  attempt(id: string): Promise<Attempt | null>;
  rememberChoice(choice: LastingChoice): void;
  /** Keeps a run over a reload of this page; nothing is kept of private tabs. */
  keep(batch: Batch): void;
  forget(): void;
  copy(text: string): Promise<boolean>;
  copyHtml(html: string): Promise<boolean>;
  /** Saves a file as the browser saves downloads. */
  save(name: string, content: Blob): void;
  openSettings(): void;
}

/** What the page begins with. */
export type FirstStep =
  /** Its address names no tabs. */
  | { at: 'nowhere' }
  /** We may not see the tabs yet. */
  | { at: 'ask' }
  | { at: 'plan'; tabs: OpenTab[] }
  /** A run that a reload interrupted, or one that had ended before it. */
  | { at: 'resume'; batch: Batch };

export interface ManyView {
  first: FirstStep;
  choice: LastingChoice;
  /** The validities to choose from. */
  offered: readonly Choice[];
  private: boolean;
}
