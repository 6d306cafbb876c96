/**
 * Puts an apostrophe before what a spreadsheet would run as a formula: at the beginning of a cell, and after what separates
 * cells or rows in some spreadsheets, such as the semicolon in many countries.
 */
export const escapeFormula = (cell: string): string =>
  cell.replace(/(^\s*|[;|\t\r\n][^\S\t\r\n]*)(?=[=+\-@＝＋－＠])/g, "$1'");

/** Escapes an address by URL-encoding the separators before formulas: it still leads to the same page. */
export const escapeSeparators = (address: string): string =>
  address.replace(/[;|](?=\s*[=+\-@＝＋－＠])/g, (separator) => encodeURIComponent(separator));

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** A row of a CSV file (RFC 4180). */
export const csvRow = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

/** What a CSV file begins with: without it, spreadsheets do not recognize UTF-8. */
export const byteOrderMark = '\ufeff';
