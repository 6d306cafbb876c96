import { withTimeout } from '../async/timeout.ts';
import { showBadge } from '../browser/badge.ts';
import { injectToast, isStillAt } from '../browser/injection.ts';
import { isAnyWindowPrivate, openOptions, openPage } from '../browser/pages.ts';
import { hasNotifyAndCopyPermission } from '../browser/permissions.ts';
import { openBeside, openInBackgroundTab } from '../browser/tabs.ts';
import { logAndReturn } from '../errors/error-log.ts';
import type { Refusal } from '../failures/contract.ts';
import type { CallResult } from '../failures/schema.ts';
import { type CreatedAttempt, isCreated } from '../history/outcome.ts';
import type { Attempt } from '../history/types.ts';
import { actionsOf } from '../outcome/actions.ts';
import { readSettingsOrDefaults } from '../settings/settings.ts';
import { readLinkCleaner } from '../shortening/link-cleaner.ts';
import { refusedAttempt, unansweredAttempt } from '../shortening/new-attempt.ts';
import type { AttemptKey } from '../shortening/request.ts';
import type { Shortener } from '../shortening/shortening.ts';
import { readLink } from '../url/link.ts';
import type { Validity } from '../validity/schema.ts';
import { readCopySettings, replaceAndCopy } from './copying.ts';
import { forPage } from './for-page.ts';
import { type CopyToClipboard, notifyAndCopy } from './notify-and-copy.ts';
import { createDeliveryStore, type ToastDocument } from './stored-deliveries.ts';
import type { Trigger } from './trigger.ts';
import type { PageOutcome, StoredDelivery, ToastButton, ToastOptions } from './types.ts';

/** How long an injected toast may take to report that it is ready. */
const toastLimitMs = 1_500;

/** The number of pending deliveries in memory; the outcomes of older ones are only in storage. */
const maxPendingDeliveries = 20;

/** A request since this worker started. */
interface PendingDelivery {
  id: string;
  trigger: Trigger;
  /** Never rejects. */
  settled: Promise<StoredDelivery>;
  /** The document of the toast that has reported that it is ready. */
  documentId?: string;
  /** Called when a toast reports that it is ready. */
  toastArrived(): void;
  /** Delivered without a toast: a toast that arrives later has nothing to show. */
  isDeliveredWithoutToast: boolean;
  outcomeTab?: number | undefined;
}

/** Undoes a link: deletes it where the service can, else removes it from the history. Never rejects. */
type Undo = (attempt: AttemptKey) => Promise<CallResult<{ attempt: Attempt }>>;

/** A delivery whose outcome is not known yet. */
type Requested = Omit<StoredDelivery, 'attempt' | 'settledAt' | 'buttons'>;

/**
 * The pause before each retry; after the last, no button is offered. The limit is needed because a web page with a
 * compromised renderer can press the button as often as it likes. Undo has the same number of tries, without a pause.
 */
const retryPausesSeconds = [0, 2, 5, 15];

/** The delivery with its outcome, and the buttons for it. `isNew`: its request has created the link. */
const settle = (requested: Requested, attempt: Attempt, isNew: boolean): StoredDelivery => {
  const actions = actionsOf(attempt, { isPrivate: requested.request.private, isNew });
  const { failure } = attempt;
  // What an earlier outcome said of the clipboard, the field and Undo is over.
  const former = { isCopied: undefined, isReplaced: undefined, undoFailure: undefined };
  const delivery = { ...requested, ...former, attempt, settledAt: Date.now() };
  const withButtons = (names: typeof actions): StoredDelivery => ({
    ...delivery,
    buttons: names.map((action) => ({ action, id: crypto.randomUUID() })),
  });
  const isRetry = actions.some((each) => each === 'try-again' || each === 'without-password');
  if (!failure || !isRetry) return withButtons(actions);

  const pause = retryPausesSeconds[requested.tries - 1];
  const retryAfter = Math.max(pause ?? 0, failure.retryAfter ?? 0);
  if (retryAfter > 0) delivery.attempt = { ...attempt, failure: { ...failure, retryAfter } };
  return withButtons(pause === undefined ? actions.filter((each) => each === 'history') : actions);
};

const originOf = (address: string): string | undefined => URL.parse(address)?.origin;

/** The popup in a tab, with the outcome of this delivery. */
export const outcomePath = (id: string): string => `/popup.html#${id}`;

/** Opens a new link in a tab beside that one, if the setting says so. */
const openIfSet = async (tabId: number, shortLink: string): Promise<void> => {
  if ((await readSettingsOrDefaults()).openAtOnce) await openInBackgroundTab(tabId, shortLink);
};

/**
 * Shortens without the popup. The outcome of a request by menu or shortcut is delivered by a toast on its page if the
 * browser allows that, else by a notification or a page of the extension. The popup shows unseen outcomes.
 */
export class Delivery {
  readonly #shortener: Pick<Shortener, 'shorten' | 'acknowledge'>;
  readonly #undoLink: Undo;
  readonly #copy: CopyToClipboard;
  readonly #store = createDeliveryStore();
  /** The newest first. */
  #pending: PendingDelivery[] = [];

