import { withTimeout } from '../async/timeout.ts';
import { currentPage } from '../browser/pages.ts';
import { logAndReturn } from '../errors/error-log.ts';
import { unreadSettings } from '../settings/schema.ts';
import { settingsFields, settingsUnderPolicy } from '../settings/policy.ts';
import { readOwnSettings } from '../settings/settings.ts';
import { readManaged } from '../storage/storage.ts';
import { readDraft } from './draft.ts';

/**
 * Milliseconds for each call. They take a few, but Chromium may answer late while it loads policies after its start
 * (3 to 8 s: github.com/ghostery/ghostery-extension/issues/3367), or never right after the extension was reloaded.
 */
const limit = 3000;

const inTime = <Value>(reading: Promise<Value>, otherwise: Value): Promise<Value> =>
  withTimeout(reading.catch(logAndReturn(otherwise)), { milliseconds: limit, onTimeout: () => otherwise });

/**
 * What the popup shows at first; it never rejects, and takes 3 s at most. What the browser does not answer is assumed: a
 * private page without an address, a connection with the default settings, no policy (which the background enforces), no
 * draft.
 */
export const readPopupData = async () => {
  const [page, own, managed, draftOf] = await Promise.all([
    inTime(currentPage(), { tabId: null, link: null, title: '', private: true }),
    inTime(readOwnSettings(), unreadSettings),
    inTime(readManaged(settingsFields), {}),
    inTime(readDraft(), () => null),
  ]);
  return { page, settings: settingsUnderPolicy(own, managed), draft: draftOf(page) };
};
