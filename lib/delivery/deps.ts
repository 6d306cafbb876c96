import type { CallResult } from '../failures/schema.ts';
import type { AttemptKey } from '../shortening/request.ts';
import type { Shortener } from '../shortening/shortening.ts';
import type { StoredItem } from '../storage/storage.ts';
import type { CleanedLink } from '../url/tracking.ts';
import type { CopySettings } from './outcome-view.ts';
import type { ToastDocument } from './stored-deliveries.ts';
import type { DeliveredOutcome, StoredDelivery } from './types.ts';

/** What `Delivery` needs of the browser, the service and the settings. */
export interface DeliveryDeps {
  shortener: Pick<Shortener, 'shorten' | 'acknowledge'>;
  stored: StoredItem<StoredDelivery[]>;
  /** Removes tracking parameters, if the setting says so. */
  clean(link: string): Promise<CleanedLink>;
  copySettings(): Promise<CopySettings>;
  showBadge(tabId: number, badge: '…' | '✓' | '!'): void;
  /** Deletes a link that was just created where the service can, else removes it from the history. Never rejects. */
  undo(attempt: AttemptKey): Promise<CallResult<{ isDeleted: boolean }>>;
  /** Called after a new short link was created for a request in this tab. */
  onCreated(tabId: number, shortLink: string): unknown;
  /** Resolves with whether the browser allowed the injection. */
  injectToast(tabId: number): Promise<boolean>;
  /** Whether the tab exists and, if a document is named, still shows it. */
  isStillShown(location: Pick<ToastDocument, 'tabId'> & Partial<ToastDocument>): Promise<boolean>;
  isAnyWindowPrivate(): Promise<boolean>;
  hasNotifyAndCopyPermission(): Promise<boolean>;
  /** Shows a notification and copies the link; resolves with whether the notification was shown. */
  notifyAndCopy(id: string, delivered: DeliveredOutcome): Promise<boolean>;
  /** Opens the page that shows the outcome; resolves with its tab. */
  openOutcomePage(id: string, tabId: number): Promise<number | undefined>;
  openOptions(): Promise<void>;
  openHistory(): Promise<void>;
}
