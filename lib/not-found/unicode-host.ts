/** Parameters of punycode for host names (RFC 3492, section 5). */
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const initialCodePoint = 0x80;

/** Letters are 0 to 25 and digits 26 to 35, the opposite order of parseInt. */
const digitValue = (character: string): number => {
  const value = parseInt(character, base);
  return value < 10 ? value + 26 : value - 10;
};

/** Bias adaptation (RFC 3492, section 6.1). */
const adaptBias = (delta: number, { length, isFirst }: { length: number; isFirst: boolean }): number => {
  let rest = Math.floor(delta / (isFirst ? damp : 2));
  rest += Math.floor(rest / length);
  let bias = 0;
  while (rest > ((base - tMin) * tMax) / 2) {
    rest = Math.floor(rest / (base - tMin));
    bias += base;
  }
  return bias + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
};

/** Reads a generalized variable-length integer from `start`. Its value is NaN if the digits end too early. */
const readDelta = (digits: string, { start, bias }: { start: number; bias: number }) => {
  let value = 0;
  let weight = 1;
  let threshold = base - bias;
  for (let index = start; ; index += 1) {
    const digit = digitValue(digits.charAt(index));
    const limit = Math.min(Math.max(threshold, tMin), tMax);
    value += digit * weight;
    // NaN is not at least the limit, so the loop ends after the last digit.
    if (!(digit >= limit)) return { value, end: index + 1 };
    weight *= base - limit;
    threshold += base;
  }
};

/** Decodes a label without its "xn--" prefix (RFC 3492, section 6.2). Throws if it is no valid punycode. */
const decodeLabel = (label: string): string => {
  const dash = label.lastIndexOf('-');
  const codePoints = Array.from(label.slice(0, Math.max(dash, 0)), (letter) => letter.charCodeAt(0));
  const digits = label.slice(dash + 1);
  let codePoint = initialCodePoint;
  let position = 0;
  let bias = initialBias;
  let index = 0;
  while (index < digits.length) {
    const { value, end } = readDelta(digits, { start: index, bias });
    const length = codePoints.length + 1;
    position += value;
    codePoint += Math.floor(position / length);
    position %= length;
    bias = adaptBias(value, { length, isFirst: index === 0 });
    codePoints.splice(position, 0, codePoint);
    position += 1;
    index = end;
  }
  return String.fromCodePoint(...codePoints);
};

/** The name in Unicode; null if the browser would not encode it as the same name again. */
const decodeName = (site: string): string | null => {
  const labels = site
    .split('.')
    .map((label) => (label.startsWith('xn--') ? decodeLabel(label.slice(4)) : label));
  const name = labels.join('.');
  return URL.parse(`http://${name}`)?.hostname === site ? name : null;
};

/** A site for display: "münchen.example" for "xn--mnchen-3ya.example". Compare sites in punycode, not in this form. */
export const readableSite = (site: string): string => {
  if (!/(^|\.)xn--/.test(site)) return site;
  try {
    return decodeName(site) ?? site;
  } catch {
    return site;
  }
};
