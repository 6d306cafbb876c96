/** The value of a JSON text, before which there may be a byte-order mark; undefined if it is no JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    // Anybody may have written the text, so one that is no JSON is not an unexpected error.
    return undefined;
  }
};
