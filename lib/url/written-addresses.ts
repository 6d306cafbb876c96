/**
 * An address without spaces, quotes, brackets, full stops of Chinese, control characters and characters that change the
 * direction. It ends before `](`, which ends the text of a link in Markdown, and after twice the characters of the longest link:
 * for more, the browser's regular expressions run out of memory.
 */
const addressPattern =
  /https?:\/\/(?:(?!\]\()[^\s<>"`“”，。、；：！？（）「」『』《》【】\p{Cc}\p{Bidi_Control}]){1,65537}/giu;

/** Punctuation of sentences and of Markdown that may follow an address. */
const trailing = ".,;:!?'’]}*_~";

/** The address without punctuation at its end, which includes a closing bracket that is not opened in the address. */
const withoutPunctuation = (address: string): string => {
  let unopened = address.split(')').length - address.split('(').length;
  for (let end = address.length; ; end -= 1) {
    const last = address.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!trailing.includes(last)) return address.slice(0, end);
  }
};

/** The web addresses in a text of any length, as they are written there. They have a scheme: other words may be none. */
export const writtenAddresses = (text: string): string[] =>
  (text.match(addressPattern) ?? []).map(withoutPunctuation);
