import type { History, HistoryProblem } from '../../lib/history/history.ts';
import type { StoredView } from '../../lib/history/stored-view.ts';
import type { ChangeOutcome, ChangeRequest, LoadOutcome, LoadRequest } from '../../lib/managing/request.ts';
import type { ReadMove } from '../moving/use-move.ts';
import type { PopupActions } from '../popup/popup-actions.ts';
import type { FormatActions } from '../ui/link-copier.ts';
import type { QrActions } from '../ui/QrView.tsx';

type Shared = 'shorten' | 'open' | 'openSettings' | 'acknowledge';

/** The actions of the history page. Those that read or write the history reject if the disk refuses. */
export interface HistoryActions extends History, QrActions, FormatActions, Pick<PopupActions, Shared> {
  view: StoredView;
  /** Like `shorten`, for one of several links: it does not open the short link, and rejects if the worker stops. */
  shortenInRun: PopupActions['shorten'];
  /** Changes the link of an attempt at the service. Never rejects: a stopped worker is a failed outcome. */
  changeLink(request: ChangeRequest): Promise<ChangeOutcome>;
  /** Stores a note; an empty one is removed. Resolves with whether it is stored. */
  setNote(id: string, note: string): Promise<boolean>;
  /** Reads how often the links of these attempts were opened; the result arrives by `onChange`. */
  refreshLinks(ids: readonly string[]): void;
  /** Adds a page of the account's links at the service to the history. */
  loadLinks(request: LoadRequest): Promise<LoadOutcome>;
  /** The state of the move that is running, or of the last one whose result was not closed. */
  readMove: ReadMove;
  problemOf(error: unknown): HistoryProblem;
  /** When the browser lost the history (milliseconds); null if it has not, or the person has dismissed it. May reject. */
  readLoss(): Promise<number | null>;
  acknowledgeLoss(): Promise<void>;
}
