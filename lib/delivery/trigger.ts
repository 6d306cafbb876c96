import type { TextKey } from '../i18n/texts.ts';

/** What the browser says about a click on an item of the context menu. */
interface MenuClick {
  linkUrl?: string | undefined;
  srcUrl?: string | undefined;
  selectionText?: string | undefined;
}

/** The tab in which something was clicked, as far as the browser tells it. */
interface ClickedTab {
  id?: number | undefined;
  url?: string | undefined;
  title?: string | undefined;
  incognito?: boolean;
}

interface TargetItem {
  title: TextKey;
  contexts: ('link' | 'image' | 'selection' | 'page' | 'frame')[];
  /** Which addresses the pattern of all web pages is compared with: of what was clicked, or of its page. */
  onWeb: 'target' | 'document';
  addressOf(click: MenuClick, tab: ClickedTab | undefined): string | undefined;
}

/**
 * The items of the context menu: what can be shortened, the most specific first. Chromium shows the page's item only where
 * there is none of the others, in frames, too; in Firefox a frame is a target of its own.
 */
export const targets = {
  link: { title: 'menuLink', contexts: ['link'], onWeb: 'target', addressOf: ({ linkUrl }) => linkUrl },
  image: { title: 'menuImage', contexts: ['image'], onWeb: 'target', addressOf: ({ srcUrl }) => srcUrl },
  selection: {
    title: 'menuSelection',
    contexts: ['selection'],
    onWeb: 'document',
    addressOf: ({ selectionText }) => selectionText,
  },
  page: {
    title: 'menuPage',
    contexts: import.meta.env.FIREFOX ? ['page', 'frame'] : ['page'],
    onWeb: 'document',
    addressOf: (_, tab) => tab?.url,
  },
} as const satisfies Record<string, TargetItem>;

export type Target = keyof typeof targets;

export const targetNames = Object.keys(targets) as Target[];

/** The click or key press that asked for a short link without the popup, and where. */
export interface Trigger {
  target: Target;
  /** As the browser tells it; undefined where it tells none. */
  address: string | undefined;
  /** -1 where it was no tab. */
  tabId: number;
  /** Address of the page it happened on, where the browser tells it. */
  page: string | undefined;
  /** Of the page that is to be shortened; empty for all else, whose title nobody knows. */
  title: string;
  private: boolean;
}

/** The trigger in a tab; what the browser does not tell counts as private. */
export const triggerIn = (
  tab: ClickedTab | undefined,
  { target, address }: Pick<Trigger, 'target' | 'address'>,
): Trigger => ({
  target,
  address,
  tabId: tab?.id ?? -1,
  page: tab?.url,
  title: target === 'page' ? (tab?.title ?? '').slice(0, 1000) : '',
  private: tab?.incognito ?? true,
});
