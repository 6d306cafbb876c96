/** Seconds for which a link that was just created can be undone. */
export const undoSeconds = 10;