  constructor(shortener: Pick<Shortener, 'shorten' | 'acknowledge'>, undoLink: Undo, copy: CopyToClipboard) {
    this.#shortener = shortener;
    this.#undoLink = undoLink;
    this.#copy = copy;
  }

  async shorten(trigger: Trigger, validity: Promise<Validity>): Promise<void> {
    showBadge(trigger.tabId, '…');
    await this.#show(trigger, (id) => this.#shorten(id, trigger, validity));
  }

  /** Delivers a link of the history, for which nothing is sent, as if it was just created. */
  async show(trigger: Trigger, existing: CreatedAttempt): Promise<void> {
    const { tabId, private: isPrivate } = trigger;
    const { link, title, validity } = existing;
    const request = { link, title, validity, private: isPrivate };
    const requested = { tabId, request, removed: [], tries: 1, isFromPage: false };
    await this.#show(trigger, (id) =>
      Promise.resolve(settle({ id, ...requested }, { ...existing, isReused: true }, false)),
    );
  }

  /** Delivers what `settle`, which never rejects, resolves with. */
  async #show(trigger: Trigger, settle: (id: string) => Promise<StoredDelivery>): Promise<void> {
    const id = crypto.randomUUID();
    const { promise: toastReady, resolve } = Promise.withResolvers<true>();
    const delivery: PendingDelivery = {
      id,
      trigger,
      settled: replaceAndCopy(settle(id), trigger),
      toastArrived: () => resolve(true),
      isDeliveredWithoutToast: false,
    };
    this.#pending = [delivery, ...this.#pending].slice(0, maxPendingDeliveries);
    if (!trigger.mayShowToast) return this.#deliverWithoutToast(delivery);
    const injected = injectToast(trigger.tabId);
    const readyInTime = injected.then(
      (isInjected) =>
        isInjected && withTimeout(toastReady, { milliseconds: toastLimitMs, onTimeout: () => false }),
    );
    const isToastShown = await Promise.race([toastReady, readyInTime]);
    if (isToastShown) return;
    const isRefused = /^https?:/i.test(trigger.page ?? '') && !(await injected);
    if (isRefused) delivery.settled = delivery.settled.then((settled) => ({ ...settled, isRefused }));
    await this.#deliverWithoutToast(delivery);
  }

  /** A toast has appeared: whether it should copy, and in which format; null if nothing was requested on its page. */
  async toastReady(document: ToastDocument): Promise<ToastOptions | null> {
    const delivery = this.#findForToast(document);
    if (!delivery) return null;
    delivery.documentId = document.documentId;
    delivery.toastArrived();
    const { copyAtOnce, format } = await readCopySettings();
    return {
      shouldCopy: copyAtOnce,
      isCopiedByTrigger: delivery.trigger.copy !== undefined,
      format: delivery.trigger.isFromPage ? format : 'plain',
    };
  }

  /** The outcome for a toast that has called `toastReady`; null for any other. */
  async toastOutcome(document: ToastDocument): Promise<PageOutcome | null> {
    const delivery = this.#findForToast(document);
    if (delivery?.documentId === undefined) return null;
    const settled = { ...(await delivery.settled), documentId: delivery.documentId };
    // A newer request in the same tab may have replaced this toast by now.
    const isStillOpen = async (): Promise<boolean> =>
      this.#findForToast(document) === delivery && isStillAt(document);
    await this.#deliver(settled, isStillOpen);
    return forPage(settled, await readCopySettings());
  }

  /** The delivery with this id once its outcome is known; null if it is no longer stored. */
  async outcome(id: string): Promise<StoredDelivery | null> {
    const delivery = this.#pending.find((each) => each.id === id);
    const settled = delivery ? await delivery.settled : await this.#store.find(id);
    if (!settled) return null;
    const tabId = delivery?.outcomeTab;
    await this.#deliver(settled, async () => tabId === undefined || isStillAt({ tabId }));
    return settled;
  }

  /**
   * Runs the action of the button with this id: it works once, after its pause, and only in the document that shows it. Resolves
   * with the new outcome; null for a button that was used before, and for one that only opens a page.
   */
  async runAction(id: string, document: ToastDocument): Promise<PageOutcome | null> {
    const taken = await this.#store.takeButton(id, document);
    if (!taken) return null;
    const { previous, action } = taken;
    if (action === 'history' || action === 'settings') {
      await (action === 'history' ? openPage(`/history.html#check=${previous.attempt.id}`) : openOptions());
      return null;
    }
    const settled = await (action === 'undo' ? this.#undo(previous) : this.#repeat(previous, action));
    await this.#deliver(settled, () => isStillAt(document));
    return forPage(settled, await readCopySettings());
  }

  /** Removes the outcomes of private windows, after the last one was closed. */
  removePrivate(): Promise<void> {
    this.#pending = this.#pending.filter(({ trigger }) => !trigger.private);
    return this.#store.removePrivate();
  }

  async #shorten(id: string, trigger: Trigger, validity: Promise<Validity>): Promise<StoredDelivery> {
    const { tabId, title, isFromPage, private: isPrivate, connection } = trigger;
    const { link: address, refusal, firstOf } = trigger.link;
    const { link, removed } = refusal ? { link: address, removed: [] } : (await readLinkCleaner())(address);
    const request = { link, title, validity: await validity, private: isPrivate, connection };
    return this.#request({ id, tabId, request, removed, firstOf, tries: 1, isFromPage }, refusal);
  }

  /** Shortens and shows the result on the badge; `refusal` says why nothing is sent. Never rejects. */
  async #request(requested: Requested, refusal?: Refusal): Promise<StoredDelivery> {
    const request = { ...requested.request, id: crypto.randomUUID() };
    const attempt = refusal
      ? refusedAttempt(request, refusal)
      : await this.#shortener.shorten(request).catch(logAndReturn(unansweredAttempt(request)));
    showBadge(requested.tabId, isCreated(attempt) ? '✓' : '!');
    // Another id belongs to a link that already existed, or to a pending request of another click.
    const isNew = isCreated(attempt) && attempt.id === request.id;
    if (isNew) void openIfSet(requested.tabId, attempt.shortLink).catch(logAndReturn(undefined));
    return settle(requested, attempt, isNew);
  }

  /** Undoes a link. If that fails, the button works again a few times, in the time that was left when it was pressed. */
  async #undo(previous: StoredDelivery): Promise<StoredDelivery> {
    const { attempt, request, settledAt, buttons, tries } = previous;
    const again: ToastButton = { action: 'undo', id: crypto.randomUUID() };
    const startedAt = Date.now();
    const outcome = await this.#undoLink({ id: attempt.id, private: request.private });
    const settled: StoredDelivery = outcome.ok
      ? { ...previous, attempt: outcome.attempt, buttons: [] }
      : {
          ...previous,
          tries: tries + 1,
          settledAt: settledAt + Date.now() - startedAt,
          buttons: [
            ...buttons.filter(({ action }) => action !== 'undo'),
            ...(tries < retryPausesSeconds.length ? [again] : []),
          ],
          undoFailure: outcome.failure,
        };
    this.#replacePending(previous, Promise.resolve(settled));
    return settled;
  }

  #replacePending({ id }: StoredDelivery, settled: Promise<StoredDelivery>): void {
    const delivery = this.#pending.find((each) => each.id === id);
    if (delivery) delivery.settled = settled;
  }

  /** Shortens again as the action says; the new outcome replaces the previous one. */
  #repeat(
    previous: StoredDelivery,
    action: 'try-again' | 'without-password' | 'another',
  ): Promise<StoredDelivery> {
    const request = { ...previous.request };
    const read = readLink(request.link);
    if (action === 'without-password' && !read.ok) request.link = read.withoutPassword ?? '';
    if (action === 'another') request.another = true;

    showBadge(previous.tabId, '…');
    const settled = this.#request({ ...previous, request, tries: previous.tries + 1 });
    this.#replacePending(previous, settled);
    return settled;
  }

  /**
   * The delivery that a toast shows: the newest with one in its tab, if it was requested on a page of the same origin. It belongs
   * to the first document that asks.
   */
  #findForToast(document: ToastDocument): PendingDelivery | undefined {
    const newest = this.#pending.find(
      ({ trigger: { mayShowToast, tabId } }) => mayShowToast && tabId === document.tabId,
    );
    const { documentId } = document;
    if (!newest || newest.isDeliveredWithoutToast || (newest.documentId ?? documentId) !== documentId)
      return undefined;
    return originOf(newest.trigger.page ?? document.url) === originOf(document.url) ? newest : undefined;
  }

  /** Delivers by a notification if that is permitted, else by a page of the extension. */
  async #deliverWithoutToast(delivery: PendingDelivery): Promise<void> {
    const { trigger } = delivery;
    delivery.isDeliveredWithoutToast = true;
    const notify = async (): Promise<boolean> => {
      const settled = await delivery.settled;
      return this.#deliver(settled, () => notifyAndCopy(settled, this.#copy));
    };
    // The operating system may store notifications, so there are none for private windows.
    const isNotified = !trigger.private && (await hasNotifyAndCopyPermission()) && (await notify());
    if (!isNotified) delivery.outcomeTab = await openBeside(trigger.tabId, outcomePath(delivery.id));
  }

  /**
   * Stores an outcome, which enables its button, then shows it, and marks it as seen if `show` resolves with true. Resolves
   * with the result of `show`.
   */
  async #deliver(settled: StoredDelivery, show: () => Promise<boolean>): Promise<boolean> {
    const isPrivate = settled.request.private;
    // Nothing of a private window is stored after the last one was closed, not even an outcome that arrives later.
    if (!isPrivate || (await isAnyWindowPrivate())) await this.#store.save(settled);
    const isShown = await show();
    if (isShown)
      void this.#shortener.acknowledge(settled.attempt.id, isPrivate).catch(logAndReturn(undefined));
    return isShown;
  }
}
