import { useState } from 'preact/hooks';
import { readLink } from '../../lib/url/link.ts';
import { type Choice, durations, type LastingChoice, toFieldTime } from '../../lib/validity/validity.ts';
import type { CurrentPage } from '../../lib/browser/contract.ts';

/** The tab's address; a page that cannot be shortened at all leaves the field empty. */
const firstLink = ({ link }: CurrentPage): string => {
  if (link === null) return '';
  const read = readLink(link);
  return read.ok || read.reason !== 'not-web' ? link : '';
};

/** What Expires at begins with: a week from now. */
const firstCustomEnd = (): string => toFieldTime(Date.now() + durations.week * 1000);

/** The form's fields; they outlive a result, so that New link finds them as they were left. */
export const useFields = ({ page, choice }: { page: CurrentPage; choice: LastingChoice }) => {
  const [link, setLink] = useState(() => firstLink(page));
  const [chosen, setChosen] = useState<Choice>(choice);
  const [customEnd, setCustomEnd] = useState(firstCustomEnd);
  return { cannotShorten: firstLink(page) === '', link, setLink, chosen, setChosen, customEnd, setCustomEnd };
};

export type Fields = ReturnType<typeof useFields>;
