import { failure } from '../failures/schema.ts';
import type { CopiedContent } from '../formats/formats.ts';
import type { Format } from '../formats/names.ts';
import * as z from 'zod/mini';
import { requestWithoutId } from '../shortening/request.ts';
import { urlWarnings } from '../url/contract.ts';

const outcomeAction = z.enum(['try-again', 'another', 'without-password', 'settings']);

/** What has become of a request without the popup, and the buttons for it. */
const deliveryResult = z.lazy(() =>
  z.object({
    outcome: z.union([
      /** `expiresAt` in Unix seconds; `createdAt` in milliseconds and `note` for a link that already existed. */
      z.object({
        ok: z.literal(true),
        shortLink: z.string(),
        expiresAt: z.number(),
        createdAt: z.optional(z.number()),
        note: z.optional(z.string()),
      }),
      z.object({ ok: z.literal(false), failure }),
    ]),
    /** Why the address may not be meant for others; null for an ordinary address. */
    warning: z.nullable(z.enum(urlWarnings)),
    /** The button beside the outcome; its id works once. */
    action: z.nullable(z.object({ kind: outcomeAction, id: z.string() })),
    /** The id of the button that opens the history, if a link may exist; it works once, too. */
    history: z.optional(z.string()),
    /** The button that undoes a link that was just created; it works once, for so many seconds. */
    undo: z.optional(
      z.object({
        id: z.string(),
        seconds: z.number(),
        /** The toast copies this in place of the short link: the address of its own page, and of no other page. */
        address: z.optional(z.string()),
      }),
    ),
    /** Whether the clipboard has the short link already; undefined if whoever shows it is to copy it. */
    isCopied: z.optional(z.boolean()),
    /** Whether the short link stands in the field where its address was selected; undefined if it was in none, or is not in it any more. */
    isReplaced: z.optional(z.boolean()),
    /** Why Undo failed. */
    undoFailure: z.optional(failure),
    /** The link was undone: deleted at the service, or only removed from the history. */
    undone: z.optional(z.object({ isDeleted: z.boolean() })),
  }),
);

export type OutcomeAction = z.infer<typeof outcomeAction>;
export type DeliveryResult = z.infer<typeof deliveryResult>;

/**
 * A request without the popup: what was requested, in which tab, and what has become of it. Bundles that run in pages import
 * the types of this file only: its schemas would add zod to them.
 */
export const storedDelivery = z.lazy(() =>
  z.object({
    id: z.string(),
    tabId: z.int(),
    /** The document that shows the toast: see `documentKeyOf`. Undefined if no toast has appeared. */
    documentKey: z.optional(z.string()),
    request: requestWithoutId,
    /** Names of the tracking parameters that were removed from the address. */
    removed: z.array(z.string()),
    /** The number of addresses in the selection, if it is the first of several. */
    firstOf: z.optional(z.int()),
    /** See `Trigger`. */
    isFromPage: z.boolean(),
    /** The browser allowed no toast on a page of the web. */
    isRefused: z.optional(z.boolean()),
    /** The id of the attempt in the journal; empty if there was none. */
    attempt: z.string(),
    /** How many times a link was requested for it, the first time included. */
    tries: z.int(),
    /** Milliseconds: when the outcome was known. */
    settledAt: z.number(),
    result: deliveryResult,
  }),
);

export type StoredDelivery = z.infer<typeof storedDelivery>;

/** An outcome as a toast, a page or a notification shows it. A web page gets neither the address nor the title. */
export interface DeliveredOutcome
  extends
    DeliveryResult,
    Pick<StoredDelivery['request'], 'link' | 'title' | 'private'>,
    Pick<StoredDelivery, 'removed' | 'firstOf'> {
  /** For a web page: what the clipboard gets, if that is not the short link alone. */
  copiedContent?: CopiedContent | null;
  /** For a page of the extension: the id of the attempt, if there was one. */
  attempt?: string | undefined;
  /** For a page of the extension: see `StoredDelivery`. */
  isRefused?: boolean | undefined;
}

/** How a toast copies. */
export interface ToastOptions {
  /** Whether a link is copied as soon as it is created. */
  shouldCopy: boolean;
  /** The trigger copies the first link, where the page could not; the toast copies what its buttons create. */
  isCopiedByTrigger: boolean;
  /** Whether the clipboard gets HTML must be known before the outcome is. */
  format: Format;
}

/** An outcome as the toast shows it, in sentences of the browser's language. */
export type ToastOutcome = Pick<DeliveredOutcome, 'action' | 'history' | 'undo' | 'isCopied' | 'isReplaced'> &
  (
    | { ok: true; shortLink: string; copiedContent: CopiedContent; notes: string[]; warning: string }
    /**
     * `sentences`: each on a line of its own. `wait`: seconds until the service accepts the next request. `isUndone`: the link was
     * undone, as the sentences say.
     */
    | { ok: false; sentences: string; wait: number; isUndone?: boolean }
  );
