import type { Outcome, ShortenRequest } from '../../lib/shortening/request.ts';
import type { History, HistoryProblem } from '../../lib/history/history.ts';
import type { QrActions } from '../ui/QrView.tsx';

/** The actions of the history page. Those that read or write the history reject if the disk refuses. */
export interface HistoryActions extends History, QrActions {
  problemOf(error: unknown): HistoryProblem;
  /** When the browser lost the history (milliseconds); null if it has not, or the person has dismissed it. May reject. */
  readLoss(): Promise<number | null>;
  acknowledgeLoss(): Promise<void>;
  /** Never rejects. */
  shorten(request: ShortenRequest): Promise<Outcome>;
  /** Resolves with whether the clipboard contains the text. */
  copy(promised: Promise<string> | string): Promise<boolean>;
  open(url: string): void;
  openSettings(): void;
  acknowledge(id: string, isPrivate: boolean): void;
}
