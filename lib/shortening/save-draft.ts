import type { CurrentPage } from '../browser/types.ts';
import { writeSession } from '../storage/storage.ts';
import { type Draft, keyOf } from './draft.ts';

/** A user name with a password in an address, complete or not. */
const password = /^\s*(?:[a-z][a-z0-9+.-]*:[/\\]+)?[^/\\?#:]*:[^/\\?#]*@/i;

/** Stores the draft of a page in the place of any other, or removes it. Nothing of a private window and no password is stored. */
export const saveDraft = async (page: CurrentPage, draft: Draft | null): Promise<void> => {
  if (page.private) return;
  const mayStore = draft && ![page.link, draft.link].some((link) => password.test(link ?? ''));
  const stored = mayStore ? { ...draft, page: keyOf(page), savedAt: Date.now() } : null;
  await writeSession('popup-draft', stored);
};
