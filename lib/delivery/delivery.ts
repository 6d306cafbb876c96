import { withTimeout } from '../async/timeout.ts';
import { logAndReturn } from '../errors/error-log.ts';
import type { Refusal } from '../failures/contract.ts';
import { interrupted } from '../failures/interrupted.ts';
import type { Failure } from '../failures/schema.ts';
import type { Outcome } from '../shortening/request.ts';
import { readLink } from '../url/link.ts';
import type { Validity } from '../validity/schema.ts';
import {
  type DeliveryRequest,
  localDelivery,
  type LocalResult,
  replaceAndCopy,
  shownInPage,
  shownInTab,
  viewOf,
} from './outcome-view.ts';
import { documentKeyOf, type ToastDocument } from './toast-document.ts';
import { createDeliveryStore, type StoredDelivery, type ToastLocation } from './stored-deliveries.ts';
import type { DeliveryDeps } from './deps.ts';
import { resolveTarget, type Trigger } from './trigger.ts';
import type { CurrentOutcome, OutcomeAction, ToastOptions } from './types.ts';

/** Milliseconds within which an injected toast must report that it is ready. */
const toastLimit = 1_500;

/** The number of pending deliveries in memory; the outcomes of older ones are only in storage. */
const maxPending = 20;

/** A request since this worker started. */
interface PendingDelivery extends ToastLocation, Pick<Trigger, 'mayShowToast'> {
  id: string;
  settled: Promise<StoredDelivery>;
  /** Called when a toast reports that it is ready. */
  toastArrived(): void;
  /** Delivered without a toast: a toast that arrives later has nothing to show. */
  isDeliveredWithoutToast: boolean;
  /** Whether it is what the history knows of a short link, so that nothing was created and there is nothing to copy. */
  isAnswer: boolean;
  /** Whether the extension copies the link, and not its page. */
  isCopying: boolean;
  isFromPage: boolean;
  isPrivate: boolean;
  /** Address of the page where it was requested, if the browser gives it. */
  page: string | undefined;
  outcomeTab?: number | undefined;
}

/** Where the delivered outcome comes from. `settle` never rejects. */
interface DeliverySource extends Pick<PendingDelivery, 'isAnswer'> {
  settle(id: string): Promise<StoredDelivery>;
}

const originOf = (address: string): string | undefined => URL.parse(address)?.origin;

/**
 * Shortens without the popup. The outcome of a request by menu or shortcut is delivered by a toast on its page if the
 * browser allows that, else by a notification or a page of the extension. The popup shows unseen outcomes.
 */
export class Delivery {
  readonly #deps: DeliveryDeps;
  readonly #store: ReturnType<typeof createDeliveryStore>;
  /** The newest first. */
  #pending: PendingDelivery[] = [];

  constructor(deps: DeliveryDeps) {
    this.#deps = deps;
    this.#store = createDeliveryStore(deps.stored);
  }

  async shorten(trigger: Trigger, validity: Promise<Validity>): Promise<void> {
    this.#deps.showBadge(trigger.tabId, '…');
    await this.#show(trigger, { isAnswer: false, settle: (id) => this.#shorten(id, trigger, validity) });
  }

  /** Delivers a result for which nothing is sent. A link that exists is shown as if it was just created. */
  async show(trigger: Trigger, local: LocalResult): Promise<void> {
    const settle = (id: string) => localDelivery(id, trigger, local);
    await this.#show(trigger, { isAnswer: 'answer' in local, settle });
  }

