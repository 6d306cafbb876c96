import type { Told } from '../../lib/delivery/contract.ts';

/** What the page that tells an outcome can have done. Nothing rejects. */
export interface ToldActions {
  /** How it ended, as soon as it has; null where nobody knows any more. */
  told(): Promise<Told | null>;
  /** What the button with this id gave; null where it is spent. */
  act(id: string): Promise<Told | null>;
  /** Whether the clipboard holds it in the end. */
  copy(promised: Promise<string> | string): Promise<boolean>;
  openSettings(): void;
  openHistory(): void;
  mayTellQuietly(): Promise<boolean>;
  /** Asks the browser; call it within the click, before anything is awaited. */
  askToTellQuietly(): Promise<boolean>;
}
