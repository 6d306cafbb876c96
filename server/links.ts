import { noExpiry } from '../lib/validity/contract.ts';
import { longestLink } from '../lib/url/contract.ts';
import { addRequest } from '../lib/api/contract.ts';
import { Refusal } from './answers.ts';
import { isOwnShortLink } from './hosts.ts';
import type { Application, Store } from './store.ts';

/** Tries before a collision is taken for a fault: with ten random letters even one is unlikely. */
const tries = 5;

/** Letters of an identifier: 62^10 make guessing hopeless and still fit a text message. */
export const idLength = 10;

/** A link as it may be kept. Throws Refusal: Link Invalid. */
export function checkedLink(link: unknown, hosts: ReadonlySet<string>): string {
  const text = addRequest.shape.link.safeParse(link);
  if (!text.success || text.data.length > longestLink) throw new Refusal('link-invalid');
  const url = parsedLink(text.data);
  if (!url || isOwnShortLink(url, hosts)) throw new Refusal('link-invalid');
  return text.data;
}

function parsedLink(link: string): URL | null {
  // Control characters could end a header; lone surrogates would not come back from the disk as they went in.
  if (!/^https?:\/\//i.test(link) || /[\p{Cc}\p{Cs}]/u.test(link)) return null;
  return URL.parse(link);
}

/** The Unix second at which a link ends, if that is still to come. Throws Refusal: Validity Invalid. `now` in Unix seconds. */
export function checkedValidity(validity: unknown, now: number): number {
  const ends = addRequest.shape.validity.safeParse(validity);
  if (!ends.success || ends.data <= now || ends.data > noExpiry) throw new Refusal('validity-invalid');
  return ends.data;
}

/**
 * What a redirect to `link` says in its Location header: the link itself, letter by letter, wherever a header can
 * carry it, else the same address as a browser would write it, percent-encoded.
 *
 * @throws TypeError for what is not an http or https address
 */
export function locationOf(link: string): string {
  if (/^https?:\/\/[\x21-\x7e]+$/i.test(link)) return link;
  const { href, protocol } = new URL(link);
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new TypeError('Only http and https links are followed.');
  return href;
}

/** Keeps a link under a new identifier and answers that. Throws Refusal: No Package Available. `now` in Unix seconds. */
export async function keepLink(
  store: Store,
  target: { link: string; ends: number; application: Application; now: number; makeId: () => string },
): Promise<string> {
  const { link, ends, application, now, makeId } = target;
  for (let left = tries; left > 0; left -= 1) {
    const id = makeId();
    const outcome = await store.addLink({ id, link, ends, secretId: application.secretId }, now);
    if (outcome === 'added') return id;
    if (outcome === 'no-package') throw new Refusal('no-package-available');
  }
  throw new Error(`No free identifier in ${tries} tries.`);
}
