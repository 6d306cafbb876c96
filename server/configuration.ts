import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  addressRanges,
  callLimit,
  choice,
  contact,
  count,
  databaseUrl,
  headerName,
  host,
  issuer,
  optionalPort,
  origin,
  port,
  text,
  webAddress,
  yesOrNo,
  type Kind,
} from './setting-kinds.ts';
import { StartError, systemCode } from './start-error.ts';

/** A setting: its default, its kind, its description in --help, and its variable if that is not named after the flag. */
type Setting = readonly [fallback: string, kind: Kind<unknown>, meaning: string, variable?: string];

const loopback = '127.0.0.1';
export const defaultPort = 8404;
/** Characters of an identifier: 62^10 cannot be guessed and still fit into a text message. */
export const defaultIdLength = 10;
const defaultData = join(import.meta.dirname, '..', '.data');

const settings = {
  port: [String(defaultPort), port, 'Port to listen on'],
  data: [defaultData, text('folder'), 'Folder of the data file'],
  host: [loopback, host, 'Address to listen on'],
  grayscale: ['', text('file'), 'File with the days of grayscale pages'],
  database: ['', databaseUrl, 'PostgreSQL database, instead of the data file', 'WAYLARK_DATABASE_URL'],
  replica: ['', databaseUrl, 'Replica in which links are looked up first', 'WAYLARK_REPLICA_URL'],
  migrate: ['yes', yesOrNo('whether to migrate'), 'Update the schema of the database at the start'],
  connections: ['20', count('connections', 4, 1000), 'Connections to the database at most'],
  'prepared-statements': [
    'yes',
    yesOrNo('whether to prepare statements'),
    'Prepared statements; "no" for PgBouncer < 1.24',
  ],
  cache: [
    '64',
    count('megabytes', 1, 100_000),
    'Megabytes of links in memory, with a database',
    'WAYLARK_CACHE_MB',
  ],
  'public-origin': [
    '',
    origin('public origin', 'short links begin with'),
    'Public address, such as https://s.example',
  ],
  'trusted-proxies': ['', addressRanges, 'Proxies whose X-Forwarded-For is trusted'],
  'operation-port': ['', optionalPort, 'Port of /healthz, /readyz, /metrics and /operator'],
  'operation-host': [loopback, host, 'Address that the operation port listens on'],
  'operator-origin': [
    '',
    origin('operator origin', "the operator's page has behind a proxy"),
    "Origin of the operator's page behind a proxy",
  ],
  'operator-header': ['', headerName, 'Header in which a trusted proxy names the operator'],
  drain: ['0', count('seconds', 0, 600), 'Seconds to answer "not ready" before it stops'],
  contact: ['', contact, 'Where people who follow an expired link can ask'],
  root: ['', webAddress, 'Page to which the public address alone leads'],
  'forward-query': [
    'no',
    yesOrNo('whether to forward the query'),
    "Redirects add the short link's parameters",
  ],
  log: ['text', choice(['text', 'json'], 'is no format of the log'), 'Format of the log'],
  'id-length': [
    String(defaultIdLength),
    count('characters', 8, 40),
    'Characters in the identifier of a new link',
  ],
  alphabet: ['base62', choice(['base62', 'readable'], 'is no alphabet'), 'Characters of new identifiers'],
  'calls-per-second': ['20', callLimit, 'Calls per second and operation, new applications'],
  'calls-per-minute': ['600', callLimit, 'Calls per minute and operation, new applications'],
  edit: ['yes', yesOrNo('whether links may be edited'), 'Applications may change where their links lead'],
  'count-opens': [
    'no',
    yesOrNo('whether to count opens'),
    'Count how often links are opened, and on which day last',
  ],
  'oidc-issuer': ['', issuer, 'Provider at which people sign in for /connect'],
  'oidc-client-id': ['', text('id'), 'Client that this service is at the provider'],
  'oidc-client-secret': ['', text('secret'), 'Its secret'],
  'oidc-scope': ['openid email offline_access', text('scopes'), 'What is asked for at the provider'],
  'oidc-groups': ['', text('file'), 'File with the limits of groups of people'],
  'oidc-check': ['60', count('seconds', 20, 86_400), 'Seconds until people who left are refused'],
  units: ['1000000', count('links', 0, 9_999_999_999), 'Links that a new application may create'],
} as const satisfies Record<string, Setting>;

/** The variable of each setting in the environment. */
export const variables = Object.fromEntries(
  Object.entries<Setting>(settings).map(([name, [, , , own]]) => [
    name,
    own ?? `WAYLARK_${name.toUpperCase().replaceAll('-', '_')}`,
  ]),
) as Record<SettingName, string>;

