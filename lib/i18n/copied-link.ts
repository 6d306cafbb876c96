import { contentOf, type CopiedContent, type FormattedLink } from '../formats/formats.ts';
import type { CopyFormat } from '../formats/names.ts';
import { noExpiry } from '../validity/contract.ts';
import { dateFormat } from './dates.ts';
import { text } from './texts.ts';

/** A local time (Unix seconds) with its zone, in plain spaces: whoever reads it may be elsewhere. */
const timeWithZone = (seconds: number): string =>
  dateFormat({
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
    .format(seconds * 1000)
    .replaceAll(/[\u00a0\u202f]/g, ' ');

/** A short link as the history and an outcome have it. */
export interface CopiedLink {
  shortLink: string;
  link: string;
  title?: string | undefined;
  note?: string | undefined;
  /** Unix seconds. */
  expiresAt?: number | undefined;
}

/** A short link with the texts that its formats need. */
export const formattedLink = ({
  shortLink,
  link,
  title = '',
  note = '',
  expiresAt = noExpiry,
}: CopiedLink): FormattedLink => {
  const isLimited = expiresAt < noExpiry;
  const expires = isLimited ? timeWithZone(expiresAt) : text('validity_never');
  const validity = isLimited ? text('copyValidUntil', expires) : text('copyNoExpiry');
  return { shortLink, link, title, note, expires, validity };
};

/** What the clipboard gets of these links. */
export const copiedContent = (
  links: readonly CopiedLink[],
  { format, template }: CopyFormat,
): CopiedContent => contentOf(links.map(formattedLink), format, template);
