import { logAndReturn } from '../errors/error-log.ts';
import { type Attempt, isImported, type Journal } from '../history/types.ts';
import { expiryText } from '../i18n/dates.ts';
import { text } from '../i18n/texts.ts';
import { readableAddress } from '../url/readable.ts';
import type { Answer } from './types.ts';

type Searched = Pick<Journal, 'findByShortLink'>;

/** The address as it stands in a page, and without query and fragment, which the page may have added. */
const formsOf = (address: string): string[] => {
  const url = URL.parse(address);
  return url ? [...new Set([url.href, url.origin + url.pathname])] : [];
};

/** The newest link that was created here, else one that was imported: a file may name any address for any short link. */
const find = async (address: string, journals: readonly Searched[]): Promise<Attempt | null> => {
  for (const form of formsOf(address)) {
    const found = (await Promise.all(journals.map((each) => each.findByShortLink(form)))).flat();
    const created = found.filter(({ state }) => state === 'created');
    const newestFirst = created.toSorted((a, b) => b.createdAt - a.createdAt);
    const best = newestFirst.find((each) => !isImported(each)) ?? newestFirst[0];
    if (best) return best;
  }
  return null;
};

const notesOf = (attempt: Attempt, now: number): string[] => {
  const { expiresAt = 0, change } = attempt;
  const notes = [expiresAt > now / 1000 ? expiryText(expiresAt) : text('expired')];
  if (change?.kind === 'address' && change.state !== 'done') notes.push(text('destinationMaybeChanged'));
  if (isImported(attempt)) notes.push(text('historyImportedWhy'));
  return notes;
};

/** Where a short link leads, from these journals and without a request; `now` in milliseconds. Never rejects. */
export const destinationOf = async (
  address: string,
  journals: readonly Searched[],
  now = Date.now(),
): Promise<Answer> => {
  const nothing = (head: string): Answer => ({ head, link: '', notes: [] });
  const found = await find(address, journals).catch(logAndReturn(undefined));
  if (found === undefined) return nothing(text('historyUnreadable'));
  if (!found) return nothing(text('destinationUnknown'));
  return {
    head: text('destinationHead'),
    link: readableAddress(found.link),
    notes: notesOf(found, now),
  };
};
