import type { Suggestion } from '../browser/omnibox.ts';
import { plainText, truncate } from '../characters/text.ts';
import { escapeHtml } from '../formats/formats.ts';
import { entryOf, filterEntries, titleOf } from '../history/search.ts';
import type { HistoryJournal } from '../history/journal.ts';
import { type CreatedAttempt, isCreated } from '../history/outcome.ts';
import { type Attempt, isImported, type Journal } from '../history/types.ts';
import { timeLeftText } from '../i18n/dates.ts';
import { completeLink, readLink } from '../url/link.ts';
import { withoutScheme } from '../url/readable.ts';

/** Characters of each part of a line, so that there is room for a short link after a title. */
const longestPart = 60;

/** Lines below the first: Chromium shows eight in all, Firefox ten. */
const maxLinks = 6;

/** Chromium's descriptions are XML: one character that is not allowed empties the whole list. Firefox's are plain text. */
const isXml = !import.meta.env.FIREFOX;

/** A text from outside as a part of a description: one line, and no markup. */
export const descriptionOf = (content: string, asXml = isXml): string => {
  const whole = plainText(content).trim();
  const line = whole.length > longestPart ? `${truncate(whole, longestPart).trim()}…` : whole;
  if (!asXml) return line;
  return escapeHtml(line.replaceAll(/[\ufffe\uffff\p{Surrogate}]/gu, ' '));
};

/** A link's title, the time that is left and, in Chromium, the short link, which Firefox shows by itself. */
const linkDescription = (attempt: CreatedAttempt, nowMs: number): string => {
  // The isolates keep a title that is written from right to left from moving the rest.
  const title = `\u2068${descriptionOf(titleOf(attempt))}\u2069`;
  const left = descriptionOf(timeLeftText(attempt.expiresAt, nowMs / 1000));
  const short = descriptionOf(withoutScheme(attempt.shortLink));
  return isXml ? `${title} · <url>${short}</url> · <dim>${left}</dim>` : `${title} · ${left}`;
};

const isActiveAt =
  (nowMs: number) =>
  (attempt: Attempt): attempt is CreatedAttempt =>
    isCreated(attempt) && attempt.expiresAt * 1000 > nowMs;

/** Whether the typed text is an address. One with a password is: shortening it answers that it has one. */
export const isAddress = (typed: string): boolean => {
  const read = readLink(typed);
  return read.ok || read.reason === 'password';
};

/** The active link whose short link was typed or selected. Imported links are ignored: a file may claim any address for one. */
export const findOwn = async (
  typed: string,
  { journal, nowMs = Date.now() }: { journal: Pick<Journal, 'findByShortLink'>; nowMs?: number },
): Promise<CreatedAttempt | null> => {
  if (!isAddress(typed)) return null;
  const found = await journal.findByShortLink(completeLink(typed));
  return found.filter(isActiveAt(nowMs)).find((each) => !isImported(each)) ?? null;
};

interface Search {
  journal: Pick<HistoryJournal, 'newestInParts'>;
  signal: AbortSignal;
  nowMs?: number;
}

/** The newest active links that contain every typed word; none after the signal has aborted. */
export const suggestLinks = async (
  typed: string,
  { journal, signal, nowMs = Date.now() }: Search,
): Promise<Suggestion[]> => {
  const found = new Map<string, CreatedAttempt>();
  if (typed.trim() === '') return [];
  for await (const part of journal.newestInParts()) {
    if (signal.aborted) return [];
    const matching = filterEntries(part.map(entryOf), { query: typed, filter: 'active', now: nowMs / 1000 });
    for (const { attempt } of matching)
      if (isCreated(attempt) && !found.has(attempt.shortLink)) found.set(attempt.shortLink, attempt);
    if (found.size >= maxLinks) break;
  }
  return [...found.values()]
    .slice(0, maxLinks)
    .map((attempt) => ({ content: attempt.shortLink, description: linkDescription(attempt, nowMs) }));
};
