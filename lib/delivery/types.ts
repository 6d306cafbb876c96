import * as z from 'zod/mini';
import { failure } from '../failures/schema.ts';
import type { CopiedContent } from '../formats/formats.ts';
import type { Format } from '../formats/names.ts';
import { attempt } from '../history/types.ts';
import { type OutcomeAction, outcomeActions } from '../outcome/actions.ts';
import { requestFields } from '../shortening/request.ts';

/** A button of a toast. Its id works once. */
export interface ToastButton {
  action: OutcomeAction;
  id: string;
}

/**
 * A request without the popup: what was requested, in which tab, and its attempt. Bundles that run in pages import the types of
 * this file only: its schemas would add zod to them.
 */
export const storedDelivery = z.lazy(() =>
  z.object({
    id: z.string(),
    tabId: z.int(),
    /** The document that shows the toast. Undefined if no toast has appeared. */
    documentId: z.optional(z.string()),
    request: z.object(requestFields()),
    /** Names of the tracking parameters that were removed from the address. */
    removed: z.array(z.string()),
    /** The number of addresses in the selection, if it is the first of several. */
    firstOf: z.optional(z.int()),
    /** See `Trigger`. */
    isFromPage: z.boolean(),
    /** The browser allowed no toast on a page of the web. */
    isRefused: z.optional(z.boolean()),
    /** How many times a link was requested for it, the first time included, and how many times Undo failed. */
    tries: z.int(),
    attempt,
    /** Milliseconds: when the outcome was known. */
    settledAt: z.number(),
    buttons: z.array(z.object({ action: z.enum(outcomeActions), id: z.string() })),
    /** Whether the clipboard has the short link already; undefined if whoever shows it is to copy it. */
    isCopied: z.optional(z.boolean()),
    /** Whether the short link stands in the field where its address was selected; undefined if it was in none, or is not in it any more. */
    isReplaced: z.optional(z.boolean()),
    /** Why Undo failed. */
    undoFailure: z.optional(failure),
  }),
);

export type StoredDelivery = z.infer<typeof storedDelivery>;

/** How a toast copies. */
export interface ToastOptions {
  /** Whether a link is copied as soon as it is created. */
  shouldCopy: boolean;
  /** The trigger copies the first link, where the page could not; the toast copies what its buttons create. */
  isCopiedByTrigger: boolean;
  /** Whether the clipboard gets HTML must be known before the outcome is. */
  format: Format;
}

/**
 * An outcome for a web page, in sentences of the browser's language: the page may be compromised, so it gets neither the address
 * nor the title nor the person's note.
 */
export interface PageOutcome {
  /** Undefined if there is no link, or if it was undone. */
  created?: { shortLink: string; copiedContent: CopiedContent } | undefined;
  /** What happened and what to do, each on a line of its own; empty for a link. */
  sentences: string;
  isUndone?: boolean;
  notes: string[];
  warning: string;
  buttons: ToastButton[];
  /** Seconds until the service accepts the next request, or for which Undo is offered. */
  wait: number;
  /** What Undo copies in place of the short link: the address of the page itself, and of no other page. */
  address?: string | undefined;
  isCopied?: boolean | undefined;
  isReplaced?: boolean | undefined;
}
