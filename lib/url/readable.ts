/** Whether these are letters, marks and digits, but none that are not drawn, such as fillers, joiners and variation selectors. */
const areVisibleLetters = (text: string): boolean =>
  // As a constant of the module, the pattern would take 0.2 ms of every start of the background.
  /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}])+$/u.test(text);

/**
 * An address as people read it: letters and digits of other scripts instead of their percent-encoding. For showing only.
 * Everything else stays encoded, so that nothing invisible, no space and no delimiter appears that the address does not
 * have; letters beside such a character, with nothing unencoded between them, stay encoded, too.
 */
export const readableAddress = (address: string): string =>
  address.replaceAll(/(?:%[89a-f][\da-f])+/gi, (encoded) => {
    try {
      const decoded = decodeURIComponent(encoded);
      return areVisibleLetters(decoded) ? decoded : encoded;
    } catch {
      // These bytes are not UTF-8.
      return encoded;
    }
  });

/** A readable address without its scheme and without www. */
export const withoutScheme = (address: string): string =>
  readableAddress(address).replace(/^https?:\/\/(?:www\.)?/i, '');
