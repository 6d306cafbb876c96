import { linkId } from '../../lib/api/contract.ts';
import { maxOpenLimit } from '../../lib/url/contract.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { isRandom, isReserved } from '../identifiers.ts';
import { linkProblem } from '../links.ts';
import { StartError } from '../start-error.ts';
import { dayOf, type ImportedLink } from '../store/contract.ts';

/** For each part of a link, the names that its column in a CSV file may have: the first that the file has is used. */
interface Format {
  /** Here, every column that the file has is used: each ending leads to the link. */
  ending: readonly string[];
  link: readonly string[];
  createdAt?: readonly string[];
  expiresAt?: readonly string[];
  opens?: readonly string[];
  /** The last day on which the link was opened. */
  openedOn?: readonly string[];
  maxOpens?: readonly string[];
  /** A link is closed unless each of these cells is a "no" (`isNo`). A file without one of these columns is refused. */
  closed?: readonly string[];
  /** Whether an ending may be given as a short link or as a path; a cell may have several. */
  isAddress?: boolean;
}

/** The columns in the file of each service; case, spaces and punctuation of the names do not matter. */
export const formats = {
  /**
   * Links, Export. Bitly's help (https://support.bitly.com/hc/en-us/articles/230631767) shows no columns; the three that matter
   * are in https://github.com/URLR/urlr-docs, migration/bitly.md, the other names are those of its API
   * (https://dev.bitly.com/api-reference, Bitlinks).
   */
  bitly: {
    ending: ['Custom Link', 'Link', 'Bitlink'],
    link: ['Destination URL', 'Long URL'],
    createdAt: ['Created At', 'Created', 'Date Created'],
    opens: ['Total Engagements', 'Engagements', 'Total Clicks', 'Clicks'],
    isAddress: true,
  },
  /**
   * Its table, as phpMyAdmin exports it: https://github.com/YOURLS/YOURLS, includes/functions-install.php. Or what the plugin
   * Import Export writes, without dates: https://github.com/GautamGupta/YOURLS-Import-Export, fileio/csv.php.
   */
  yourls: {
    ending: ['keyword', 'source'],
    link: ['url', 'target'],
    createdAt: ['timestamp'],
    opens: ['clicks', 'hits'],
    isAddress: true,
  },
  /**
   * Kutt exports nothing; the table, and the links of its API, have these columns: https://github.com/thedevs-network/kutt,
   * server/models/link.model.js and server/queries/link.queries.js.
   */
  kutt: {
    ending: ['address'],
    link: ['target'],
    createdAt: ['created_at'],
    expiresAt: ['expire_in'],
    opens: ['visit_count'],
    closed: ['banned', 'password'],
  },
  /**
   * Export in its web client: https://github.com/shlinkio/shlink-web-component, short-urls/helpers/ExportShortUrlsBtn.tsx. It
   * leaves out `validUntil` and `maxVisits` of its API (https://github.com/shlinkio/shlink-open-api-specs), which are
   * read if the file has them.
   */
  shlink: {
    ending: ['shortCode'],
    link: ['longUrl'],
    createdAt: ['createdAt', 'dateCreated'],
    expiresAt: ['validUntil'],
    opens: ['visits'],
    maxOpens: ['maxVisits'],
  },
  /** What `admin export` writes. */
  csv: {
    ending: ['ending'],
    link: ['link'],
    createdAt: ['createdAt'],
    expiresAt: ['expiresAt'],
    opens: ['opens'],
    openedOn: ['lastOpened'],
    maxOpens: ['limit'],
  },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;

/** The results for a link of a file, each with the outcome and the reason. */
export const results = {
  imported: ['imported', ''],
  same: ['there already', 'imported before, or created here'],
  taken: ['clash', 'the ending is another link of this service, or was one'],
  twice: ['clash', 'the ending is in the file twice'],
  ending: ['refused', 'the ending is not 1 to 64 of A-Z, a-z, 0-9, - and _'],
  reserved: ['refused', 'the ending is a name that the service uses itself'],
  address: ['refused', 'the link is no address with http or https, or too long'],
  own: ['refused', 'the link leads to a short link of this service'],
  closed: ['refused', 'the link is banned, or needs a password'],
  expired: ['refused', 'the link has expired'],
  value: ['refused', 'a date or a number cannot be read'],
  encoding: ['refused', 'the row is not UTF-8'],
} as const satisfies Record<string, readonly [outcome: string, reason: string]>;

export type Result = keyof typeof results;

/** A link of a file; `parsed` is what would be stored here, or why it cannot be. */
export interface FileLink {
  ending: string;
  link: string;
  parsed: ImportedLink | Result;
}

type Columns = { [Field in Exclude<keyof Format, 'isAddress'>]-?: readonly number[] };

const normalized = (name: string): string => name.toLowerCase().replaceAll(/[\s\p{P}]/gu, '');

/** The indexes of a format's columns in a file. Throws StartError if a required one is missing. */
function columnsOf(name: FormatName, header: readonly string[]): Columns {
  const { ending, link, closed = [], ...format }: Format = formats[name];
  const names = header.map(normalized);
  const find = (wanted: readonly string[] = []) =>
    wanted.map((each) => names.indexOf(normalized(each))).filter((index) => index !== -1);

  const required = [ending, link, ...closed.map((each) => [each])];
  const missing = required.find((each) => find(each).length === 0);
  if (missing)
    throw new StartError(
      `The file has no column ${missing.map((each) => `"${each}"`).join(' or ')}, which --from ${name} needs: give CSV in UTF-8 with the names of its columns in the first line and commas between them.`,
    );
  return {
    ending: find(ending),
    link: find(link),
    createdAt: find(format.createdAt),
    expiresAt: find(format.expiresAt),
    opens: find(format.opens),
    openedOn: find(format.openedOn),
    maxOpens: find(format.maxOpens),
    closed: find(closed),
  };
}

const isNo = (cell: string): boolean => ['', 'false', 'f', '0'].includes(cell.toLowerCase());

/** The part after the host of an address, or a path without its slashes: "spring" of https://s.example/spring or /spring/. */
const lastPart = (address: string): string =>
  address.replace(/^(?:https?:\/\/)?[^/]*\//i, '').replace(/\/$/, '');

/** Date and time as databases and services write them; a time without a zone is in UTC. */
const timeForm =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(?:Z|UTC|([+-]\d\d):?(\d\d)?)?)?$/i;

/** The Unix seconds of a date; undefined for a text that is none. */
export function timeOf(text: string): number | undefined {
  const [, date, time = '00:00', hours = '+00', minutes = '00'] = timeForm.exec(text) ?? [];
  const seconds = Math.floor(Date.parse(`${date}T${time}${hours}:${minutes}`) / 1000);
  return seconds >= 0 ? seconds : undefined;
}

const largestCount = 2 ** 31 - 1;

function countOf(text: string): number | undefined {
  return /^\d{1,10}$/.test(text) && Number(text) <= largestCount ? Number(text) : undefined;
}

function limitOf(text: string): number | undefined {
  const count = countOf(text);
  return count && count <= maxOpenLimit ? count : undefined;
}

type LinkValues = Pick<ImportedLink, 'createdAt' | 'expiresAt' | 'opens' | 'openedOn' | 'maxOpens'>;

/** The dates and numbers of a row, whose cells `cell` returns; undefined if one of them cannot be read. */
function readValues(cell: (field: keyof Columns) => string, now: number): LinkValues | undefined {
  /** The value of a cell: `fallback` for an empty one, undefined if it cannot be read. */
  const valueOf = <T>(field: keyof Columns, fallback: T, read: (text: string) => T | undefined) =>
    cell(field) === '' ? fallback : read(cell(field));

  const createdAt = valueOf('createdAt', now, timeOf);
  const expiresAt = valueOf('expiresAt', noExpiry, (text) => (text === 'never' ? noExpiry : timeOf(text)));
  const opens = valueOf('opens', 0, countOf);
  const openedOn = valueOf<number | null>('openedOn', null, (text) => {
    const time = timeOf(text);
    return time === undefined ? undefined : dayOf(time);
  });
  const maxOpens = valueOf<number | null>('maxOpens', null, limitOf);

  if (createdAt === undefined || expiresAt === undefined || opens === undefined) return undefined;
  if (openedOn === undefined || maxOpens === undefined) return undefined;
  return {
    createdAt: Math.min(createdAt, now),
    expiresAt: Math.min(expiresAt, noExpiry),
    opens,
    openedOn,
    maxOpens,
  };
}

/** Returns a function that reads the links of a row. `hosts` are those of this service, `now` is in Unix seconds. */
export function rowReader(
  name: FormatName,
  header: readonly string[],
  { hosts, now }: { hosts: ReadonlySet<string>; now: number },
) {
  const columns = columnsOf(name, header);
  const { isAddress = false }: Format = formats[name];

  return (row: readonly string[]): FileLink[] => {
    const cellAt = (index = -1): string => (row[index] ?? '').trim().replace(/^NULL$/, '');
    const cell = (field: keyof Columns): string => cellAt(columns[field][0]);
    const cells = columns.ending.map(cellAt).flatMap((each) => (isAddress ? each.split(/[\s,|]+/) : each));
    // `admin export` writes an apostrophe before text that a spreadsheet would read as a formula.
    const endings = cells
      .map((each) => (isAddress ? lastPart(each) : each).replace(/^'/, ''))
      .filter(Boolean);
    const link = cell('link');
    const values = readValues(cell, now);

    const problemOf = (ending: string): Result | undefined => {
      if (`${ending}${link}`.includes('\ufffd')) return 'encoding';
      if (!linkId.safeParse(ending).success) return 'ending';
      if (isReserved(ending)) return 'reserved';
      const problem = linkProblem(link, hosts);
      if (problem) return problem === 'own' ? 'own' : 'address';
      return columns.closed.every((index) => isNo(cellAt(index))) ? undefined : 'closed';
    };
    const linkOf = (ending: string, isFirst: boolean): ImportedLink | Result => {
      const problem = problemOf(ending);
      if (problem) return problem;
      if (!values) return 'value';
      if (values.expiresAt <= now) return 'expired';
      // The row has one count for all its endings, which the first one gets.
      const opens = isFirst ? values.opens : 0;
      const imported: ImportedLink = { ...values, id: ending, link, opens, isEnding: !isRandom(ending) };
      return imported;
    };
    return (endings.length === 0 ? [''] : endings).map((ending, index) => ({
      ending,
      link,
      parsed: linkOf(ending, index === 0),
    }));
  };
}
