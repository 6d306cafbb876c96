/**
 * Neither spaces nor the quotes, brackets and stops of prose, nor control characters and those that change the direction; up to
 * what ends the text of a link or code in Markdown.
 */
const written =
  /https?:\/\/(?:(?!\]\()[^\s<>"`“”，。、；：！？（）「」『』《》【】\p{Cc}\p{Bidi_Control}])+/giu;

/** What sentences and Markdown put after an address. */
const stops = ".,;:!?'’]}*_~";

/** The address without the stops after it; a closing bracket is one if it was not opened in the address. */
const withoutStops = (address: string): string => {
  let unopened = address.split(')').length - address.split('(').length;
  for (let end = address.length; ; end -= 1) {
    const last = address.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!stops.includes(last)) return address.slice(0, end);
  }
};

/** The web addresses in a text of any length, as they are written there. They have a scheme: other words may be none. */
export const writtenAddresses = (text: string): string[] => (text.match(written) ?? []).map(withoutStops);
