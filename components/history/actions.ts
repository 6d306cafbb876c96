import type { Outcome, ShortenRequest } from '../../lib/shortening/request.ts';
import type { History, Trouble } from '../../lib/history/history.ts';

/** What the page of the history can have done. What reads or writes the history rejects where the disk refuses. */
export interface HistoryActions extends History {
  troubleOf(error: unknown): Trouble;
  /** Never rejects. */
  shorten(wish: ShortenRequest): Promise<Outcome>;
  /** Whether the clipboard holds it in the end. */
  copy(promised: Promise<string> | string): Promise<boolean>;
  open(url: string): void;
  openSettings(): void;
  markShown(id: string, isPrivate: boolean): void;
  /** Saves a file as the browser saves downloads. */
  save(name: string, content: Blob): void;
}
