/** The text, at most as long as the limit in UTF-16 code units; a longer one is cut between two characters as people see them. */
export const truncate = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const end = new Intl.Segmenter().segment(text.slice(0, limit + 2)).containing(limit)?.index;
  return text.slice(0, end);
};
