import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../tests/support/service/test-app.ts';
import { help, readConfiguration, readServiceFlags, variables } from './configuration.ts';

type Environment = Record<string, string>;

/** The sentence with which `read` is refused. */
function sentenceOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    expect(error).toMatchObject({ name: 'StartError' });
    const message = error instanceof Error ? error.message : '';
    expect(message).toMatch(/^[^\n]*\.$/);
    return message;
  }
  return 'accepted';
}

const refusalOf = (flags: Environment, environment: Environment = {}) =>
  sentenceOf(() => readConfiguration(flags, environment));

test('without settings, the service is for this machine', () => {
  expect(readConfiguration({}, {})).toMatchObject({
    port: 8404,
    host: '127.0.0.1',
    database: '',
    'public-origin': '',
    'trusted-proxies': [],
    'operation-port': undefined,
    'id-length': 10,
    log: 'text',
  });
});

test('flags win over variables, and a file holds a secret', () => {
  const file = join(temporaryFolder(), 'secret');
  writeFileSync(file, 'postgres://waylark:s3cret@db:5432/links\n');
  const environment = { WAYLARK_DATABASE_URL_FILE: file, WAYLARK_CONNECTIONS: '7', WAYLARK_CACHE_MB: ' 9 ' };
  expect(readConfiguration({ connections: '8' }, environment)).toMatchObject({
    database: 'postgres://waylark:s3cret@db:5432/links',
    connections: 8,
    cache: 9,
  });
});

test('origins, proxies and addresses of IPv6 in brackets are read', () => {
  const flags = {
    'public-origin': 'https://S.example/',
    'trusted-proxies': '10.0.0.0/8, ::1',
    'operation-port': '0',
    'operation-host': '[::]',
  };
  expect(readConfiguration(flags, {})).toMatchObject({
    'public-origin': 'https://s.example',
    'trusted-proxies': ['10.0.0.0/8', '::1'],
    'operation-port': 0,
    'operation-host': '::',
  });
  expect(readConfiguration({ 'public-origin': 'http://127.0.0.1:8080' }, {})['public-origin']).toBe(
    'http://127.0.0.1:8080',
  );
});

test.each([
  [{ port: 'eighty' }, '"eighty" is not a port; give a whole number from 0 (any free one) to 65535.'],
  [{ connections: '3' }, '"3" is not a number of connections; give a whole number from 4 to 1000.'],
  [{ 'id-length': '7' }, '"7" is not a number of characters; give a whole number from 8 to 40.'],
  [{ 'operation-port': 'x' }, '"x" is not a port; give a whole number from 0 (any free one) to 65535.'],
  [{ migrate: 'maybe' }, '"maybe" does not say whether to migrate; give yes or no.'],
  [{ alphabet: 'klingon' }, '"klingon" is no alphabet; give base62 or readable.'],
  [{ log: 'xml' }, '"xml" is no format of the log; give text or json.'],
  [{ root: 'www.example.com' }, /^"www\.example\.com" is no web address; give one such as https/],
  [{ root: 'javascript:1' }, /^"javascript:1" is no web address/],
  [
    { root: 'https://s.example/links', 'public-origin': 'https://s.example' },
    /^"https:\/\/s\.example\/links" is an address of this service itself/,
  ],
  [{ 'trusted-proxies': '10.0.0.0/33' }, /^"10\.0\.0\.0\/33" is no list of proxies/],
  [{ 'trusted-proxies': 'proxy.local' }, /^"proxy\.local" is no list of proxies/],
  [{ 'public-origin': 'http://s.example' }, /^"http:\/\/s\.example" is not a public origin/],
  [
    { 'public-origin': 'https://s.example/path' },
    /is not a public origin; give one such as https:\/\/s\.example/,
  ],
  [{ 'public-origin': 'https://a.example,https://b.example' }, /names 2 public origins; give the one/],
])('%j is refused with one sentence', (flags, sentence) => {
  expect(refusalOf(flags)).toMatch(sentence);
});

test('a public origin as a flag and another one as a variable', () => {
  const flags = { 'public-origin': 'https://a.example' };
  expect(refusalOf(flags, { WAYLARK_PUBLIC_ORIGIN: 'https://b.example' })).toMatch(/give one of them\.$/);
  expect(refusalOf(flags, { WAYLARK_PUBLIC_ORIGIN: 'https://a.example' })).toBe('accepted');
});

test.each(['mysql://u:s3cret@db/x', 'postgres://u:s3cret@db', 's3cret', 'postgres:///x?password=s3cret'])(
  'the database address %s is refused, and not repeated',
  (database) => {
    expect(refusalOf({ database })).toMatch(/^The database address cannot be used; give one such as/);
    expect(refusalOf({ database })).not.toContain('s3cret');
  },
);

test('a file of a secret that is missing, empty, or given beside the value', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'empty'), '\n');
  const refused = (file: string, value = '') =>
    refusalOf({}, { WAYLARK_DATABASE_URL_FILE: file, WAYLARK_DATABASE_URL: value });
  expect(refused(join(folder, 'absent'))).toMatch(
    /that WAYLARK_DATABASE_URL_FILE names cannot be read \(ENOENT\)\.$/,
  );
  expect(refused(join(folder, 'empty'))).toMatch(/names is empty\.$/);
  expect(refused(join(folder, 'empty'), 'postgres://u@h/d')).toMatch(/^Both WAYLARK_DATABASE_URL and/);
});

test.each<[string[], Environment, RegExp]>([
  [['--port', '-1'], {}, /^--port needs a value/],
  [['--port=1.5'], {}, /^"1\.5" is not a port/],
  [[], { WAYLARK_PORT: '8e3' }, /^"8e3" is not a port/],
  [['--data'], {}, /^--data needs a value/],
  [['--data', ''], {}, /^--data needs a value/],
  [['--data', '--port', '0'], {}, /^--data needs a value/],
  [['--help=yes'], {}, /^--help takes no value/],
  [['--prot', '1'], {}, /^Unknown flag --prot/],
  [['-x'], {}, /^Unknown flag -x/],
  [['8404'], {}, /^Unexpected argument "8404"/],
  [['--constructor'], {}, /^Unknown flag --constructor/],
])('the command line %j is refused with one sentence, %j', (args, environment, sentence) => {
  expect(sentenceOf(() => readServiceFlags(args, environment))).toMatch(sentence);
});

test('the help lists every flag and its variable', () => {
  for (const [name, variable] of Object.entries(variables)) {
    expect(help).toContain(`--${name} <`);
    expect(help).toContain(`${variable}, else `);
  }
});
