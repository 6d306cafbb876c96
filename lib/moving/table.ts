import { oneLine } from '../characters/text.ts';
import { byteOrderMark, csvRow, escapeFormula, escapeSeparators } from '../csv/contract.ts';
import type { MovedLink } from './move.ts';

/** The cells of a moved link, safe in a spreadsheet. */
const cellsOf = ({ title, oldShortLink, newShortLink }: MovedLink): string[] => [
  escapeFormula(oneLine(title)),
  escapeSeparators(oldShortLink),
  escapeSeparators(newShortLink ?? ''),
];

/** Title, old and new short link of each as rows that can be pasted into a spreadsheet. */
export const toTsv = (links: readonly MovedLink[]): string =>
  links.map((each) => `${cellsOf(each).join('\t')}\n`).join('');

/** Title, old and new short link of each as a CSV file. */
export const toCsv = (links: readonly MovedLink[]): string =>
  byteOrderMark + [['title', 'old', 'new'], ...links.map(cellsOf)].map(csvRow).join('');