type SettingName = keyof typeof settings;
const settingNames = Object.keys(settings) as SettingName[];
export type Alphabet = Configuration['alphabet'];
export type Configuration = { [Name in SettingName]: ReturnType<(typeof settings)[Name][1]['read']> };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The configuration: a flag wins over its variable, which may also name a file ("_FILE") that holds the value, as secrets
 * in containers do.
 *
 * @throws StartError with one sentence for the first mistake
 */
export function readConfiguration(
  flags: Readonly<Record<string, unknown>>,
  environment: Environment,
): Configuration {
  const values = settingNames.map((name) => {
    const [fallback, { read }] = settings[name];
    const variable = variables[name];
    const given = flags[name];
    const flag = typeof given === 'string' ? given : undefined;
    const fromEnvironment = readVariable(variable, environment);

    // Short links that exist would stop working at the origin that loses.
    if (name === 'public-origin' && flag !== undefined && !['', flag].includes(fromEnvironment))
      throw new StartError(
        `--public-origin is "${flag}" and ${variable} is "${fromEnvironment}"; give one of them.`,
      );
    return [name, read((flag ?? (fromEnvironment || fallback)).trim())];
  });
  const configuration = Object.fromEntries(values) as Configuration;
  const { root, 'public-origin': publicOrigin } = configuration;
  if (root !== '' && publicOrigin !== '' && new URL(root).host === new URL(publicOrigin).host)
    throw new StartError(`"${root}" is an address of this service itself; give another page with --root.`);
  return configuration;
}

/** The configuration of a service that is started without flags and variables. */
export const defaultConfiguration = readConfiguration({}, {});

function readVariable(variable: string, environment: Environment): string {
  const value = environment[variable]?.trim() ?? '';
  const file = environment[`${variable}_FILE`]?.trim() ?? '';
  if (file === '') return value;
  if (value !== '') throw new StartError(`Both ${variable} and ${variable}_FILE are set; give one of them.`);

  let text = '';
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = `cannot be read (${systemCode(error)})`;
    throw new StartError(`The file ${file} that ${variable}_FILE names ${reason}.`, { cause: error });
  }
  if (text === '') throw new StartError(`The file ${file} that ${variable}_FILE names is empty.`);
  return text;
}

/** The flags of a program beside the settings. */
type OwnFlags = Readonly<Record<string, { type: 'string' | 'boolean'; short?: string }>>;

/**
 * Reads a command line: the values of the flags, and the positional arguments before and between them.
 *
 * @throws StartError for a flag that is not known or lacks its value
 */
export function parseFlags(args: readonly string[], own: OwnFlags) {
  const ofSettings = settingNames.map((name) => [name, { type: 'string' }] as const);
  const options: OwnFlags = { ...Object.fromEntries<OwnFlags[string]>(ofSettings), ...own };
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });

  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const type = Object.hasOwn(options, name) ? options[name]?.type : undefined;
    if (type === undefined) throw new StartError(`Unknown flag ${rawName}; --help lists them.`);
    if (type === 'boolean' && value !== undefined) throw new StartError(`${rawName} takes no value.`);

    const isBlank = value === undefined || value.startsWith('-') || (name in settings && value.trim() === '');
    if (type === 'string' && isBlank)
      throw new StartError(`${rawName} needs a value; --help lists the flags.`);
  }
  return { values, positionals };
}

const lines = settingNames.map((name) => {
  const [fallback, { takes }, meaning] = settings[name];
  const shown = name === 'data' ? '.data in the project' : fallback || 'none';
  return `  ${`--${name} <${takes}>`.padEnd(32)}${meaning.padEnd(50)}${variables[name]}, else ${shown}`;
});

/** The output of --help. */
export const help = `Waylark's service: short links and music on this machine, or for a team.

  npm run service -- [flags]

${lines.join('\n')}
  --new-application               Create another SecretID and SecretKey, then start
  --help                          This text

Each variable can name a file that holds the value: WAYLARK_DATABASE_URL_FILE, for example.
`;

/** Reads the command line and the environment of the service. Throws StartError. */
export function readServiceFlags(args: readonly string[], environment: Environment) {
  const { values, positionals } = parseFlags(args, {
    'new-application': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
  const [unexpected] = positionals;
  if (unexpected !== undefined)
    throw new StartError(`Unexpected argument "${unexpected}"; --help lists the flags.`);

  return {
    configuration: readConfiguration(values, environment),
    help: values['help'] === true,
    newApplication: values['new-application'] === true,
  };
}
