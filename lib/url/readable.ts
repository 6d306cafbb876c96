/**
 * An address as people read it: letters and digits of other scripts instead of their percent-encoding. For showing only.
 * Everything else stays encoded, so that nothing invisible, no space and no delimiter appears that the address does not have.
 */
export const readableAddress = (address: string): string =>
  address.replaceAll(/(?:%[89a-f][\da-f])+/gi, (encoded) => {
    try {
      const decoded = decodeURIComponent(encoded);
      return /^[\p{L}\p{M}\p{N}]+$/u.test(decoded) ? decoded : encoded;
    } catch {
      return encoded;
    }
  });
