// oxlint-disable-next-line no-control-regex -- control and direction characters are removed from texts
const controls = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/** One line of text, without characters that change the order in which others are shown: each run of them is a space. */
export const plainText = (text: string): string => text.replace(controls, ' ');

/** The text, at most as long as the limit in UTF-16 code units; a longer one is cut between two characters as people see them. */
export const truncate = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const end = new Intl.Segmenter().segment(text.slice(0, limit + 2)).containing(limit)?.index;
  return text.slice(0, end);
};

/** The value of a JSON text, before which there may be a byte-order mark; undefined if it is no JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    // It comes from a file or from a place that anybody writes: being no JSON is an answer, not an error.
    return undefined;
  }
};

/** An identifier of texts that does not reveal them. */
export const digest = async (...texts: string[]): Promise<string> => {
  const bytes = new TextEncoder().encode(texts.join('\n'));
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))));
};
