import type { CurrentPage } from '../browser/types.ts';
import { readSession, writeSession } from '../storage/storage.ts';
import { type Choice, choices } from '../validity/validity.ts';

/** What a person has begun in the popup and not used yet. */
export interface Draft {
  /** The text of the field Link; null for the address of the page. */
  link: string | null;
  choice: Choice;
  /** The text of the field for a custom expiry time. */
  customExpiry: string;
}

/** The page to which a draft belongs: a tab and its address. */
const keyOf = ({ tabId, link }: CurrentPage): string => `${tabId} ${link}`;

const isDraft = (value: object): value is Draft & { page: string } => {
  const { page, link, choice, customExpiry } = value as Record<string, unknown>;
  const areTexts = [page, link ?? '', customExpiry].every((each) => typeof each === 'string');
  return areTexts && choices.some((each) => each === choice);
};

/** Begins to read the draft; the result finds it for a page, and null for another one. The popup needs it before it has a schema library. */
export const readDraft = async (): Promise<(page: CurrentPage) => Draft | null> => {
  const stored = await readSession('popup-draft');
  if (typeof stored !== 'object' || stored === null || !isDraft(stored)) return () => null;
  return (page) => (stored.page === keyOf(page) && !page.private ? stored : null);
};

/** Stores the draft of a page in the place of any other, or removes it. Nothing of a private window is stored. */
export const saveDraft = async (page: CurrentPage, draft: Draft | null): Promise<void> => {
  if (!page.private) await writeSession('popup-draft', draft && { ...draft, page: keyOf(page) });
};
