import type { CopyFormat } from '../../lib/formats/names.ts';
import type { Outcome, ShortenRequest } from '../../lib/shortening/request.ts';
import type { Attempt } from '../../lib/history/types.ts';
import type { Batch } from '../../lib/batch/batch.ts';
import type { OpenTab } from '../../lib/batch/plan.ts';
import type { ConnectionInfo } from '../../lib/settings/connection-info.ts';
import type { FormatActions } from '../ui/link-copier.ts';
import type { Choice, Preset } from '../../lib/validity/validity.ts';

/** The actions of the page. Only `shorten` and `findAttempt` may reject. */
export interface BatchActions extends FormatActions {
  /** Call it inside a click, before anything is awaited. Resolves with whether the permission was granted. */
  requestTabsPermission(): Promise<boolean>;
  readTabs(): Promise<OpenTab[]>;
  shorten(request: ShortenRequest): Promise<Outcome>;
  findAttempt(id: string): Promise<Attempt | null>;
  rememberChoice(choice: Preset): void;
  /** Stores a batch until this page is closed; one of private tabs is not stored. */
  storeBatch(batch: Batch): void;
  clearStoredBatch(): void;
  /** Saves a file as the browser saves downloads. */
  saveFile(name: string, content: Blob): void;
  openSettings(): void;
  openHistory(): void;
  closeTab(): void;
}

export type FirstStep =
  /** The address of the page selects no tabs. */
  | { at: 'no-tabs' }
  /** The permission to see the tabs is missing. */
  | { at: 'ask' }
  | { at: 'plan'; tabs: OpenTab[] }
  /** A run that was interrupted by a reload, or had ended before it. */
  | { at: 'resume'; batch: Batch };

export interface BatchView extends CopyFormat {
  firstStep: FirstStep;
  choice: Preset;
  /** The default one first. */
  connections: readonly ConnectionInfo[];
  /** The connection that is chosen at first; undefined if no connection is known. */
  connection: ConnectionInfo | undefined;
  /** The validity that is offered first for a connection. */
  offeredValidity(connection: ConnectionInfo): Preset;
  /** The validities to choose from. */
  offered: readonly Choice[];
  private: boolean;
  /** The number of tabs that the person selected; 0 for all tabs of the window. */
  selected: number;
}