  /** Delivers what `settle` resolves with. */
  async #show(trigger: Trigger, source: DeliverySource): Promise<void> {
    const { delivery, toastReady } = this.#start(trigger, source);
    if (!trigger.mayShowToast) return this.#deliverWithoutToast(delivery);
    const readyInTime = this.#deps
      .injectToast(trigger.tabId)
      .then(
        (isInjected) =>
          isInjected && withTimeout(toastReady, { milliseconds: toastLimit, onTimeout: () => false }),
      );
    const isToastShown = await Promise.race([toastReady, readyInTime]);
    if (!isToastShown) await this.#deliverWithoutToast(delivery);
  }

  /** A toast has appeared: whether it should copy, and in which format; null if nothing was requested on its page. */
  async toastReady(document: ToastDocument): Promise<ToastOptions | null> {
    const delivery = this.#findForToast(document);
    if (!delivery) return null;
    delivery.documentKey = documentKeyOf(document);
    delivery.toastArrived();
    const { copyAtOnce, format } = await this.#deps.copySettings();
    // The toast would say meanwhile that a link is created.
    if (delivery.isAnswer) await delivery.settled;
    return {
      shouldCopy: copyAtOnce && !delivery.isAnswer && !delivery.isCopying,
      format: delivery.isFromPage ? format : 'plain',
    };
  }

  /** The outcome for a toast that has called `toastReady`; null for any other. */
  async toastOutcome(document: ToastDocument): Promise<CurrentOutcome | null> {
    const delivery = this.#findForToast(document);
    if (delivery?.documentKey === undefined) return null;
    const settled = { ...(await delivery.settled), documentKey: delivery.documentKey };
    // A newer request in the same tab may have replaced this toast by now.
    const isStillOpen = async (): Promise<boolean> =>
      this.#findForToast(document) === delivery && this.#deps.isStillShown(document);
    await this.#deliver(settled, isStillOpen);
    return shownInPage(settled, await this.#deps.copySettings());
  }

  /** The outcome with this id for the page that shows it, pending or stored; null if it is no longer stored. */
  async outcome(id: string): Promise<CurrentOutcome | null> {
    const delivery = this.#pending.find((each) => each.id === id);
    const settled = delivery ? await delivery.settled : await this.#store.find(id);
    if (!settled) return null;
    const tabId = delivery?.outcomeTab;
    await this.#deliver(settled, async () => tabId === undefined || this.#deps.isStillShown({ tabId }));
    return shownInTab(settled);
  }

  /**
   * Runs the action with this id: it works once, after its pause, and only in the document that shows it. Resolves with
   * the new outcome; null for an action that was used before, and for one that creates no link.
   */
  async runAction(id: string, document: ToastDocument | null): Promise<CurrentOutcome | null> {
    const location = document && { tabId: document.tabId, documentKey: documentKeyOf(document) };
    const previous = await this.#store.takeAction(id, location);
    if (previous?.view.history === id) {
      await this.#deps.openHistory();
      return null;
    }
    const action = previous?.view.action?.kind;
    const isUndo = previous?.view.undo?.id === id;
    if (!previous || !(action || isUndo)) return null;
    if (action === 'settings') {
      await this.#deps.openOptions();
      return null;
    }
    const settled = await (action ? this.#repeat(previous, action) : this.#undo(previous));
    await this.#deliver(settled, async () => document === null || this.#deps.isStillShown(document));
    return document ? shownInPage(settled, await this.#deps.copySettings()) : shownInTab(settled);
  }

  /** Removes the outcomes of private windows, after the last one was closed. */
  removePrivate(): Promise<void> {
    this.#pending = this.#pending.filter(({ isPrivate }) => !isPrivate);
    return this.#store.removePrivate();
  }

  /** Registers a request as pending; `toastReady` resolves when a toast reports that it is ready. */
  #start(trigger: Trigger, { isAnswer, settle }: DeliverySource) {
    const { tabId, mayShowToast, page, isFromPage, private: isPrivate } = trigger;
    const id = crypto.randomUUID();
    const { promise: toastReady, resolve } = Promise.withResolvers<true>();
    const delivery: PendingDelivery = {
      id,
      tabId,
      mayShowToast,
      settled: replaceAndCopy(settle(id), trigger, this.#deps.copySettings),
      toastArrived: () => resolve(true),
      isDeliveredWithoutToast: false,
      isAnswer,
      isCopying: trigger.copy !== undefined,
      isFromPage,
      isPrivate,
      page,
    };
    this.#pending.unshift(delivery);
    this.#pending.length = Math.min(this.#pending.length, maxPending);
    return { delivery, toastReady };
  }

  async #shorten(id: string, trigger: Trigger, validity: Promise<Validity>): Promise<StoredDelivery> {
    const { tabId, title, isFromPage, private: isPrivate, connection } = trigger;
    const { link: address, refusal, firstOf } = resolveTarget(trigger);
    const { link, removed } = refusal ? { link: address, removed: [] } : await this.#deps.clean(address);
    const request = { link, title, validity: await validity, private: isPrivate, connection };
    const delivery = { id, tabId, request, removed, firstOf, tries: 1, isFromPage };
    return this.#request(delivery, refusal);
  }

  /** Shortens and shows the result on the badge; `refusal` says why nothing is sent. Never rejects. */
  async #request(delivery: DeliveryRequest, refusal?: Refusal): Promise<StoredDelivery> {
    const id = crypto.randomUUID();
    const { tabId } = delivery;
    const failed = (failure: Failure): Outcome => ({ ok: false, id, failure });
    const outcome = refusal
      ? failed({ reason: refusal, hadEffect: 'no' })
      : await this.#deps.shortener
          .shorten({ ...delivery.request, id })
          .catch(logAndReturn(failed(interrupted)));
    this.#deps.showBadge(tabId, outcome.ok ? '✓' : '!');
    // Another id belongs to a link that already existed, or to a pending request of another click.
    const isCreated = outcome.id === id;
    if (outcome.ok && isCreated) this.#deps.onCreated(tabId, outcome.shortLink);
    const view = viewOf(delivery, outcome, isCreated);
    return { ...delivery, attempt: outcome.id, settledAt: Date.now(), view };
  }

  /** Undoes a link. If that fails, the button works again, in the time that was left when it was pressed. */
  async #undo(previous: StoredDelivery): Promise<StoredDelivery> {
    const { attempt, request, settledAt, view } = previous;
    const startedAt = Date.now();
    const outcome = await this.#deps.undo({ id: attempt, private: request.private });
    const settled = outcome.ok
      ? { ...previous, view: { ...view, undo: undefined, undone: { isDeleted: outcome.isDeleted } } }
      : {
          ...previous,
          settledAt: settledAt + Date.now() - startedAt,
          view: {
            ...view,
            undo: view.undo && { ...view.undo, id: crypto.randomUUID() },
            undoFailure: outcome.failure,
          },
        };
    this.#replacePending(previous, Promise.resolve(settled));
    return settled;
  }

  #replacePending({ id }: StoredDelivery, settled: Promise<StoredDelivery>): void {
    const delivery = this.#pending.find((each) => each.id === id);
    if (delivery) delivery.settled = settled;
  }

  /** Shortens again as the action says; the new outcome replaces the previous one. */
  #repeat(previous: StoredDelivery, action: OutcomeAction): Promise<StoredDelivery> {
    const request = { ...previous.request };
    const read = readLink(request.link);
    if (action === 'without-password' && !read.ok) request.link = read.withoutPassword ?? '';
    if (action === 'another') request.another = true;

    this.#deps.showBadge(previous.tabId, '…');
    const settled = this.#request({ ...previous, request, tries: previous.tries + 1 });
    this.#replacePending(previous, settled);
    return settled;
  }

  /**
   * The delivery that a toast shows: the newest with one in its tab, if it was requested on a page of the same origin. It belongs
   * to the first document that asks.
   */
  #findForToast(document: ToastDocument): PendingDelivery | undefined {
    const newest = this.#pending.find((each) => each.mayShowToast && each.tabId === document.tabId);
    const key = documentKeyOf(document);
    if (!newest || newest.isDeliveredWithoutToast || (newest.documentKey ?? key) !== key) return undefined;
    return originOf(newest.page ?? document.url) === originOf(document.url) ? newest : undefined;
  }

  /** Delivers by a notification if that is permitted, else by a page of the extension. */
  async #deliverWithoutToast(delivery: PendingDelivery): Promise<void> {
    const { hasNotifyAndCopyPermission, notifyAndCopy, openOutcomePage } = this.#deps;
    delivery.isDeliveredWithoutToast = true;
    const notify = async (): Promise<boolean> => {
      const settled = await delivery.settled;
      return this.#deliver(settled, () => notifyAndCopy(settled.id, settled.view));
    };
    // The operating system may store notifications, so there are none for private windows.
    const isNotified = !delivery.isPrivate && (await hasNotifyAndCopyPermission()) && (await notify());
    if (!isNotified) delivery.outcomeTab = await openOutcomePage(delivery.id, delivery.tabId);
  }

  /**
   * Stores an outcome, which enables its button, then shows it, and marks it as seen if `show` resolves with true. Resolves
   * with the result of `show`.
   */
  async #deliver(settled: StoredDelivery, show: () => Promise<boolean>): Promise<boolean> {
    const isPrivate = settled.request.private;
    // Nothing of a private window is stored after the last one was closed, not even an outcome that arrives later.
    if (!isPrivate || (await this.#deps.isAnyWindowPrivate())) await this.#store.save(settled);
    const isShown = await show();
    if (isShown && settled.attempt !== '')
      void this.#deps.shortener.acknowledge(settled.attempt, isPrivate).catch(logAndReturn(undefined));
    return isShown;
  }
}
