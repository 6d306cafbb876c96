import * as z from 'zod/mini';
import { linkId } from '../../lib/api/contract.ts';
import { maxOpenLimit } from '../../lib/url/contract.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { isRandom, isReserved } from '../store/identifiers.ts';
import { linkProblem } from '../api/links.ts';
import { StartError } from '../config/errors.ts';
import { dayOf, type ImportedLink } from '../store/contract.ts';

/** For each part of a link, the names that its column in a CSV file may have: the first that the file has is used. */
interface Format {
  /** Here, every column that the file has is used: each ending leads to the link. An ending may be given as a short link. */
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
  /** Cells that name the domain of a short link, as such or in an address: the first that is not empty does. */
  domain?: readonly string[];
}

/** The columns in the file of each service; case, spaces and punctuation of the names do not matter. */
export const formats = {
  /**
   * Links, Export. Bitly's help (https://support.bitly.com/hc/en-us/articles/230631767) shows no columns; the three that matter
   * are in https://github.com/URLR/urlr-docs, migration/bitly.md, the other names are those of its API
   * (https://dev.bitly.com/api-reference, Bitlinks).
   */
  bitly: {
    ending: ['Custom Link', 'custom_bitlinks', 'Link', 'Bitlink'],
    link: ['Destination URL', 'Long URL'],
    createdAt: ['Created At', 'Created', 'Date Created'],
    opens: ['Total Engagements', 'Engagements', 'Total Clicks', 'Clicks'],
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
    domain: ['domain', 'domain_id', 'link'],
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
    domain: ['domain', 'shortUrl'],
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

/** What the summary of an import says about the links of a service. */
export const formatNotes: Partial<Record<FormatName, readonly string[]>> = {
  shlink: [
    'Parameters that people add to a short link are dropped, unless WAYLARK_FORWARD_QUERY is on.',
    'A link with a validSince in the future works at once.',
  ],
};

/** The results for a link of a file, each with the outcome and the reason. A name in braces stands for the column of that field. */
const results = {
  imported: ['imported', ''],
  same: ['there already', 'imported before, created here, or in the file twice'],
  differs: ['clash', 'the link is there with another expiry or limit'],
  owner: ['clash', 'the link is there, and belongs to another application'],
  taken: ['clash', 'the ending is another link of this service'],
  gone: ['clash', 'the ending was a link that has expired, was deleted or is used up'],
  twice: ['clash', 'the ending is in the file twice'],
  domain: ['refused', 'the short link is of another domain than --domain or --public-origin names'],
  'no-domain': ['refused', 'the short link has no domain in the file; leave out --domain to import it'],
  ending: ['refused', 'the ending is not 1 to 64 of A-Z, a-z, 0-9, - and _'],
  reserved: ['refused', 'the ending is a name that the service uses itself'],
  address: ['refused', 'the link is no address with http or https, or too long'],
  own: ['refused', 'the link leads to a short link of this service'],
  closed: ['refused', 'the link is banned, or needs a password'],
  expired: ['refused', 'the link has expired'],
  expiry: [
    'refused',
    'the column "{expiresAt}" has no date such as 2030-12-31 or 2030-12-31 23:59, and not never',
  ],
  limit: ['refused', 'the column "{maxOpens}" has no whole number from 1'],
  'limit-size': ['refused', `the column "{maxOpens}" has a limit above ${maxOpenLimit}`],
  encoding: ['refused', 'the row is not UTF-8'],
} as const satisfies Record<string, readonly [outcome: string, reason: string]>;

export type Result = keyof typeof results;

/** All results, in the order in which a summary has them. */
export const resultNames = Object.keys(results) as Result[];

export function describe(result: Result, name: FormatName) {
  const [outcome, text] = results[result];
  const { expiresAt = [], maxOpens = [] }: Format = formats[name];
  const reason = text.replace('{expiresAt}', expiresAt[0] ?? '').replace('{maxOpens}', maxOpens[0] ?? '');
  return { outcome, reason };
}

/** A link of a file; `parsed` is what would be stored here, or why it cannot be. */
export interface FileLink {
  ending: string;
  link: string;
  /** The domain of its short link; empty if the file does not name it. */
  domain: string;
  parsed: ImportedLink | Result;
  /** Columns without which it comes, since their cells cannot be read. */
  unreadable: readonly string[];
}

const normalized = (name: string): string => name.toLowerCase().replaceAll(/[\s\p{P}]/gu, '');

/** The indexes of a format's columns in a file. Throws StartError if a required one is missing. */
function columnsOf(name: FormatName, header: readonly string[]): Partial<Record<keyof Format, number[]>> {
  const format: Format = formats[name];
  const names = header.map(normalized);
  const find = (wanted: readonly string[]) =>
    wanted.map((each) => names.indexOf(normalized(each))).filter((index) => index !== -1);

  const required = [format.ending, format.link, ...(format.closed ?? []).map((each) => [each])];
  const missing = required.find((each) => find(each).length === 0);
  if (missing)
    throw new StartError(
      `The file has no column ${missing.map((each) => `"${each}"`).join(' or ')}, which --from ${name} needs: give CSV in UTF-8 with the names of its columns in the first line and commas, semicolons or tabs between them.`,
    );
  const all: Readonly<Record<string, readonly string[]>> = formats[name];
  return Object.fromEntries(Object.entries(all).map(([field, wanted]) => [field, find(wanted)]));
}

const isNo = (cell: string): boolean => ['', 'false', 'f', '0'].includes(cell.toLowerCase());

/** The host of an address or a domain, as it is compared. */
export function domainOf(text: string): string {
  const [host = ''] = text.replace(/^https?:\/\//i, '').split(/[/?#]/);
  // The address parser would read the number of a domain in a database as an IP address.
  const parsed = /^\d+$/.test(host) ? host : URL.parse(`https://${host}`)?.host;
  return (parsed ?? host.toLowerCase()).replace(/\.$/, '');
}

type ShortLink = Pick<FileLink, 'ending' | 'domain'>;

/**
 * The short links in a cell: a list of addresses, also in JSON, or one address, path or ending, which may have any characters.
 * Those that name no domain have `domain`.
 */
function shortLinksIn(cell: string, domain: string): ShortLink[] {
  const list = cell.startsWith('[') ? jsonList(cell) : undefined;
  return (list ?? cell.split(/[\s,;|]+(?=https?:\/\/)/i)).map((each) => {
    const [, host, path = each] = /^(https?:\/\/[^/]*|[^/\s]+\.[^/\s]+)?\/(.*?)\/?$/i.exec(each.trim()) ?? [];
    // `admin export` writes an apostrophe before text that a spreadsheet would read as a formula.
    return { ending: path.replace(/^'/, ''), domain: host ? domainOf(host) : domain };
  });
}

function jsonList(cell: string): string[] | undefined {
  try {
    return z.array(z.string()).safeParse(JSON.parse(cell)).data;
  } catch {
    return undefined;
  }
}

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

function maxOpensOf(text: string): number | null | Result {
  if (text === '') return null;
  if (!/^\d+$/.test(text) || Number(text) === 0) return 'limit';
  return Number(text) > maxOpenLimit ? 'limit-size' : Number(text);
}

const expiryOf = (text: string): number | Result =>
  /^(?:never)?$/i.test(text) ? noExpiry : (timeOf(text) ?? 'expiry');

/**
 * Returns a function that reads the links of a row, and the names of the columns that it does not use. `hosts` are those of this
 * service, `domains` those whose short links are imported, of which an empty one stands for none, and `now` is in Unix seconds.
 *
 * @throws StartError for a file without a column that is needed
 */
export function rowReader(
  name: FormatName,
  header: readonly string[],
  { hosts, domains, now }: { hosts: ReadonlySet<string>; domains: ReadonlySet<string>; now: number },
): { readRow: (row: readonly string[]) => FileLink[]; unusedColumns: string[] } {
  const columns = columnsOf(name, header);

  const readRow = (row: readonly string[]) => {
    const cells = (field: keyof Format): string[] =>
      (columns[field] ?? []).map((index) => (row[index] ?? '').trim().replace(/^NULL$/, ''));
    const cell = (field: keyof Format): string => cells(field)[0] ?? '';
    const unreadable: string[] = [];
    /** The value of a cell: `fallback` for an empty one, and for one that cannot be read. */
    const valueOf = <T>(field: keyof Format, fallback: T, read: (text: string) => T | undefined): T => {
      if (cell(field) === '') return fallback;
      const value = read(cell(field));
      if (value === undefined) unreadable.push(header[columns[field]?.[0] ?? -1] ?? '');
      return value ?? fallback;
    };

    const link = cell('link');
    const createdAt = Math.min(valueOf('createdAt', now, timeOf), now);
    const opens = valueOf('opens', 0, countOf);
    const day = valueOf<number | null>('openedOn', null, timeOf);
    const expiresAt = expiryOf(cell('expiresAt'));
    const maxOpens = maxOpensOf(cell('maxOpens'));

    const parse = ({ ending, domain }: ShortLink): ImportedLink | Result => {
      if (`${ending}${link}`.includes('\ufffd')) return 'encoding';
      if (!domains.has(domain)) return domain === '' ? 'no-domain' : 'domain';
      if (!linkId.safeParse(ending).success) return 'ending';
      if (isReserved(ending)) return 'reserved';
      const problem = linkProblem(link, hosts);
      if (problem) return problem === 'own' ? 'own' : 'address';
      if (!cells('closed').every(isNo)) return 'closed';
      if (typeof expiresAt === 'string') return expiresAt;
      if (typeof maxOpens === 'string') return maxOpens;
      if (expiresAt <= now) return 'expired';
      const imported: ImportedLink = {
        id: ending,
        link,
        createdAt,
        expiresAt: Math.min(expiresAt, noExpiry),
        opens,
        openedOn: day === null ? null : dayOf(day),
        maxOpens,
        isEnding: !isRandom(ending),
      };
      return imported;
    };

    const domain = domainOf(cells('domain').find(Boolean) ?? '');
    const given = cells('ending').filter(Boolean);
    const named = given.flatMap((text) => shortLinksIn(text, domain));
    const shortLinks = named.length === 0 ? [{ ending: '', domain }] : named;
    // Bitly's file may name a short link in two columns.
    const different = new Map(shortLinks.map((each) => [`${each.domain}/${each.ending}`, each]));
    const links = [...different.values()].map((each) => ({ ...each, link, parsed: parse(each), unreadable }));
    // The row has one count for all its endings, which the first one gets.
    const [, ...others] = links.flatMap(({ parsed }) => (typeof parsed === 'string' ? [] : [parsed]));
    for (const other of others) other.opens = 0;
    return links;
  };

  const used = new Set(Object.values(columns).flat());
  const unusedColumns = header.filter((column, index) => column.trim() !== '' && !used.has(index));
  return { readRow, unusedColumns };
}
