/** Characters of the longest note, as people count them: an emoji with its parts is one. */
const longestNote = 500;

/** UTF-16 code units of the longest note: one character may consist of any number of them. */
const maxUnits = 8 * longestNote;

/** Whether a note has at most as many characters as can be stored. */
export const isStorableNote = (note: string): boolean => {
  if (note.length <= longestNote) return true;
  return note.length <= maxUnits && Array.from(new Intl.Segmenter().segment(note)).length <= longestNote;
};
