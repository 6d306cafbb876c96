// Delivery: how the outcome of a request that was not made in the popup reaches the person (toast, notification or tab).
import { withTimeout } from '../async/async.ts';
import { readLink } from '../url/link.ts';
import type { Validity } from '../validity/schema.ts';
import { resolveTarget, type Trigger } from './trigger.ts';
import type { DeliveredOutcome, OutcomeAction } from './types.ts';
import {
  deliver,
  type DeliveryContext,
  type DeliveryDeps,
  documentKeyOf,
  type PendingDelivery,
  shortenForDelivery,
  type ToastDocument,
} from './outcome.ts';
import { createDeliveryStore, type StoredDelivery } from './stored-deliveries.ts';

/** Milliseconds within which an injected toast must report that it is ready. */
const toastLimit = 1_500;

/** The number of requests of this worker that a toast or a page can still ask for. */
const maxPending = 20;

const notify = async (context: DeliveryContext, delivery: PendingDelivery): Promise<boolean> => {
  const outcome = await delivery.outcome;
  return deliver(context, outcome, () => context.deps.notifyAndCopy(outcome.id, outcome.view));
};

/** Delivers by a notification if that is permitted, else by a page of the extension. */
const deliverWithoutToast = async (context: DeliveryContext, delivery: PendingDelivery): Promise<void> => {
  const { hasNotifyAndCopyPermission, openOutcomePage } = context.deps;
  delivery.isElsewhere = true;
  // The operating system may store notifications, so there are none for private windows.
  const isNotified =
    !delivery.isPrivate && (await hasNotifyAndCopyPermission()) && (await notify(context, delivery));
  if (!isNotified) delivery.outcomeTab = await openOutcomePage(delivery.id, delivery.tabId);
};

/** Registers a request as pending; `toast` resolves when a toast reports that it is ready. */
const startDelivery = (context: DeliveryContext, trigger: Trigger, validity: Promise<Validity>) => {
  const { tabId, title, page, private: isPrivate } = trigger;
  const id = crypto.randomUUID();
  const begin = async (): Promise<StoredDelivery> => {
    const { link: address, refusal } = resolveTarget(trigger);
    const { link, removed } = refusal ? { link: address, removed: [] } : await context.deps.clean(address);
    const request = { link, title, validity: await validity, private: isPrivate };
    return shortenForDelivery(context, { id, tabId, request, removed, tries: 1 }, refusal);
  };
  let toastArrived = (): void => undefined;
  const toast = new Promise<true>((resolve) => {
    toastArrived = () => resolve(true);
  });
  const outcome = begin();
  const delivery: PendingDelivery = { id, tabId, outcome, toastArrived, isElsewhere: false, isPrivate, page };
  context.pending.unshift(delivery);
  context.pending.length = Math.min(context.pending.length, maxPending);
  return { delivery, toast };
};

const shorten = async (
  context: DeliveryContext,
  trigger: Trigger,
  validity: Promise<Validity>,
): Promise<void> => {
  context.deps.showBadge(trigger.tabId, '…');
  const { delivery, toast } = startDelivery(context, trigger, validity);
  const injecting = context.deps.injectToast(trigger.tabId);
  const toastReady = injecting.then(
    (isIn) => isIn && withTimeout(toast, { milliseconds: toastLimit, late: () => false }),
  );
  if (!(await Promise.race([toast, toastReady]))) await deliverWithoutToast(context, delivery);
};

const originOf = (address: string): string | undefined => URL.parse(address)?.origin;

/**
 * The delivery that a toast shows: the newest of its tab, if it was requested on a page of the same origin. It belongs to
 * the first document that asks.
 */
const findForToast = ({ pending }: DeliveryContext, document: ToastDocument): PendingDelivery | undefined => {
  const newest = pending.find(({ tabId }) => tabId === document.tabId);
  const key = documentKeyOf(document);
  if (!newest || newest.isElsewhere || (newest.documentKey ?? key) !== key) return undefined;
  return originOf(newest.page ?? document.url) === originOf(document.url) ? newest : undefined;
};

/** Removes the address: the page may be compromised, and the link may come from a frame of another site. */
const forWebPage = (delivered: DeliveredOutcome): DeliveredOutcome => ({ ...delivered, link: '' });

