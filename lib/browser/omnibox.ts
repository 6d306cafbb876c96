import { logAndReturn } from '../errors/error-log.ts';
import type { Tabs } from 'webextension-polyfill';
import { browser } from '../webextension/browser.ts';

/** A line below the address bar: `content` is what the bar shows when the line is selected, and what Enter then gives. */
export interface Suggestion {
  content: string;
  /** XML in Chromium, plain text in Firefox. */
  description: string;
}

type Disposition = 'currentTab' | 'newForegroundTab' | 'newBackgroundTab';

/** Where the text is typed: the active tab. A window that is not known to be regular counts as private. */
interface TypedIn {
  tab: Tabs.Tab | undefined;
  isPrivate: boolean;
}

/** The events do not name the tab. */
const activeTab = async (): Promise<Tabs.Tab | undefined> =>
  (await browser.tabs.query({ active: true, lastFocusedWindow: true }).catch(logAndReturn([])))[0];

/**
 * The extension's keyword in the address bar. Registers its listeners synchronously; Firefox for Android has no such
 * keywords.
 */
export const startOmnibox = ({
  hint,
  describeTyped,
  search,
  onEnter,
}: {
  /** The description of the first line before anything is typed; in Firefox also later. */
  hint: string;
  /** Chromium: the description of the first line after something is typed. The browser replaces %s in it with the typed text. */
  describeTyped(typed: string, window: Pick<TypedIn, 'isPrivate'>): string;
  /** The other lines. The signal aborts when something else is typed, or when the input ends. */
  search(typed: string, signal: AbortSignal): Promise<Suggestion[]>;
  /** Called for Enter, inside the event; Alt+Enter has another disposition than `currentTab`. */
  onEnter(text: string, context: { typedIn: Promise<TypedIn>; disposition: Disposition }): Promise<unknown>;
}): void => {
  if (!('omnibox' in browser)) return;
  const { omnibox } = browser;
  const describe = (description: string): void => omnibox.setDefaultSuggestion({ description });
  let current = new AbortController();
  /** Whether the window in which the text was typed is private: at Enter, another window may already be in front. */
  let wasPrivate = false;
  const typedIn = async (): Promise<TypedIn> => {
    const tab = await activeTab();
    return { tab, isPrivate: tab?.incognito ?? true };
  };
  omnibox.onInputStarted.addListener(() => describe(hint));
  omnibox.onInputChanged.addListener((typed, suggest) => {
    current.abort();
    current = new AbortController();
    const { signal } = current;
    const found = search(typed, signal);
    const offer = async (): Promise<void> => {
      const { isPrivate } = await typedIn();
      wasPrivate = isPrivate;
      // Browsers show a new description only after the next key, so it needs %s, which Firefox does not have.
      if (!import.meta.env.FIREFOX) describe(describeTyped(typed, { isPrivate }));
      suggest(await found);
    };
    offer().catch(logAndReturn(undefined));
  });
  omnibox.onInputCancelled.addListener(() => current.abort());
  omnibox.onInputEntered.addListener((text, disposition) => {
    current.abort();
    const entered = typedIn().then(({ tab, isPrivate }) => ({ tab, isPrivate: isPrivate || wasPrivate }));
    onEnter(text, { typedIn: entered, disposition }).catch(logAndReturn(undefined));
  });
};
