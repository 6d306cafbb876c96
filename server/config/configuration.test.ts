import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/service/test-app.ts';
import {
  otherVariables,
  readConfiguration,
  readServiceConfiguration,
  serviceProgram,
  variables,
} from './configuration.ts';

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
  const onThisMachine = { port: 8404, host: '127.0.0.1', database: '', idLength: 10 };
  expect(readConfiguration({}, {})).toMatchObject(onThisMachine);
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
  const own = { publicOrigin: 'http://127.0.0.1:8080' };
  expect(readConfiguration(own, {})).toMatchObject(own);
  const flags = { publicOrigin: 'https://S.example/', trustedProxies: '10.0.0.0/8, ::1', opsHost: '[::]' };
  expect(readConfiguration(flags, {})).toMatchObject({
    publicOrigin: 'https://s.example',
    trustedProxies: ['10.0.0.0/8', '::1'],
    opsHost: '::',
  });
});

test.each([
  [{ port: 'eighty' }, '"eighty" is not a port; give a whole number from 0 (any free one) to 65535.'],
  [{ connections: '3' }, '"3" is not a number of connections; give a whole number from 4 to 1000.'],
  [{ idLength: '7' }, '"7" is not a number of characters; give a whole number from 8 to 40.'],
  [{ opsPort: 'x' }, '"x" is not a port; give a whole number from 0 (any free one) to 65535.'],
  [{ migrate: 'maybe' }, '"maybe" does not say whether to migrate; give yes or no.'],
  [{ alphabet: 'klingon' }, '"klingon" is no alphabet; give base62 or readable.'],
  [{ log: 'xml' }, '"xml" is no format of the log; give text or json.'],
  [{ root: 'www.example.com' }, /^"www\.example\.com" is no web address; give one such as https/],
  [{ root: 'javascript:1' }, /^"javascript:1" is no web address/],
  [{ trustedProxies: '10.0.0.0/33' }, /^"10\.0\.0\.0\/33" is no list of proxies/],
  [{ trustedProxies: 'proxy.local' }, /^"proxy\.local" is no list of proxies/],
  [{ publicOrigin: 'http://s.example' }, /^"http:\/\/s\.example" is not a public origin/],
  [{ publicOrigin: 'https://s.example/path' }, /is not a public origin; give one such as https:/],
  [{ publicOrigin: 'https://a.example,https://b.example' }, /names 2 public origins; give the one/],
])('%j is refused with one sentence', (flags, sentence) => {
  expect(refusalOf(flags)).toMatch(sentence);
});

const [data, database] = ['/data', 'postgres://u@h/d'];
const bothPlaces = /^Both a folder \(--data or WAYLARK_DATA\) and a database/;

test.each<[Environment, Environment, RegExp]>([
  [
    { publicOrigin: 'https://a.example' },
    { WAYLARK_PUBLIC_ORIGIN: 'https://b.example' },
    /give one of them\.$/,
  ],
  [{ publicOrigin: 'https://a.example' }, { WAYLARK_PUBLIC_ORIGIN: 'https://a.example' }, /^accepted$/],
  [{ data, database }, {}, bothPlaces],
  [{ data }, { WAYLARK_DATABASE_URL: database }, bothPlaces],
  [{}, { WAYLARK_DATA: data, WAYLARK_DATABASE_URL: database }, bothPlaces],
  [{ database }, { WAYLARK_DATA: data }, /^accepted$/],
])('the flags %j and the variables %j', (flags, environment, sentence) => {
  expect(refusalOf(flags, environment)).toMatch(sentence);
});

test.each(['mysql://u:s3cret@db/x', 'postgres://u:s3cret@db', 's3cret', 'postgres:///x?password=s3cret'])(
  'the database address %s is refused, and not repeated',
  (wrong) => {
    expect(refusalOf({ database: wrong })).toBe(
      'The database address cannot be used; give one such as postgres://user:password@host:5432/waylark, or postgres://user@%2Frun%2Fpostgresql/waylark for a Unix socket.',
    );
  },
);

test.each([
  ['WAYLARK_DATABASE', 'WAYLARK_DATABASE_URL'],
  ['WAYLARK_DATABASE_FILE', 'WAYLARK_DATABASE_URL_FILE'],
  ['WAYLARK_CACHE', 'WAYLARK_CACHE_MB'],
  ['WAYLARK_TRUSTED_PROXY', 'WAYLARK_TRUSTED_PROXIES'],
  ['WAYLARK_public_url', 'WAYLARK_PUBLIC_ORIGIN'],
  ['WAYLARK_PORTS', 'WAYLARK_PORT'],
])('there is no variable %s, but %s', (wrong, likely) => {
  expect(refusalOf({}, { [wrong]: 'x' })).toBe(`There is no variable ${wrong}; the likely one is ${likely}.`);
});

test('a variable that is like none is refused; those of others are not', () => {
  for (const name of ['WAYLARK_', 'WAYLARK_DB', 'WAYLARK_NEW_APPLICATION', 'WAYLARK_valueOf'])
    expect(refusalOf({}, { [name]: 'x' })).toMatch(`There is no variable ${name}; npm run service -- --help`);
  for (const name of [...otherVariables, ...Object.values(variables), 'PATH', 'XWAYLARK_DB'])
    expect(refusalOf({}, { [name]: '' })).toBe('accepted');
});

