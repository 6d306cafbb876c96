import type { Trigger } from './trigger.ts';
import type { Refusal } from '../failures/contract.ts';

/** Checks an address as it was typed; `without` is it without the password that keeps it from being sent. */
export type ReadLink = (
  text: string,
) => { ok: true; link: string } | { ok: false; reason: Refusal; without?: string };

/** What is to be shortened, or why nothing is. */
export interface Aim {
  link: string;
  refusal?: Refusal;
}

/** Characters of a selection that is no address: enough to know it again. */
const excerpt = 200;

/** The address that was meant: the target's own, never its text; of a selection, the text where it is an address. */
export const aimOf = ({ target, address }: Trigger, readLink: ReadLink): Aim => {
  // Of its own pages the browser tells no address.
  if (address === undefined) return { link: '', refusal: 'browser-page' };
  if (target !== 'selection') return { link: address };
  const read = readLink(address);
  if (read.ok) return { link: read.link };
  const text = address.trim();
  return read.reason === 'password'
    ? { link: text }
    : { link: text.slice(0, excerpt), refusal: 'not-in-selection' };
};
