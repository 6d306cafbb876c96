import { startOmnibox } from '../../lib/browser/omnibox.ts';
import { openAsTyped, openPage } from '../../lib/browser/pages.ts';
import type { Delivery } from '../../lib/delivery/delivery.ts';
import { triggerIn } from '../../lib/delivery/trigger.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import type { HistoryJournal } from '../../lib/history/journal.ts';
import { storedView, wholeHistory } from '../../lib/history/stored-view.ts';
import { text } from '../../lib/i18n/texts.ts';
import { findOwn, isAddress, suggestLinks } from '../../lib/omnibox/suggestions.ts';
import { sessionItem } from '../../lib/storage/storage.ts';
import { createEventCopy } from './event-copy.ts';
import { requestedValidity } from './triggers.ts';

/**
 * The keyword in the address bar: it finds links and copies them, and shortens what is typed. Registers its listeners at once.
 * The journal is that of regular windows: links of private windows are never suggested.
 */
export const startAddressBar = (
  delivery: Pick<Delivery, 'shorten' | 'show'>,
  journal: HistoryJournal,
): void => {
  const view = sessionItem('history-view', storedView);
  const eventCopy = createEventCopy();
  startOmnibox({
    hint: text('omniboxHint'),
    describeTyped(typed, { isPrivate }) {
      if (isAddress(typed)) return text('omniboxShorten');
      // What is typed in a private window is not passed to the page of the history, so no search is offered there.
      return text(isPrivate || typed.trim() === '' ? 'omniboxHint' : 'omniboxSearch');
    },
    search(typed, signal) {
      void eventCopy.prepare();
      return suggestLinks(typed, { journal, signal });
    },
    async onEnter(typed, { typedIn, disposition }) {
      const isNewTab = disposition !== 'currentTab';
      // The page cannot copy, since the address bar has the focus. Firefox's background copies instead, inside this event.
      const copy = isAddress(typed) ? eventCopy.begin() : undefined;
      // Chromium's background has no clipboard, so the outcome is shown without a toast, where it can be copied.
      const mayShowToast = import.meta.env.FIREFOX && !isNewTab;
      const { tab, isPrivate } = await typedIn;
      const link = await findOwn(typed, { journal }).catch(logAndReturn(null));
      if (link && isNewTab) {
        // Ends the copying that has begun: the clipboard stays as it is.
        void copy?.(null);
        return openAsTyped(link.shortLink, { tab, disposition });
      }
      const trigger = {
        ...triggerIn('address-bar', { tab, typed }),
        private: isPrivate,
        mayShowToast,
        copy,
      };
      if (link) return delivery.show(trigger, link);
      if (isAddress(typed)) return delivery.shorten(trigger, requestedValidity(null));
      // What is typed in a private window is not stored: the page opens without it.
      if (isPrivate) return openPage('/history.html');
      // The query is not in the address of the page, which the browser's history would list.
      await view.write({ ...wholeHistory, query: typed.trim() });
      return openAsTyped('/history.html', { tab, disposition });
    },
  });
};
