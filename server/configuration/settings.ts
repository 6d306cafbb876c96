import { isIP } from 'node:net';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { isLoopback } from '../../lib/url/contract.ts';

/** A text that a setting cannot have, as the sentence that says so. */
type Refusal = (text: string) => string;

/** A schema that reads a text; `read` returns undefined for a text that it refuses. */
function text<T>(read: (text: string) => T | undefined, refusal: Refusal) {
  return z.pipe(
    z.string(),
    z.transform((given: string, context): T => {
      const value = read(given.trim());
      if (value !== undefined) return value;
      context.issues.push({ code: 'custom', message: refusal(given), input: given });
      return z.NEVER;
    }),
  );
}

function wholeNumber(
  noun: string,
  { least, most, note = '' }: { least: number; most: number; note?: string },
) {
  return text(
    (given) => {
      const number = Number(given);
      return /^\d{1,10}$/.test(given) && number >= least && number <= most ? number : undefined;
    },
    (given) => `"${given}" is not ${noun}; give a whole number from ${least}${note} to ${most}.`,
  );
}

function yesOrNo(noun: string) {
  return text(
    (given) => ({ yes: true, no: false })[given.toLowerCase()],
    (given) => `"${given}" does not say ${noun}; give yes or no.`,
  );
}

const isDatabaseUrl = (given: string) => {
  const url = URL.parse(given);
  return (
    url !== null && /^postgres(?:ql)?:$/.test(url.protocol) && url.hostname !== '' && url.pathname.length > 1
  );
};

// The address may hold a password, so the sentence does not repeat it.
const databaseUrl = text(
  (given) => (given === '' || isDatabaseUrl(given) ? given : undefined),
  () => 'The database address cannot be used; give one such as postgres://user:password@host:5432/waylark.',
);

function originOf(given: string): string | undefined {
  const url = URL.parse(given);
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  return url && isAllowed && url.href === `${url.origin}/` ? url.origin : undefined;
}

const publicOrigin = text(
  (given) => (given === '' ? '' : originOf(given)),
  (given) => {
    const origins = new Set(given.split(/[\s,]+/).map((each) => originOf(each) ?? each));
    if (origins.size > 1)
      return `"${given}" names ${origins.size} public origins; give the one that short links begin with.`;
    return `"${given}" is not a public origin; give one such as https://s.example, without a path.`;
  },
);

const isRange = (given: string) => {
  const [address = '', bits, ...others] = given.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    others.length === 0 &&
    longest > 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  );
};

const addressRanges = text(
  (given) => {
    const ranges = given.split(/[\s,]+/).filter((each) => each !== '');
    return ranges.every(isRange) ? ranges : undefined;
  },
  (given) =>
    `"${given}" is no list of proxies; give addresses or ranges such as 10.0.0.0/8, with commas between them.`,
);

const logFormat = text(
  (given) => (given === 'text' || given === 'json' ? given : undefined),
  (given) => `"${given}" is no format of the log; give text or json.`,
);

const anything = text(
  (given) => given,
  () => '',
);

/** An address of IPv6 stands in brackets in a URL, so people write it so elsewhere. */
const host = text(
  (given) => given.replace(/^\[(.*)\]$/, '$1'),
  () => '',
);

/** One setting: a flag, a variable of the environment and, with "_FILE", of a file that holds the value. */
interface Setting {
  variable: string;
  fallback: string;
  /** For --help: what the flag takes, and what it means. */
  takes: string;
  meaning: string;
}

export const defaultHost = '127.0.0.1';
export const defaultPort = 8404;
const defaultData = join(import.meta.dirname, '..', '..', '.data');

const setting = (
  variable: string,
  fallback: string | number,
  [takes, meaning]: [string, string],
): Setting => ({
  variable,
  fallback: String(fallback),
  takes,
  meaning,
});

/** The settings by their flags. */
export const settings = {
  port: setting('WAYLARK_PORT', defaultPort, ['number', 'Port to listen on']),
  data: setting('WAYLARK_DATA', defaultData, ['folder', 'Folder of the data file']),
  host: setting('WAYLARK_HOST', defaultHost, ['address', 'Address to listen on']),
  grayscale: setting('WAYLARK_GRAYSCALE', '', ['file', 'Days of grayscale pages']),
  database: setting('WAYLARK_DATABASE_URL', '', ['url', 'PostgreSQL database, instead of the data file']),
  replica: setting('WAYLARK_REPLICA_URL', '', ['url', 'Replica in which links are looked up first']),
  migrate: setting('WAYLARK_MIGRATE', 'yes', ['yes|no', 'Bring its schema up to date at the start']),
  connections: setting('WAYLARK_CONNECTIONS', 20, ['number', 'Connections to the database at most']),
  'prepared-statements': setting('WAYLARK_PREPARED_STATEMENTS', 'yes', [
    'yes|no',
    'Not through a PgBouncer before 1.21',
  ]),
  cache: setting('WAYLARK_CACHE_MB', 64, ['number', 'Megabytes of links in memory, with a database']),
  'public-origin': setting('WAYLARK_PUBLIC_ORIGIN', '', [
    'origin',
    'Public address, such as https://s.example',
  ]),
  'trusted-proxies': setting('WAYLARK_TRUSTED_PROXIES', '', ['ranges', 'Whose X-Forwarded-For is believed']),
  'operation-port': setting('WAYLARK_OPERATION_PORT', '', [
    'number',
    'Port of /healthz, /readyz and /metrics',
  ]),
  'operation-host': setting('WAYLARK_OPERATION_HOST', defaultHost, ['address', 'Address of that port']),
  drain: setting('WAYLARK_DRAIN', 0, ['number', 'Seconds from "not ready" to the end of listening']),
  log: setting('WAYLARK_LOG', 'text', ['text|json', 'Format of the log']),
  'id-length': setting('WAYLARK_ID_LENGTH', 10, ['number', 'Letters of a short link']),
  'calls-per-second': setting('WAYLARK_CALLS_PER_SECOND', 20, [
    'number',
    'Of each operation, for new applications',
  ]),
  'calls-per-minute': setting('WAYLARK_CALLS_PER_MINUTE', 600, [
    'number',
    'Of each operation, for new applications',
  ]),
  units: setting('WAYLARK_UNITS', 1_000_000, ['number', 'Links that a new application may create']),
} as const;

const port = wholeNumber('a port', { least: 0, most: 65_535, note: ' (any free one)' });
const callLimit = wholeNumber('a number of calls', { least: 1, most: 1_000_000_000 });

/** Reads the texts of all settings. */
export const configurationSchema = z.object({
  port,
  data: anything,
  host,
  grayscale: anything,
  database: databaseUrl,
  replica: databaseUrl,
  migrate: yesOrNo('whether to migrate'),
  connections: wholeNumber('a number of connections', { least: 4, most: 1000 }),
  'prepared-statements': yesOrNo('whether to prepare statements'),
  cache: wholeNumber('a number of megabytes', { least: 1, most: 100_000 }),
  'public-origin': publicOrigin,
  'trusted-proxies': addressRanges,
  'operation-port': z.union([z.literal(''), port]),
  'operation-host': host,
  drain: wholeNumber('a number of seconds', { least: 0, most: 600 }),
  log: logFormat,
  'id-length': wholeNumber('a number of letters', { least: 8, most: 64 }),
  'calls-per-second': callLimit,
  'calls-per-minute': callLimit,
  units: wholeNumber('a number of links', { least: 0, most: 9_999_999_999 }),
});

export type Configuration = z.infer<typeof configurationSchema>;
export type SettingName = keyof typeof settings;
