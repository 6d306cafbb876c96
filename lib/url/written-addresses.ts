/** Neither spaces nor the quotes, brackets and stops of prose, nor control characters and those that change the direction. */
const written = /https?:\/\/[^\s<>"“”，。、；：！？（）「」『』《》【】\p{Cc}\p{Bidi_Control}]+/giu;

/** Without the stops of the sentence around it; a bracket is closed outside if it was opened there. */
const withoutStops = (address: string): string => {
  const stops = address.includes('(') ? ".,;:!?'’]}" : ".,;:!?'’]})";
  let end = address.length;
  while (stops.includes(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
};

/** The web addresses in a text of any length, as they are written there. They have a scheme: other words may be none. */
export const writtenAddresses = (text: string): string[] => (text.match(written) ?? []).map(withoutStops);
