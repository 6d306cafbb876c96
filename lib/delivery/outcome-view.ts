import { withTimeout } from '../async/timeout.ts';
import { rowOf } from '../failures/contract.ts';
import type { Failure } from '../failures/schema.ts';
import type { CopiedContent } from '../formats/formats.ts';
import type { CopyFormat } from '../formats/names.ts';
import { copiedContent } from '../i18n/copied-link.ts';
import type { CreatedAttempt } from '../history/types.ts';
import type { Outcome } from '../shortening/request.ts';
import { offeredFormat } from '../settings/schema.ts';
import { readSettingsOrDefaults } from '../settings/settings.ts';
import { undoSeconds } from '../shortening/undo.ts';
import { urlWarningOf } from '../url/warnings.ts';
import { undoMsLeft } from './stored-deliveries.ts';
import type { Trigger } from './trigger.ts';
import type { DeliveredOutcome, DeliveryResult, OutcomeAction, StoredDelivery } from './types.ts';

export type DeliveryRequest = Omit<StoredDelivery, 'attempt' | 'settledAt' | 'result'>;

/**
 * The pause before each retry; after the last, no button is offered. The limit is needed because a web page with a
 * compromised renderer can press the button as often as it likes.
 */
const retryPausesSeconds = [0, 2, 5, 15];

/** Whether a short link is copied as soon as it is created, and in which format. */
export const readCopySettings = async (): Promise<CopyFormat & { copyAtOnce: boolean }> => {
  const settings = await readSettingsOrDefaults();
  return { copyAtOnce: settings.copyAtOnce, ...offeredFormat(settings) };
};

/** What the clipboard gets of an outcome; null if no link was created. */
export const copiedContentOf = (
  { outcome, link, title }: DeliveredOutcome,
  format: CopyFormat,
): CopiedContent | null => (outcome.ok ? copiedContent([{ ...outcome, link, title }], format) : null);

/** The outcome as it is shown now: with the seconds that are left for Undo. */
export const shownNow = (settled: StoredDelivery): DeliveredOutcome => {
  const { request, removed, firstOf, result } = settled;
  const { link, title, private: isPrivate } = request;
  const { undo, ...rest } = result;
  const seconds = Math.ceil(undoMsLeft(settled) / 1000);
  const shown = { link, title, private: isPrivate, removed, firstOf, ...rest };
  return undo && seconds > 0 ? { ...shown, undo: { ...undo, seconds } } : shown;
};

/** The outcome for a page of the extension, as it is shown now. */
export const shownInTab = (settled: StoredDelivery): DeliveredOutcome => ({
  ...shownNow(settled),
  attempt: settled.attempt || undefined,
  isRefused: settled.isRefused,
});

/**
 * The outcome for a web page, without the address, its title and the person's note: the page may be compromised, and the address
 * may come from a frame of another site. The content to copy has address and title only if they are those of the page.
 */
export const shownInPage = (settled: StoredDelivery, format: CopyFormat): DeliveredOutcome => {
  const shown = shownNow(settled);
  if (shown.outcome.ok) shown.outcome = { ...shown.outcome, note: undefined };
  const copied = settled.isFromPage ? copiedContentOf(shown, format) : null;
  return { ...shown, link: '', title: '', copiedContent: copied };
};

const newAction = (kind: OutcomeAction | null): DeliveryResult['action'] =>
  kind && { kind, id: crypto.randomUUID() };

/** The failure with the button for it, and with the pause before the next try. */
const withRemedy = (failure: Failure, tries: number): Pick<DeliveryResult, 'outcome' | 'action'> => {
  const kind = failure.retryAfter === undefined ? rowOf(failure.reason).remedy : 'try-again';
  // Undefined after the last retry: then there is no button.
  const pause = kind === null || kind === 'settings' ? 0 : retryPausesSeconds[tries - 1];
  const retryAfter = Math.max(pause ?? 0, failure.retryAfter ?? 0);
  return {
    outcome: { ok: false, failure: retryAfter > 0 ? { ...failure, retryAfter } : failure },
    action: newAction(pause === undefined ? null : kind),
  };
};

/** `isCreated`: the request created the link; else that existed, or another click has requested it. */
export const deliveryResultOf = (
  { request, tries, isFromPage }: DeliveryRequest,
  outcome: Outcome,
  isCreated: boolean,
): DeliveryResult => {
  const { link } = request;
  if (!outcome.ok) {
    // Nothing of a private window is in the history.
    const isInHistory = outcome.failure.hadEffect === 'maybe' && !request.private;
    const history = isInHistory ? crypto.randomUUID() : undefined;
    return { warning: null, history, ...withRemedy(outcome.failure, tries) };
  }
  const { shortLink, expiresAt, createdAt, note } = outcome;
  // Only a link that existed before has the time of its creation.
  const isNew = createdAt === undefined;
  const undo = { id: crypto.randomUUID(), seconds: undoSeconds, ...(isFromPage && { address: link }) };
  return {
    outcome: { ok: true, shortLink, expiresAt, createdAt, note },
    warning: isNew ? urlWarningOf(link) : null,
    action: newAction(isNew ? null : 'another'),
    ...(isCreated && { undo }),
  };
};

/** The outcome for a link of the history, which belongs to no attempt. */
export const existingDelivery = (
  id: string,
  { tabId, private: isPrivate }: Trigger,
  { link, title, validity, shortLink, expiresAt, createdAt, note }: CreatedAttempt,
): StoredDelivery => {
  const request = { link, title, validity, private: isPrivate };
  const delivery = { id, tabId, request, removed: [], tries: 1, isFromPage: false, attempt: '' };
  const result = deliveryResultOf(delivery, { ok: true, id, shortLink, expiresAt, createdAt, note }, false);
  return { ...delivery, settledAt: Date.now(), result };
};

/** How long an outcome waits for the clipboard, which may never answer. */
export const copyLimitMs = 5_000;

/**
 * Writes the short link over the address in a field and copies it, if the trigger has the functions for that. Resolves with the
 * outcome.
 */
export const replaceAndCopy = async (
  pending: Promise<StoredDelivery>,
  { replace, copy }: Trigger,
): Promise<StoredDelivery> => {
  const settled = await pending;
  const result = { ...settled.result };
  if (replace && result.outcome.ok) {
    result.isReplaced = (await replace(result.outcome.shortLink)) ?? undefined;
    // Undo would leave a dead link in the field.
    if (result.isReplaced) result.undo = undefined;
  }
  if (copy) {
    const { copyAtOnce, ...format } = await readCopySettings();
    const content = copyAtOnce ? copiedContentOf(shownNow(settled), format) : null;
    const isCopied = await withTimeout(copy(content), { milliseconds: copyLimitMs, onTimeout: () => false });
    if (content) result.isCopied = isCopied;
  }
  return { ...settled, result };
};
