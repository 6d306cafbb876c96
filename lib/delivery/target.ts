import type { Trigger } from './trigger.ts';
import type { Refusal } from '../failures/contract.ts';
import { longestLink } from '../url/contract.ts';
import { readLink } from '../url/link.ts';

/** The address to shorten, or why there is none. */
export interface ResolvedTarget {
  link: string;
  refusal?: Refusal;
}

/** Characters that are shown of what is no address, or far too long: enough to recognize it. */
const excerptLength = 200;

/** The address that the person meant: the target's URL, never its visible text. For a selection it is the selected text, if that is a URL. */
export const resolveTarget = ({ target, address }: Trigger): ResolvedTarget => {
  if (address === undefined || (address === '' && target !== 'selection'))
    return { link: '', refusal: 'address-hidden' };
  if (target !== 'selection') {
    // The outcomes of several longer ones would fill the memory that the browser gives an extension (10 MB in Chromium).
    const isStorable = address.length <= 2 * longestLink;
    return isStorable ? { link: address } : { link: address.slice(0, excerptLength), refusal: 'too-long' };
  }

  const read = readLink(address);
  if (read.ok) return { link: read.link };
  const text = address.trim();
  if (read.reason === 'password') return { link: text };
  const refusal = read.reason === 'email-address' ? read.reason : 'not-in-selection';
  return { link: text.slice(0, excerptLength), refusal };
};
