import type { CurrentPage } from '../browser/pages.ts';
import type { ConnectionInfo } from '../settings/connection-info.ts';
import { readSession, writeSession } from '../storage/storage.ts';
import { type Choice, choices } from '../validity/validity.ts';

/** What is set under Options, as it is typed. */
export interface DraftOptions {
  /** How often the short link can be opened; null without a limit. */
  limit: string | null;
  ending: string;
  /** The id of the connection that was chosen for this link; undefined for the default one. */
  connection?: string | undefined;
}

/** The connection that was chosen, or the default one. */
export const chosenConnection = (
  connections: readonly ConnectionInfo[],
  options: DraftOptions | null,
): ConnectionInfo | undefined => connections.find(({ id }) => id === options?.connection) ?? connections[0];

/** What a person has begun in the popup and not used yet. */
export interface Draft {
  /** The text of the field Link; null for the address of the page. */
  link: string | null;
  choice: Choice;
  /** The text of the field for a custom expiry time. */
  customExpiry: string;
  options?: DraftOptions | null;
}

/** The page to which a draft belongs: a tab and its address. */
const keyOf = ({ tabId, link }: CurrentPage): string => `${tabId} ${link}`;

/** How long a draft is found. */
const validForMs = 600_000;

/** `savedAt` is in milliseconds since 1970. */
type StoredDraft = Draft & { page: string; savedAt: number };

const isDraft = (value: object): value is StoredDraft => {
  const { page, link, choice, customExpiry, savedAt } = value as Record<string, unknown>;
  const areTexts = [page, link ?? '', customExpiry].every((each) => typeof each === 'string');
  return areTexts && typeof savedAt === 'number' && choices.some((each) => each === choice);
};

/** Begins to read the draft; the result finds it for a page, and null for another one. The popup needs it before it has a schema library. */
export const readDraft = async (): Promise<(page: CurrentPage) => Draft | null> => {
  const stored = await readSession('popup-draft');
  if (typeof stored !== 'object' || stored === null || !isDraft(stored)) return () => null;
  const isExpired = Date.now() - stored.savedAt > validForMs;
  return (page) => (stored.page === keyOf(page) && !page.private && !isExpired ? stored : null);
};

/** A user name with a password in an address, complete or not. */
const password = /^\s*(?:[a-z][a-z0-9+.-]*:[/\\]+)?[^/\\?#:]*:[^/\\?#]*@/i;

/** Stores the draft of a page in the place of any other, or removes it. Nothing of a private window and no password is stored. */
export const saveDraft = async (page: CurrentPage, draft: Draft | null): Promise<void> => {
  if (page.private) return;
  const mayStore = draft && ![page.link, draft.link].some((link) => password.test(link ?? ''));
  const stored = mayStore ? { ...draft, page: keyOf(page), savedAt: Date.now() } : null;
  await writeSession('popup-draft', stored);
};
