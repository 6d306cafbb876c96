/** The value of a JSON text, before which there may be a byte-order mark; undefined if it is no JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    // It comes from a file or from a place that anybody writes: being no JSON is an answer, not an error.
    return undefined;
  }
};
