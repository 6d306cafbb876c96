/** Whether the text has more characters than this, as people count them: an emoji with its parts is one. */
const isLongerThan = (text: string, count: number): boolean => {
  if (text.length <= count) return false;
  let left = count;
  for (const _ of new Intl.Segmenter().segment(text)) if (left-- === 0) return true;
  return false;
};

/** Characters of the longest note, as people count them. */
const longestNote = 500;

/** UTF-16 code units of the longest note: one character may consist of any number of them. */
const maxUnits = 8 * longestNote;

/** Whether a note has at most as many characters as can be stored. */
export const isStorableNote = (note: string): boolean =>
  note.length <= maxUnits && !isLongerThan(note, longestNote);
