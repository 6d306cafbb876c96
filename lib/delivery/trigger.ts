import type { MenuItem } from '../browser/context-menu.ts';
import { truncate } from '../characters/text.ts';
import type { Refusal } from '../failures/contract.ts';
import type { CopiedContent } from '../formats/formats.ts';
import type { TextKey } from '../i18n/texts.ts';
import { addressOfTab, isWaiting, titleOfTab } from '../url/address-of-tab.ts';
import { longestLink, longestTitle } from '../url/contract.ts';
import { readLink } from '../url/link.ts';
import { writtenAddresses } from '../url/written-addresses.ts';

/** The address to shorten, or why there is none. */
interface ResolvedLink {
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

/** Of an address that the browser gives: that address, never a visible text. */
const ofAddress = (address: string | undefined): ResolvedLink => {
  if (!address) return { link: '', refusal: 'address-hidden' };
  // Several outcomes with longer addresses would fill the memory that the browser gives an extension (10 MB in Chromium).
  const isStorable = address.length <= 2 * longestLink;
  return isStorable ? { link: address } : { link: address.slice(0, excerptLength), refusal: 'too-long' };
};

/** Of a text: itself, if it is an address, or the first address in it. */
const inText = (typed: string | undefined): ResolvedLink => {
  if (typed === undefined) return { link: '', refusal: 'address-hidden' };
  const read = readLink(typed);
  if (read.ok) return { link: read.link };
  const text = typed.trim();
  if (read.reason === 'password') return { link: text };
  const [first, ...others] = writtenAddresses(text);
  if (first !== undefined && first.length <= longestLink)
    return others.length > 0 ? { link: first, firstOf: others.length + 1 } : { link: first };
  const refusal = read.reason === 'email-address' ? read.reason : 'not-in-selection';
  return { link: text.slice(0, excerptLength), refusal };
};

/** The tab of a trigger, as far as the browser gives it. */
interface TriggerTab {
  id?: number | undefined;
  url?: string | undefined;
  pendingUrl?: string | undefined;
  status?: string | undefined;
  title?: string | undefined;
  incognito?: boolean;
}

/** What the browser says of a click, a key press or a typed line. */
interface TriggerEvent {
  tab: TriggerTab | undefined;
  info?: {
    linkUrl?: string | undefined;
    srcUrl?: string | undefined;
    selectionText?: string | undefined;
    frameId?: number | undefined;
  };
  typed?: string;
}

interface TriggerRow {
  /** Its item in the context menu, or in the menu of a tab; a trigger without one has a listener of its own. */
  item?: Pick<MenuItem, 'contexts' | 'onWeb'> & { title: TextKey };
  /** What it is about, as the browser gives it; undefined if it gives nothing. */
  textOf(event: TriggerEvent): string | undefined;
  resolveLink(text: string | undefined): ResolvedLink;
  /** It is about the whole page of the tab, which has a title and may still be loading. */
  isOfPage?: boolean;
}

const ofPage = {
  textOf: ({ tab }: TriggerEvent) => addressOfTab({ ...tab }),
  resolveLink: ofAddress,
  isOfPage: true,
} as const;

/**
 * What requests a short link without a page of the extension. The items of the context menu come first, the most specific one at
 * the top. Firefox shows the most specific one that fits. Chromium shows all of them, in a submenu if there are several, and does
 * not tell a field with a selection from one without: there, one item is for both, and shortens the page if nothing is selected.
 * Over a canvas, Chromium shows only items that would also be over every link.
 */
export const triggers = {
  link: {
    item: { title: 'menuLink', contexts: ['link'], onWeb: 'target' },
    textOf: ({ info }) => info?.linkUrl,
    resolveLink: ofAddress,
  },
  image: {
    item: { title: 'menuImage', contexts: ['image'], onWeb: 'target' },
    textOf: ({ info }) => info?.srcUrl,
    resolveLink: ofAddress,
  },
  selection: {
    item: {
      title: 'menuSelection',
      contexts: import.meta.env.FIREFOX ? ['selection'] : ['selection', 'editable'],
      onWeb: 'document',
    },
    textOf: ({ info }) => info?.selectionText,
    resolveLink: inText,
  },
  page: {
    item: {
      title: 'menuPage',
      // In Firefox, frames and fields are contexts of their own.
      contexts: [
        'page',
        'video',
        'audio',
        ...(import.meta.env.FIREFOX ? (['frame', 'editable'] as const) : []),
      ],
      onWeb: 'document',
    },
    ...ofPage,
  },
  /** Only Firefox can count the selected tabs before the menu is shown. */
  tab: {
    item: { title: import.meta.env.FIREFOX ? 'menuPage' : 'shorten', contexts: ['tab'], onWeb: 'tab' },
    ...ofPage,
  },
  shortcut: ofPage,
  'address-bar': { textOf: ({ typed }) => typed, resolveLink: inText },
} as const satisfies Record<string, TriggerRow>;

export type TriggerName = keyof typeof triggers;

/** The click or key press that requests a short link without the popup. */
export interface Trigger {
  /** The id of a connection; without it, the default one. */
  connection?: string | undefined;
  link: ResolvedLink;
  /** The tab in front, where the outcome is shown; -1 for a click outside tabs. */
  tabId: number;
  /** Whether its page may show the outcome: not if another tab was clicked, or if the page could not copy. */
  mayShowToast: boolean;
  /** Address of the page of the click, if the browser gives it. */
  page: string | undefined;
  /** Whether the page of the click has the address itself: as its own address, or in its document and not in a frame. */
  isFromPage: boolean;
  /** The title of the page if the trigger is about that; empty for others, whose titles are unknown. */
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

const linkOf = (name: TriggerName, event: TriggerEvent): ResolvedLink => {
  const { isOfPage, textOf, resolveLink }: TriggerRow = triggers[name];
  // The browser does not give the address of a page that is still loading.
  if (isOfPage && isWaiting({ ...event.tab })) return { link: '', refusal: 'address-loading' };
  return resolveLink(textOf(event));
};

/** The trigger in a tab. If the browser does not say whether that is private, it counts as private. */
export const triggerIn = (name: TriggerName, event: TriggerEvent, tabInFront = event.tab?.id): Trigger => {
  const { tab, info } = event;
  const { isOfPage = false }: TriggerRow = triggers[name];
  return {
    link: linkOf(name, event),
    tabId: tabInFront ?? -1,
    mayShowToast: tabInFront === tab?.id,
    page: tab?.url,
    // The frame 0 is the page itself.
    isFromPage: isOfPage || info?.frameId === 0,
    title: isOfPage ? truncate(titleOfTab({ ...tab }), longestTitle) : '',
    private: tab?.incognito ?? true,
  };
};
