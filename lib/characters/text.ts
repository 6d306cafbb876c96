// oxlint-disable-next-line no-control-regex -- control and direction characters are removed from texts
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/** One line of text, without characters that change the order in which others are shown: each run of them is a space. */
export const plainText = (text: string): string => text.replace(controls, ' ');

/** An address with those characters encoded, as browsers do it: it leads to the same page. */
export const plainAddress = (address: string): string => address.replace(controls, encodeURIComponent);

/** The words of a text on one line. */
export const oneLine = (text: string): string => plainText(text).replace(/\s+/g, ' ').trim();

/** The text, at most as long as the limit in UTF-16 code units; a longer one is cut between two characters as people see them. */
export const truncate = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const end = new Intl.Segmenter().segment(text.slice(0, limit + 2)).containing(limit)?.index;
  return text.slice(0, end);
};
