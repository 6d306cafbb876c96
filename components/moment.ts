import { language, text } from '../lib/browser/texts.ts';
import { noExpiry } from '../lib/links/contract.ts';

const format = (): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' });

/** The end of a link (Unix seconds) in words and local time. */
export const endInWords = (end: number): string =>
  end >= noExpiry ? text('neverEnds') : text('until', format().format(end * 1000));
