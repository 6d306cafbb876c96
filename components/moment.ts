import { noExpiry } from '../lib/validity/contract.ts';
import { language, text } from '../lib/i18n/texts.ts';

const format = (): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' });

/** The end of a link (Unix seconds) in words and local time. */
export const endInWords = (end: number): string =>
  end >= noExpiry ? text('neverEnds') : text('until', format().format(end * 1000));
