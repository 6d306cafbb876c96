import { isLongerThan } from '../characters/text.ts';

/** Characters of the longest note, as people count them. */
const longestNote = 500;

/** UTF-16 code units of the longest note: one character may consist of any number of them. */
const mostUnits = 8 * longestNote;

/** Whether a note has at most as many characters as can be stored. */
export const isStorableNote = (note: string): boolean =>
  note.length <= mostUnits && !isLongerThan(note, longestNote);
