/** The background worker was stopped, or its answer was lost inside the browser. */
export const interrupted = { reason: 'interrupted', linkCreated: 'maybe' } as const;
