import { readLink } from '../url/link.ts';
import type { Refusal } from '../failures/contract.ts';

/** Which tabs are meant: all of a window, or these. */
export interface Which {
  window: number | null;
  tabs: readonly number[];
  private: boolean;
}

const aNumber = /^\d{1,10}$/;
const numbers = /^\d{1,10}(,\d{1,10})*$/;

/** Reads `?window=7` or `?tabs=3,4`, each with `&private=1` for a private window, and nothing else: null. */
export const readWhich = (search: string): Which | null => {
  const { window, tabs, private: secret, ...others } = Object.fromEntries(new URLSearchParams(search));
  if (Object.keys(others).length > 0 || (secret !== undefined && secret !== '1')) return null;
  const isPrivate = secret === '1';
  if (window !== undefined && tabs === undefined && aNumber.test(window))
    return { window: Number(window), tabs: [], private: isPrivate };
  if (tabs !== undefined && window === undefined && numbers.test(tabs))
    return { window: null, tabs: tabs.split(',').map(Number), private: isPrivate };
  return null;
};

/** A tab as the browser tells of it; `link` is empty where it tells no address. */
export interface OpenTab {
  link: string;
  /** Names of the tracking parameters that were taken out of its address. */
  removed: readonly string[];
  title: string;
  private: boolean;
}

/** Why a tab is left out: what its address is, or that another has it, or that it is not of this kind of window. */
export type LeftOut =
  | Extract<Refusal, 'not-web' | 'not-an-address' | 'password' | 'too-long'>
  | 'twice'
  | 'private-tab'
  | 'ordinary-tab';

export interface Plan {
  chosen: { link: string; title: string; removed: readonly string[] }[];
  left: { link: string; title: string; why: LeftOut }[];
}

const reasonOf = (link: string): LeftOut | null => {
  const read = readLink(link);
  if (read.ok) return null;
  const { reason } = read;
  return reason === 'password' || reason === 'too-long' || reason === 'not-an-address' ? reason : 'not-web';
};

/** Which tabs can be shortened, each address once, and which are left out. What is private stays apart from what is not. */
export const planOf = (tabs: readonly OpenTab[], isPrivate: boolean): Plan => {
  const plan: Plan = { chosen: [], left: [] };
  const seen = new Set<string>();
  for (const { link, title, removed, private: secret } of tabs) {
    const otherKind = secret ? 'private-tab' : 'ordinary-tab';
    const twice = seen.has(link) ? 'twice' : null;
    const why = secret === isPrivate ? (reasonOf(link) ?? twice) : otherKind;
    if (why) plan.left.push({ link, title, why });
    else plan.chosen.push({ link, title, removed });
    if (secret === isPrivate) seen.add(link);
  }
  return plan;
};
