import { failure } from '../failures/schema.ts';
import type { CopiedContent } from '../formats/formats.ts';
import type { Format } from '../formats/names.ts';
import * as z from 'zod/mini';
import { urlWarnings } from '../url/contract.ts';

const outcomeAction = z.enum(['try-again', 'another', 'without-password', 'settings']);

/** What the history knows of a short link, in sentences; `link` is the address that it leads to, empty if that is unknown. */
const answer = z.object({ head: z.string(), link: z.string(), notes: z.array(z.string()) });

export type Answer = z.infer<typeof answer>;

/**
 * The outcome of a request without the popup, as a toast, a page or a notification shows it. Bundles that run in pages
 * import its type only: the schema would add zod to them.
 */
export const deliveredOutcome = z.lazy(() =>
  z.object({
    /** The address that was shortened; empty when it is sent to a content script, as the web page must not learn it. */
    link: z.string(),
    /** The title of the page that was shortened; empty for other targets, and when it is sent to a content script. */
    title: z.optional(z.string()),
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
      z.object({ ok: z.literal(false), answer }),
    ]),
    /** Names of the tracking parameters that were removed from the address. */
    removed: z.array(z.string()),
    /** The number of addresses in the selection, if it is the first of several. */
    firstOf: z.optional(z.int()),
    /** Why the address may not be meant for others; null for an ordinary address. */
    warning: z.nullable(z.enum(urlWarnings)),
    /** Whether the request came from a private window. */
    private: z.boolean(),
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
    /** Whether the short link stands in the field where its address was selected; undefined if it was not selected in one. */
    isReplaced: z.optional(z.boolean()),
    /** Why Undo failed. */
    undoFailure: z.optional(failure),
    /** The link was undone: deleted at the service, or only removed from the history. */
    undone: z.optional(z.object({ isDeleted: z.boolean() })),
  }),
);

export type OutcomeAction = z.infer<typeof outcomeAction>;
export type DeliveredOutcome = z.infer<typeof deliveredOutcome>;

/** How a toast copies. */
export interface ToastOptions {
  /** Whether a link is copied as soon as it is created. */
  shouldCopy: boolean;
  /** Whether the clipboard gets HTML must be known before the outcome is. */
  format: Format;
}

/** An outcome as a toast or a page of the extension receives it. */
export interface CurrentOutcome extends DeliveredOutcome {
  /** For a web page: what the clipboard gets, if that is not the short link alone. */
  copiedContent?: CopiedContent | null;
  /** For a page of the extension: the id of the attempt, if there was one. */
  attempt?: string | undefined;
}

/** An outcome as the toast shows it, in sentences of the browser's language. */
export type ToastOutcome = Pick<DeliveredOutcome, 'action' | 'history' | 'undo' | 'isCopied' | 'isReplaced'> &
  (
    | { ok: true; shortLink: string; copiedContent: CopiedContent; notes: string[]; warning: string }
    /**
     * `sentences`: each on a line of its own. `wait`: seconds until the service accepts the next request. `isUndone`: the link was
     * undone, as the sentences say.
     */
    | { ok: false; sentences: string; wait: number; isUndone?: boolean; answer?: Answer }
  );
