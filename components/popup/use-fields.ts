import { useState } from 'preact/hooks';
import { readLink } from '../../lib/url/link.ts';
import { type Choice, durations, type Preset, toFieldTime } from '../../lib/validity/validity.ts';
import type { CurrentPage } from '../../lib/browser/contract.ts';

/** The address of the tab; empty for a page that cannot be shortened. */
const initialLink = ({ link }: CurrentPage): string => {
  if (link === null) return '';
  const read = readLink(link);
  return read.ok || read.reason !== 'not-web' ? link : '';
};

/** The first value of the field Expires at: a week from now. */
const firstCustomEnd = (): string => toFieldTime(Date.now() + durations.week * 1000);

/** The fields of the form; they keep their values while a result is shown, for the button New link. */
export const useFields = ({ page, choice }: { page: CurrentPage; choice: Preset }) => {
  const [link, setLink] = useState(() => initialLink(page));
  const [chosen, setChosen] = useState<Choice>(choice);
  const [customEnd, setCustomEnd] = useState(firstCustomEnd);
  return {
    cannotShorten: initialLink(page) === '',
    link,
    setLink,
    chosen,
    setChosen,
    customEnd,
    setCustomEnd,
  };
};

export type Fields = ReturnType<typeof useFields>;
