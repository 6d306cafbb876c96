import { formatList, text } from '../i18n/texts.ts';
import type { DeliveredOutcome } from './types.ts';

/** The notes about the address that was shortened. */
export const addressNotes = ({
  firstOf,
  removed,
}: Pick<DeliveredOutcome, 'firstOf' | 'removed'>): string[] => {
  const notes: string[] = [];
  if (firstOf !== undefined) notes.push(text('firstOf', String(firstOf)));
  if (removed.length > 0) notes.push(text('trackingRemoved', formatList(removed)));
  return notes;
};
