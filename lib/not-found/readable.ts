/** Parameters of punycode for host names (RFC 3492, section 5). */
const base = 36;
const [least, most] = [1, 26];
const [skew, damping] = [38, 700];
const [firstBias, firstPoint] = [72, 0x80];

const digitOf = (letter: string): number => {
  const digit = parseInt(letter, base);
  // Letters are 0 to 25 and figures 26 to 35, the other way round than parseInt has them.
  return digit < 10 ? digit + 26 : digit - 10;
};

const adapt = (delta: number, { points, isFirst }: { points: number; isFirst: boolean }): number => {
  let rest = Math.floor(delta / (isFirst ? damping : 2));
  rest += Math.floor(rest / points);
  let bias = 0;
  for (; rest > ((base - least) * most) / 2; bias += base) rest = Math.floor(rest / (base - least));
  return bias + Math.floor(((base - least + 1) * rest) / (rest + skew));
};

/** One number that goes over several digits, and where the next one begins; NaN where the digits end too early. */
const readDelta = (digits: string, { from, bias }: { from: number; bias: number }): [number, number] => {
  let [delta, weight] = [0, 1];
  for (let [at, k] = [from, base]; ; at += 1, k += base) {
    const digit = digitOf(digits.charAt(at));
    const threshold = Math.min(Math.max(k - bias, least), most);
    delta += digit * weight;
    if (!(digit >= threshold)) return [delta, at + 1];
    weight *= base - threshold;
  }
};

const decode = (label: string): string => {
  const dash = label.lastIndexOf('-');
  const points = Array.from(label.slice(0, Math.max(dash, 0)), (letter) => letter.charCodeAt(0));
  const digits = label.slice(dash + 1);
  let [point, place, bias] = [firstPoint, 0, firstBias];
  for (let at = 0; at < digits.length;) {
    const [delta, next] = readDelta(digits, { from: at, bias });
    const length = points.length + 1;
    place += delta;
    point += Math.floor(place / length);
    place %= length;
    bias = adapt(delta, { points: length, isFirst: at === 0 });
    points.splice(place, 0, point);
    place += 1;
    at = next;
  }
  return String.fromCodePoint(...points);
};

/** The name in the letters of its language, or null where the browser itself would not read it back as the same name. */
const decoded = (site: string): string | null => {
  const labels = site.split('.').map((label) => (label.startsWith('xn--') ? decode(label.slice(4)) : label));
  const name = labels.join('.');
  return URL.parse(`http://${name}`)?.hostname === site ? name : null;
};

/** A site as people read it: "münchen.example" for "xn--mnchen-3ya.example". Not for comparing. */
export const readableSite = (site: string): string => {
  if (!/(^|\.)xn--/.test(site)) return site;
  try {
    return decoded(site) ?? site;
  } catch {
    return site;
  }
};
