import { isIP } from 'node:net';
import { isLoopback } from '../../lib/url/contract.ts';
import { StartError } from './errors.ts';

/** The kind of value of a setting: `takes` is its name in --help. `read` throws StartError with one sentence. */
export interface Kind<T> {
  takes: string;
  read: (text: string) => T;
}

export const text = (takes: string): Kind<string> => ({ takes, read: (given) => given });

/** A text of a person, which is stored. */
export const shortText = (noun: string, longest: number): Kind<string> => ({
  takes: 'text',
  read: (given) => {
    if (given.length <= longest) return given;
    throw new StartError(`The ${noun} has ${given.length} characters; give at most ${longest}.`);
  },
});

/** `note` says what the smallest number means, for the error sentence. */
function wholeNumber(noun: string, min: number, max: number, note = ''): Kind<number> {
  return {
    takes: 'number',
    read: (given) => {
      const number = Number(given);
      if (/^\d{1,10}$/.test(given) && number >= min && number <= max) return number;
      throw new StartError(`"${given}" is not ${noun}; give a whole number from ${min}${note} to ${max}.`);
    },
  };
}

export const count = (what: string, min: number, max: number) => wholeNumber(`a number of ${what}`, min, max);

export const port = wholeNumber('a port', 0, 65_535, ' (any free one)');
export const optionalPort: Kind<number | undefined> = {
  takes: 'number',
  read: (given) => (given === '' ? undefined : port.read(given)),
};
export const callLimit = count('calls', 1, 1_000_000_000);

export function choice<const T extends string>(values: readonly T[], problem: string): Kind<T> {
  return {
    takes: values.join('|'),
    read: (given) => {
      const found = values.find((each) => each === given.toLowerCase());
      if (found !== undefined) return found;
      throw new StartError(`"${given}" ${problem}; give ${values.join(' or ')}.`);
    },
  };
}

export function yesOrNo(question: string): Kind<boolean> {
  const { takes, read } = choice(['yes', 'no'], `does not say ${question}`);
  return { takes, read: (given) => read(given) === 'yes' };
}

export const databaseUrl: Kind<string> = {
  takes: 'url',
  read: (given) => {
    const url = URL.parse(given);
    const isPostgres = url !== null && /^postgres(?:ql)?:$/.test(url.protocol);
    if (given === '' || (isPostgres && url.hostname !== '' && url.pathname.length > 1)) return given;
    // The address may hold a password, so the sentence does not repeat it.
    throw new StartError(
      'The database address cannot be used; give one such as postgres://user:password@host:5432/waylark, or postgres://user@%2Frun%2Fpostgresql/waylark for a Unix socket.',
    );
  },
};

/** A URL with https, or with http on this computer; null for any other text. */
function readSafeUrl(given: string): URL | null {
  const url = URL.parse(given);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe ? url : null;
}

export const webAddress: Kind<string> = {
  takes: 'url',
  read: (given) => {
    const url = URL.parse(given);
    if (given === '') return given;
    if (url && /^https?:$/.test(url.protocol)) return url.href;
    throw new StartError(`"${given}" is no web address; give one such as https://www.example.com/links.`);
  },
};

function readOrigin(given: string): string | undefined {
  const url = readSafeUrl(given);
  return url && url.href === `${url.origin}/` ? url.origin : undefined;
}

/** An origin, such as a "public origin"; `beginning` is what begins with it. */
export const origin = (noun: string, beginning: string): Kind<string> => ({
  takes: 'origin',
  read: (given) => {
    const read = given === '' ? '' : readOrigin(given);
    if (read !== undefined) return read;

    const { size } = new Set(given.split(/[\s,]+/).map((each) => readOrigin(each) ?? each));
    throw new StartError(
      size > 1
        ? `"${given}" names ${size} ${noun}s; give the one that ${beginning}.`
        : `"${given}" is not a ${noun}; give one such as https://s.example, without a path.`,
    );
  },
});

export const headerName: Kind<string> = {
  takes: 'name',
  read: (given) => {
    if (/^[A-Za-z0-9-]*$/.test(given)) return given.toLowerCase();
    throw new StartError(`"${given}" is no name of a header; give one such as X-Forwarded-User.`);
  },
};

export const issuer: Kind<string> = {
  takes: 'url',
  read: (given) => {
    const url = readSafeUrl(given);
    if (given === '' || (url?.search === '' && url.hash === '')) return given;
    throw new StartError(`"${given}" is no issuer; give one such as https://sign-in.example/company.`);
  },
};

function isRange(given: string): boolean {
  const [address = '', bits, ...others] = given.split('/');
  const longest = { 4: 32, 6: 128 }[isIP(address)];
  if (longest === undefined || others.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest);
}

/** Whether a range holds more than any private network does: 10.0.0.0/8, fc00::/7. */
export function isBroad(range: string): boolean {
  const [address = '', bits = '128'] = range.split('/');
  // The addresses of IPv4 are ::ffff:0:0/96, too.
  const least = address.startsWith('::') ? 104 : 7;
  return Number(bits) < (isIP(address) === 4 ? 8 : least);
}

export const addressRanges: Kind<string[]> = {
  takes: 'ranges',
  read: (given) => {
    const ranges = given.split(/[\s,]+/).filter((each) => each !== '');
    if (ranges.every(isRange)) return ranges;
    throw new StartError(
      `"${given}" is no list of proxies; give addresses or ranges such as 10.0.0.0/8, with commas between them.`,
    );
  },
};

export const contact: Kind<string> = {
  takes: 'address',
  read: (given) => {
    if (given === '' || /^[^\s@/:]+@[^\s@/:]+$/.test(given) || URL.parse(given)?.protocol === 'https:')
      return given;
    throw new StartError(
      `"${given}" is no contact; give an e-mail address, or a page that begins with https://.`,
    );
  },
};

/** An address of IPv6 stands in brackets in a URL, so people write it so elsewhere. */
export const host: Kind<string> = { takes: 'address', read: (given) => given.replace(/^\[(.*)\]$/, '$1') };