/** Settings that have no effect without others. */
const dependent: Environment = {
  WAYLARK_REPLICA_URL: 'postgres://u@h/d',
  WAYLARK_MIGRATE: 'no',
  WAYLARK_CONNECTIONS: '9',
  WAYLARK_PREPARED_STATEMENTS: 'no',
  WAYLARK_CACHE_MB: '9',
  WAYLARK_OPS_HOST: '0.0.0.0',
  WAYLARK_OPERATOR_ORIGIN: 'https://o.example',
  WAYLARK_OPERATOR_HEADER: 'x-user',
  WAYLARK_OIDC_ISSUER: 'https://sign-in.example',
  WAYLARK_OIDC_CLIENT_ID: 'id',
  WAYLARK_OIDC_CLIENT_SECRET: 'secret',
  WAYLARK_OIDC_SCOPE: 'openid',
  WAYLARK_OIDC_GROUPS: 'file',
};
const whole: Environment = {
  ...dependent,
  WAYLARK_DATABASE_URL: 'postgres://u@h/d',
  WAYLARK_OPS_PORT: '9404',
  WAYLARK_PUBLIC_ORIGIN: 'https://s.example',
  WAYLARK_TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1, ::1, fc00::/7',
};
const refusalOfService = (environment: Environment) =>
  sentenceOf(() => readServiceConfiguration({}, environment));

test.each(Object.entries(dependent))('the service refuses %s alone, as it has no effect', (name, value) => {
  expect(refusalOfService({ [name]: value })).toMatch(` is set and WAYLARK_`);
  // The service may have got the missing one as a flag, which the commands of an operator do not see.
  expect(refusalOf({}, { [name]: value })).toBe('accepted');
});

test('the service refuses a configuration that is not whole', () => {
  expect(refusalOfService(whole)).toBe('accepted');
  for (const missing of [
    'DATABASE_URL',
    'OPS_PORT',
    'TRUSTED_PROXIES',
    'OIDC_CLIENT_SECRET',
    'PUBLIC_ORIGIN',
  ])
    expect(refusalOfService({ ...whole, [`WAYLARK_${missing}`]: '' })).toMatch(
      new RegExp(`^WAYLARK_\\w+ is set and WAYLARK_${missing} is not; give both, or neither\\.$`),
    );
});

const tooWide = [
  '0.0.0.0/0',
  '10.0.0.1, ::/0',
  '0.0.0.0/1, 128.0.0.0/1',
  '::ffff:0:0/96',
  '64.0.0.0/7',
  'fc00::/6',
];
test.each(tooWide)('who comes from %s is not trusted to name the operator', (ranges) => {
  const environment = { ...whole, WAYLARK_TRUSTED_PROXIES: ranges };
  expect(refusalOfService(environment)).toMatch(/^WAYLARK_TRUSTED_PROXIES holds addresses of others/);
  expect(refusalOfService({ ...environment, WAYLARK_OPERATOR_HEADER: '' })).toBe('accepted');
});

test.each([
  'https://s.example/links',
  'https://u@S.example:80/',
  'https://s.example.',
  'http://localhost:8404/',
  'http://127.1:8404/x',
])('the public address alone does not redirect to %s, as it is itself', (root) => {
  const environment = { WAYLARK_ROOT: root, WAYLARK_PUBLIC_ORIGIN: 'https://s.example' };
  expect(refusalOfService(environment)).toMatch(
    / is an address of this service itself; give another page with --root\.$/,
  );
});

test('a file of a secret that is missing, empty, or given beside the value', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'empty'), '\n');
  const refused = (file: string, value = '') =>
    refusalOf({}, { WAYLARK_DATABASE_URL_FILE: file, WAYLARK_DATABASE_URL: value });
  expect(refused(join(folder, 'absent'))).toMatch(
    /WAYLARK_DATABASE_URL_FILE names cannot be read \(ENOENT\)/,
  );
  expect(refused(join(folder, 'empty'))).toMatch(/names is empty\.$/);
  expect(refused(join(folder, 'empty'), 'postgres://u@h/d')).toMatch(/^Both WAYLARK_DATABASE_URL and/);
});

/** The output of the service's program, or the sentence with which it refuses to start. */
const startWith = async (args: string[], environment: Environment = {}) => {
  const program = serviceProgram(environment, () => undefined);
  return program.run(args).catch((error: unknown) =>
    sentenceOf(() => {
      throw error;
    }),
  );
};

test.each<[string[], Environment, RegExp]>([
  [['--port', '-1'], {}, /^--port needs a value/],
  [['--port=-1'], {}, /^"-1" is not a port/],
  [['--port=1.5'], {}, /^"1\.5" is not a port/],
  [[], { WAYLARK_PORT: '8e3' }, /^"8e3" is not a port/],
  [['--prot', '1'], {}, /^service takes no --prot; service --help shows its flags/],
  [['--constructor'], {}, /^service takes no --constructor/],
])('the command line %j is refused with one sentence, %j', async (args, environment, sentence) => {
  expect(await startWith(args, environment)).toMatch(sentence);
});

test('the help lists every flag and its variable, whatever the environment, in columns', async () => {
  const help = await startWith(['--help'], { WAYLARK_PORT: 'eighty' });
  for (const [name, variable] of Object.entries(variables)) {
    expect(help).toContain(`--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} <`);
    expect(help.replaceAll(/\s+/g, ' ')).toContain(`(${variable}, else `);
  }
  const starts = help.split('\n').map((line) => /^ {2}-.*? {2,}(?=\S)/.exec(line)?.[0].length);
  expect(new Set(starts.filter((start) => start !== undefined)).size).toBe(1);
});
