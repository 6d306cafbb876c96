// The slash selects the package: without it, Node.js has a deprecated module of the same name.
import { toUnicode } from 'punycode/';

/**
 * A site for display: "münchen.example" for "xn--mnchen-3ya.example"; unchanged if the browser would not encode what is shown
 * as the same site again. Compare sites in punycode, not in this form.
 */
export const readableSite = (site: string): string => {
  try {
    const name = toUnicode(site);
    return URL.parse(`http://${name}`)?.hostname === site ? name : site;
  } catch {
    // It is no valid punycode.
    return site;
  }
};