const toastOutcome = async (
  context: DeliveryContext,
  document: ToastDocument,
): Promise<DeliveredOutcome | null> => {
  const delivery = findForToast(context, document);
  if (delivery?.documentKey === undefined) return null;
  const outcome = { ...(await delivery.outcome), documentKey: delivery.documentKey };
  // A newer request in the same tab may have replaced this toast by now.
  const isStillOpen = async (): Promise<boolean> =>
    findForToast(context, document) === delivery && context.deps.isStillShown(document);
  await deliver(context, outcome, isStillOpen);
  return forWebPage(outcome.view);
};

/** The outcome with this id, pending or stored. */
const outcomeById = async (context: DeliveryContext, id: string): Promise<DeliveredOutcome | null> => {
  const { deps, store, pending } = context;
  const delivery = pending.find((each) => each.id === id);
  const outcome = delivery ? await delivery.outcome : await store.find(id);
  if (!outcome) return null;
  const tabId = delivery?.outcomeTab;
  await deliver(context, outcome, async () => tabId === undefined || deps.isStillShown({ tabId }));
  return outcome.view;
};

/** Shortens again as the action says; the new outcome replaces the previous one. */
const repeat = async (
  context: DeliveryContext,
  previous: StoredDelivery,
  action: OutcomeAction,
): Promise<StoredDelivery> => {
  const { deps, pending } = context;
  const request = { ...previous.request };
  const read = readLink(request.link);
  if (action === 'without-password' && !read.ok) request.link = read.withoutPassword ?? '';
  if (action === 'another') request.another = true;

  deps.showBadge(previous.tabId, '…');
  const outcome = shortenForDelivery(context, { ...previous, request, tries: previous.tries + 1 });
  const delivery = pending.find(({ id }) => id === previous.id);
  if (delivery) delivery.outcome = outcome;
  return outcome;
};

/** Runs the action with this id: it works once, after its pause, and only in the document that shows it. */
const runAction = async (
  context: DeliveryContext,
  id: string,
  document: ToastDocument | null,
): Promise<DeliveredOutcome | null> => {
  const { store, deps } = context;
  const location = document && { tabId: document.tabId, documentKey: documentKeyOf(document) };
  const previous = await store.takeAction(id, location);
  const action = previous?.view.action?.kind;
  if (!previous || !action) return null;
  if (action === 'settings') {
    await deps.openOptions();
    return null;
  }
  const outcome = await repeat(context, previous, action);
  await deliver(context, outcome, async () => document === null || deps.isStillShown(document));
  return document ? forWebPage(outcome.view) : outcome.view;
};

/**
 * Shortens without the popup. The outcome of a request by menu or shortcut is delivered by a toast on its page if the
 * browser allows that, else by a notification or a page of the extension. The popup shows unseen outcomes.
 */
export const createDelivery = (deps: DeliveryDeps) => {
  const context: DeliveryContext = { deps, store: createDeliveryStore(deps.stored), pending: [] };
  return {
    shorten: (trigger: Trigger, validity: Promise<Validity>): Promise<void> =>
      shorten(context, trigger, validity),
    /** A toast has appeared: whether it should copy; null if nothing was requested on its page. */
    async toastReady(document: ToastDocument): Promise<{ shouldCopy: boolean } | null> {
      const delivery = findForToast(context, document);
      if (!delivery) return null;
      delivery.documentKey = documentKeyOf(document);
      delivery.toastArrived();
      return { shouldCopy: await deps.shouldCopy() };
    },
    /** The outcome for a toast that has called `toastReady`; null for any other. */
    toastOutcome: (document: ToastDocument): Promise<DeliveredOutcome | null> =>
      toastOutcome(context, document),
    /** The outcome for the page that shows it; null if it is no longer stored. */
    outcome: (id: string): Promise<DeliveredOutcome | null> => outcomeById(context, id),
    /** The new outcome; null for an action that was used before, and for one that creates no link. */
    runAction: (id: string, document: ToastDocument | null): Promise<DeliveredOutcome | null> =>
      runAction(context, id, document),
    /** Removes the outcomes of private windows, after the last one was closed. */
    removePrivate(): Promise<void> {
      context.pending = context.pending.filter(({ isPrivate }) => !isPrivate);
      return context.store.removePrivate();
    },
  };
};
