// The slash selects the package: without it, Node.js has a deprecated module of the same name.
import punycode from 'punycode/';

/**
 * A host as people write it: "münchen.example" for "xn--mnchen-3ya.example"; unchanged if the browser would not encode it as the same
 * host again. Compare hosts in punycode, not in this form.
 */
export const unicodeHost = (host: string): string => {
  try {
    const name = punycode.toUnicode(host);
    return URL.parse(`http://${name}`)?.hostname === host ? name : host;
  } catch {
    // The name is no valid punycode.
    return host;
  }
};

const scriptsOfDomains =
  'Arab Armn Beng Cyrl Deva Geor Grek Gujr Guru Hebr Knda Laoo Mlym Orya Sinh Taml Telu Thai';

/**
 * Whether a host shows what it is: each label in Latin letters, with or without accents, or in those of East Asia; in another script,
 * whose letters may look like Latin ones, only if no label of the host is in Latin letters, as in "пример.рф". No label mixes
 * them. (As Chromium, chromium.org/developers/design-documents/idn-in-google-chrome: with fewer scripts, but without its list of
 * well-known hosts, which accents may imitate.)
 */
const isUnambiguous = (host: string): boolean => {
  const labels = host.split('.');
  const areAll = (pattern: string): boolean => {
    const letters = new RegExp(`^(?:${pattern}|[\\d-])+$`, 'u');
    return labels.every((label) => letters.test(label));
  };
  const withoutAccents = (label: string): string => label.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  const isLatin = (label: string): boolean => /^[a-zßæœøđłðþ\d-]+$/.test(withoutAccents(label));
  const isEastAsian = (label: string): boolean =>
    /^(?:[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\d-]+|[\p{scx=Hani}\p{scx=Hang}\d-]+)$/u.test(label);
  return (
    labels.every((label) => isLatin(label) || isEastAsian(label)) ||
    scriptsOfDomains.split(' ').some((script) => areAll(`\\p{scx=${script}}`))
  );
};

const schemeUserHost = /^(https?:\/\/(?:[^/?#\\]*@)?)([^/?#\\:]+)/i;

/** A web address with its host in another form; other addresses stay as they are. */
const withHost = (address: string, change: (host: string) => string): string =>
  address.replace(schemeUserHost, (_, before: string, host: string) => before + change(host));

/** An address whose host is not ASCII, or is written in punycode, in the other of these two forms; null for all others. */
export const withOtherHost = (address: string): string | null => {
  if (!/xn--|[^\0-\x7f]/i.test(address)) return null;
  const other = withHost(address, (host) =>
    /xn--/i.test(host) ? unicodeHost(host) : (URL.parse(`http://${host}`)?.hostname ?? host),
  );
  return other === address ? null : other;
};

/** A host as people read it; in punycode if it could be taken for another one. */
export const readableHost = (host: string): string => {
  const name = host.includes('xn--') ? unicodeHost(host) : host;
  return name !== host && isUnambiguous(name) ? name : host;
};

/** Whether these are letters, marks and digits, but none that are not drawn, such as fillers, joiners and variation selectors. */
const areVisibleLetters = (text: string): boolean =>
  // As a constant of the module, the pattern would take 0.2 ms of every start of the background.
  /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}])+$/u.test(text);

/**
 * An address as people read it: letters and digits of other scripts instead of their percent-encoding and, unless its host may look
 * like another one, instead of punycode. For showing only.
 * Everything else stays encoded, so that nothing invisible, no space and no delimiter appears that the address does not
 * have; letters beside such a character, with nothing unencoded between them, stay encoded, too.
 */
export const readableAddress = (address: string): string =>
  withHost(address, readableHost).replaceAll(/(?:%[89a-f][\da-f])+/gi, (encoded) => {
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
