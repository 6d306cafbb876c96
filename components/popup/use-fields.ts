import { useState } from 'preact/hooks';
import { linkRefusalText } from '../../lib/i18n/labels.ts';
import { text } from '../../lib/i18n/texts.ts';
import { readLink } from '../../lib/url/link.ts';
import { type Choice, durations, type Preset, toFieldTime } from '../../lib/validity/validity.ts';
import type { CurrentPage } from '../../lib/browser/contract.ts';

/** The address of the tab; empty for a page that cannot be shortened, with the text that says why. */
const readPage = ({ link }: CurrentPage): { link: string; hint: string | null } => {
  if (link === null) return { link: '', hint: text('addressHidden') };
  const read = readLink(link);
  if (read.ok || read.reason === 'password' || read.reason === 'too-long') return { link, hint: null };
  return { link: '', hint: linkRefusalText(read.reason) };
};

/** The first value of the field Expires at: a week from now. */
export const firstCustomExpiry = (): string => toFieldTime(Date.now() + durations.week * 1000);

/** The fields of the form; they keep their values while a result is shown, for the button New link. */
export const useFields = ({ page, choice }: { page: CurrentPage; choice: Preset }) => {
  const [{ link: initial, hint }] = useState(() => readPage(page));
  const [link, setLink] = useState(initial);
  const [chosen, setChosen] = useState<Choice>(choice);
  const [customExpiry, setCustomExpiry] = useState(firstCustomExpiry);
  return {
    hint,
    link,
    setLink,
    chosen,
    setChosen,
    customExpiry,
    setCustomExpiry,
  };
};

export type Fields = ReturnType<typeof useFields>;
