/**
 * The background worker was stopped, or its answer was lost inside the browser. It is apart from the table of failures, which
 * the popup would load with it before its first paint.
 */
export const interrupted = { reason: 'interrupted', hadEffect: 'maybe' } as const;

/** What a page takes for the outcome of a request to which the background did not answer. */
export const unanswered = { ok: false, failure: interrupted } as const;
