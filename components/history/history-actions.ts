import type { History, HistoryProblem } from '../../lib/history/history.ts';
import type { StoredView } from '../../lib/history/stored-view.ts';
import type { PopupActions } from '../popup/popup-actions.ts';
import type { QrActions } from '../ui/QrView.tsx';

type Shared = 'shorten' | 'copy' | 'open' | 'openSettings' | 'acknowledge';

/** The actions of the history page. Those that read or write the history reject if the disk refuses. */
export interface HistoryActions extends History, QrActions, Pick<PopupActions, Shared> {
  view: StoredView;
  /** Like `shorten`, for one of several links: it opens none, and rejects if the worker stops. */
  shortenOne: PopupActions['shorten'];
  problemOf(error: unknown): HistoryProblem;
  /** When the browser lost the history (milliseconds); null if it has not, or the person has dismissed it. May reject. */
  readLoss(): Promise<number | null>;
  acknowledgeLoss(): Promise<void>;
}
