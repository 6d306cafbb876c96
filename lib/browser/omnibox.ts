import { notedAs } from '../errors/noted-errors.ts';
import { browser } from '../webextension/browser.ts';

/** A line below the address bar: `content` is what the bar shows when the line is selected, and what Enter then gives. */
export interface Suggestion {
  content: string;
  /** XML in Chromium, plain text in Firefox. */
  description: string;
}

type Tab = Awaited<ReturnType<typeof browser.tabs.get>>;
type Disposition = 'currentTab' | 'newForegroundTab' | 'newBackgroundTab';

/** The tab of the address bar. A window that is not known to be regular counts as private. */
interface TypedIn {
  tab: Tab | undefined;
  isPrivate: boolean;
}

interface OmniboxDeps {
  /** The description of the first line, which stands for whatever is typed: before anything is, and always in Firefox. */
  hint: string;
  /** Chromium: the description for what is typed, which the browser puts in for %s. */
  first(typed: string, window: Pick<TypedIn, 'isPrivate'>): string;
  /** The other lines. The signal aborts when something else is typed, or nothing more. */
  search(typed: string, signal: AbortSignal): Promise<Suggestion[]>;
  /** Enter; another disposition than `currentTab` for Alt+Enter. It is called inside the event. */
  onEnter(text: string, context: { typedIn: Promise<TypedIn>; disposition: Disposition }): Promise<unknown>;
}

/** The events do not name the tab. */
const activeTab = async (): Promise<Tab | undefined> =>
  (await browser.tabs.query({ active: true, lastFocusedWindow: true }).catch(notedAs([])))[0];

/**
 * The extension's keyword in the address bar. Registers its listeners synchronously; Safari and Firefox for Android have no
 * such keywords.
 */
export const startOmnibox = ({ hint, first, search, onEnter }: OmniboxDeps): void => {
  if (!('omnibox' in browser)) return;
  const { omnibox } = browser;
  const describe = (description: string): void => omnibox.setDefaultSuggestion({ description });
  let current = new AbortController();
  /** As it was while the text was typed: at Enter, another window may have come to the front already. */
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
      // Both browsers show it from the next key on; Firefox has no %s.
      if (!import.meta.env.FIREFOX) describe(first(typed, { isPrivate }));
      suggest(await found);
    };
    offer().catch(notedAs(undefined));
  });
  omnibox.onInputCancelled.addListener(() => current.abort());
  omnibox.onInputEntered.addListener((text, disposition) => {
    current.abort();
    const entered = typedIn().then(({ tab, isPrivate }) => ({ tab, isPrivate: isPrivate || wasPrivate }));
    onEnter(text, { typedIn: entered, disposition }).catch(notedAs(undefined));
  });
};
