import type { MenuClick, MenuItem } from '../browser/context-menu.ts';
import { truncate } from '../characters/text.ts';
import type { Refusal } from '../failures/contract.ts';
import type { CopiedContent } from '../formats/formats.ts';
import type { TextKey } from '../i18n/texts.ts';
import { addressOfTab, isWaiting, titleOfTab } from '../url/address-of-tab.ts';
import { longestLink, longestTitle } from '../url/contract.ts';
import { readLink } from '../url/link.ts';

/**
 * An address without spaces, quotes, brackets, full stops of Chinese, control characters and characters that change the
 * direction. It ends before `](`, which ends the text of a link in Markdown.
 */
const addressPattern =
  /https?:\/\/(?:(?!\]\()[^\s<>"`“”，。、；：！？（）「」『』《》【】\p{Cc}\p{Bidi_Control}])+/giu;

/** Punctuation of sentences and of Markdown that may follow an address. */
const trailing = ".,;:!?'’]}*_~";

/** The address without punctuation at its end, which includes a closing bracket that is not opened in the address. */
const withoutPunctuation = (address: string): string => {
  let unopened = address.split(')').length - address.split('(').length;
  for (let end = address.length; ; end -= 1) {
    const last = address.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!trailing.includes(last)) return address.slice(0, end);
  }
};

/** The web addresses in a text of any length, as they are written there. They have a scheme: other words may be none. */
export const writtenAddresses = (text: string): string[] =>
  (text.match(addressPattern) ?? []).map(withoutPunctuation);

/** The tab of the click, as far as the browser gives it. */
interface ClickedTab {
  id?: number | undefined;
  url?: string | undefined;
  pendingUrl?: string | undefined;
  status?: string | undefined;
  title?: string | undefined;
  incognito?: boolean;
}

interface TargetItem extends Pick<MenuItem, 'contexts' | 'onWeb'> {
  title: TextKey;
  addressOf(click: MenuClick): string | undefined;
}

/**
 * The items of the context menu: what can be shortened, the most specific first. Firefox shows the most specific one that fits.
 * Chromium shows all of them, in a submenu if there are several, and does not tell a field with a selection from one without:
 * there, one item is for both, and shortens the page if nothing is selected. Over a canvas, Chromium shows only items that would
 * also be over every link.
 */
export const targets = {
  link: { title: 'menuLink', contexts: ['link'], onWeb: 'target', addressOf: ({ info }) => info.linkUrl },
  image: { title: 'menuImage', contexts: ['image'], onWeb: 'target', addressOf: ({ info }) => info.srcUrl },
  selection: {
    title: 'menuSelection',
    contexts: import.meta.env.FIREFOX ? ['selection'] : ['selection', 'editable'],
    onWeb: 'document',
    addressOf: ({ info }) => info.selectionText,
  },
  page: {
    title: 'menuPage',
    // In Firefox, frames and fields are contexts of their own.
    contexts: [
      'page',
      'video',
      'audio',
      ...(import.meta.env.FIREFOX ? (['frame', 'editable'] as const) : []),
    ],
    onWeb: 'document',
    addressOf: ({ tab }) => addressOfTab({ ...tab }),
  },
} as const satisfies Record<string, TargetItem>;

export type Target = keyof typeof targets;

export const targetNames = Object.keys(targets) as Target[];

/** The click or key press that requests a short link without the popup. */
export interface Trigger {
  target: Target;
  /** The id of a connection; without it, the default one. */
  connection?: string | undefined;
  /** As the browser gives it; undefined if it gives none. */
  address: string | undefined;
  /** Whether the target is a page that is still loading, and whose address the browser does not give yet. */
  isWaiting?: boolean;
  /** The tab in front, where the outcome is shown; -1 for a click outside tabs. */
  tabId: number;
  /** Whether its page may show the outcome: not if another tab was clicked, or if the page could not copy. */
  mayShowToast: boolean;
  /** Address of the page of the click, if the browser gives it. */
  page: string | undefined;
  /** Whether the page of the click has the address itself: as its own address, or in its document and not in a frame. */
  isFromPage: boolean;
  /** The title of the page if that is the target; empty for other targets, whose titles are unknown. */
  title: string;
  private: boolean;
  /**
   * Copies the short link, where the page of the tab could not; called with null if there is none. Resolves with whether the
   * clipboard has it.
   */
  copy?: ((content: CopiedContent | null) => Promise<boolean>) | undefined;
  /**
   * Writes the short link over the address in the field where it is selected; resolves with whether it is there now, and with null
   * if the field has neither of them.
   */
  replace?: ((shortLink: string) => Promise<boolean | null>) | undefined;
}

/**
 * The trigger in a tab. If the browser does not say whether it is private, it counts as private. `frameId`: 0 for the page itself;
 * undefined if the browser names none.
 */
export const triggerIn = (
  tab: ClickedTab | undefined,
  { target, address, frameId }: Pick<Trigger, 'target' | 'address'> & { frameId?: number | undefined },
  tabInFront = tab?.id,
): Trigger => ({
  target,
  address,
  isWaiting: target === 'page' && isWaiting({ ...tab }),
  tabId: tabInFront ?? -1,
  mayShowToast: tabInFront === tab?.id,
  page: tab?.url,
  isFromPage: target === 'page' || frameId === 0,
  title: target === 'page' ? truncate(titleOfTab({ ...tab }), longestTitle) : '',
  private: tab?.incognito ?? true,
});

/** The address to shorten, or why there is none. */
interface ResolvedTarget {
  link: string;
  refusal?: Refusal;
  /** The number of addresses in the selection, if it is the first of several. */
  firstOf?: number;
}

/** Characters that are shown of what is no address, or far too long: enough to recognize it. */
const excerptLength = 200;

/** The first address in a selected text, as it is written there; undefined if there is none. */
export const addressInSelection = (selected: string): string | undefined =>
  readLink(selected).ok ? selected.trim() : writtenAddresses(selected)[0];

/**
 * The address that the person meant: the target's URL, never its visible text. For a selection it is the selected text, if that is a
 * URL, or the first one in it.
 */
export const resolveTarget = ({ target, address, isWaiting: waits }: Trigger): ResolvedTarget => {
  if (waits) return { link: '', refusal: 'address-loading' };
  if (address === undefined || (address === '' && target !== 'selection'))
    return { link: '', refusal: 'address-hidden' };
  if (target !== 'selection') {
    // Several outcomes with longer addresses would fill the memory that the browser gives an extension (10 MB in Chromium).
    const isStorable = address.length <= 2 * longestLink;
    return isStorable ? { link: address } : { link: address.slice(0, excerptLength), refusal: 'too-long' };
  }

  const read = readLink(address);
  if (read.ok) return { link: read.link };
  const text = address.trim();
  if (read.reason === 'password') return { link: text };
  const [first, ...others] = writtenAddresses(text);
  if (first !== undefined && first.length <= longestLink)
    return others.length > 0 ? { link: first, firstOf: others.length + 1 } : { link: first };
  const refusal = read.reason === 'email-address' ? read.reason : 'not-in-selection';
  return { link: text.slice(0, excerptLength), refusal };
};
