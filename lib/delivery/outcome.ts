import { notedAs } from '../errors/noted-errors.ts';
import { interrupted, type Refusal } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import type { Outcome } from '../shortening/request.ts';
import type { StoredItem } from '../storage/storage.ts';
import type { UrlWarning } from '../url/contract.ts';
import type { Shortener } from '../shortening/shortening.ts';
import type { DeliveredOutcome, OutcomeAction } from './types.ts';
import type { createDeliveryStore, StoredDelivery, ToastLocation } from './stored-deliveries.ts';

/** The document in which a toast runs. `documentId` is undefined in Firefox. */
export interface ToastDocument {
  tabId: number;
  documentId: string | undefined;
  url: string;
}

/** A link without its tracking parameters, and the names of those that were removed. */
export interface CleanedLink {
  link: string;
  removed: string[];
}

export interface DeliveryDeps {
  shortener: Pick<Shortener, 'shorten' | 'acknowledge'>;
  stored: StoredItem<StoredDelivery[]>;
  /** Removes tracking parameters, if the setting says so. */
  clean(link: string): Promise<CleanedLink>;
  urlWarningOf(link: string): UrlWarning | null;
  remedy(failure: Failure): OutcomeAction | null;
  /** Whether a short link is copied as soon as it is created. */
  shouldCopy(): Promise<boolean>;
  showBadge(tabId: number, badge: '…' | '✓' | '!'): void;
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
}

/** A request that was made while this worker runs. */
export interface PendingDelivery extends ToastLocation {
  id: string;
  outcome: Promise<StoredDelivery>;
  /** Called when a toast reports that it is ready. */
  toastArrived(): void;
  /** Delivered without a toast: a toast that arrives later has nothing to show. */
  isElsewhere: boolean;
  isPrivate: boolean;
  /** Address of the page where it was requested, if the browser gives it. */
  page: string | undefined;
  /** The tab of the page that shows the outcome. */
  outcomeTab?: number | undefined;
}

/** What the functions of delivery share. */
export interface DeliveryContext {
  deps: DeliveryDeps;
  store: ReturnType<typeof createDeliveryStore>;
  /** The newest first. */
  pending: PendingDelivery[];
}

type DeliveryRequest = Omit<StoredDelivery, 'attempt' | 'settledAt' | 'view'>;

/**
 * Seconds before each retry of a request, the first one at once; after the last there is no button. A web page with a
 * compromised renderer can press the button as often as it likes.
 */
const retryPauses = [0, 2, 5, 15];

/** A name for one document of a tab: its id, or its origin in Firefox, which gives no ids. */
export const documentKeyOf = ({ documentId, url }: ToastDocument): string =>
  documentId ?? new URL(url).origin;

const newAction = (kind: OutcomeAction | null): DeliveredOutcome['action'] =>
  kind && { kind, id: crypto.randomUUID() };

/** The failure with the button for it, and with the pause before the next try. */
const withRemedy = (
  { remedy }: DeliveryDeps,
  { tries }: DeliveryRequest,
  failure: Failure,
): Pick<DeliveredOutcome, 'outcome' | 'action'> => {
  const kind = remedy(failure);
  const pause = kind === null || kind === 'settings' ? 0 : retryPauses[tries - 1];
  const retryAfter = Math.max(pause ?? 0, failure.retryAfter ?? 0);
  return {
    outcome: { ok: false, failure: retryAfter > 0 ? { ...failure, retryAfter } : failure },
    action: newAction(pause === undefined ? null : kind),
  };
};

const viewOf = (deps: DeliveryDeps, delivery: DeliveryRequest, outcome: Outcome): DeliveredOutcome => {
  const {
    request: { link },
    removed,
  } = delivery;
  if (!outcome.ok) return { link, removed, warning: null, ...withRemedy(deps, delivery, outcome.failure) };
  const { shortLink, expiresAt, createdAt } = outcome;
  const isNew = createdAt === undefined;
  return {
    link,
    removed,
    outcome: { ok: true, shortLink, expiresAt, createdAt },
    warning: isNew ? deps.urlWarningOf(link) : null,
    action: newAction(isNew ? null : 'another'),
  };
};

/** Shortens and shows the result on the badge; `refusal` says why nothing is sent. Never rejects. */
export const shortenForDelivery = async (
  { deps }: DeliveryContext,
  delivery: DeliveryRequest,
  refusal?: Refusal,
): Promise<StoredDelivery> => {
  const id = crypto.randomUUID();
  const failed = (failure: Failure): Outcome => ({ ok: false, id, failure });
  const outcome = refusal
    ? failed({ reason: refusal, linkCreated: 'no' })
    : await deps.shortener.shorten({ ...delivery.request, id }).catch(() => failed(interrupted));
  deps.showBadge(delivery.tabId, outcome.ok ? '✓' : '!');
  // Another id belongs to a link that already existed, or to a pending request of another click.
  if (outcome.ok && outcome.id === id) deps.onCreated(delivery.tabId, outcome.shortLink);
  const view = viewOf(deps, delivery, outcome);
  return { ...delivery, attempt: outcome.id, settledAt: Date.now(), view };
};

/**
 * Stores an outcome, which enables its button, then shows it, and marks it as seen if `show` resolves with true. Resolves
 * with the result of `show`.
 */
export const deliver = async (
  { store, deps }: DeliveryContext,
  outcome: StoredDelivery,
  show: () => Promise<boolean>,
): Promise<boolean> => {
  const isPrivate = outcome.request.private;
  // Nothing of a private window is stored after the last one was closed, not even an outcome that arrives later.
  if (!isPrivate || (await deps.isAnyWindowPrivate())) await store.save(outcome);
  const isShown = await show();
  if (isShown) void deps.shortener.acknowledge(outcome.attempt, isPrivate).catch(notedAs(null));
  return isShown;
};
