import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLine } from './command-line.ts';
import { allowedHosts, plainHost } from './hosts.ts';
import {
  addressRanges,
  callLimit,
  choice,
  contact,
  count,
  databaseUrl,
  headerName,
  host,
  isBroad,
  issuer,
  optionalPort,
  origin,
  port,
  text,
  webAddress,
  yesOrNo,
  type Kind,
} from './setting-kinds.ts';
import { StartError, systemCode } from './errors.ts';

/** A setting: its default, its kind, its description in --help, and its variable if that is not named after the flag. */
type Setting = readonly [fallback: string, kind: Kind<unknown>, meaning: string, variable?: string];

const loopback = '127.0.0.1';
export const defaultPort = 8404;
/** Characters of an identifier: 62^10 cannot be guessed and still fit into a text message. */
export const defaultIdLength = 10;
const defaultData = join(import.meta.dirname, '..', '..', '.data');

const settings = {
  port: [String(defaultPort), port, 'Port to listen on'],
  data: [defaultData, text('folder'), 'Folder of the data file'],
  host: [loopback, host, 'Address to listen on'],
  grayscale: ['', text('file'), 'File with the days of grayscale pages'],
  database: ['', databaseUrl, 'PostgreSQL database, instead of the data file', 'WAYLARK_DATABASE_URL'],
  replica: ['', databaseUrl, 'Replica for links while the database is away', 'WAYLARK_REPLICA_URL'],
  migrate: ['yes', yesOrNo('whether to migrate'), 'Update the schema of the database at the start'],
  connections: ['20', count('connections', 4, 1000), 'Connections to the database at most'],
  preparedStatements: [
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
  publicOrigin: [
    '',
    origin('public origin', 'short links begin with'),
    'Public address, such as https://s.example',
  ],
  trustedProxies: ['', addressRanges, 'Proxies whose X-Forwarded-For is trusted'],
  opsPort: ['', optionalPort, 'Port of /healthz, /readyz, /metrics and /operator'],
  opsHost: [loopback, host, 'Address that the ops port listens on'],
  operatorOrigin: [
    '',
    origin('operator origin', "the operator's page has behind a proxy"),
    "Origin of the operator's page behind a proxy",
  ],
  operatorHeader: ['', headerName, 'Header in which a trusted proxy names the operator'],
  drain: ['0', count('seconds', 0, 600), 'Seconds to answer "not ready" before it stops'],
  contact: ['', contact, 'Where people who follow an expired link can ask'],
  root: ['', webAddress, 'Page to which the public address alone leads'],
  forwardQuery: ['no', yesOrNo('whether to forward the query'), "Redirects add the short link's parameters"],
  log: ['text', choice(['text', 'json'], 'is no format of the log'), 'Format of the log'],
  idLength: [
    String(defaultIdLength),
    count('characters', 8, 40),
    'Characters in the identifier of a new link',
  ],
  alphabet: ['base62', choice(['base62', 'readable'], 'is no alphabet'), 'Characters of new identifiers'],
  callsPerSecond: ['20', callLimit, 'Calls per second and operation, new applications'],
  callsPerMinute: ['600', callLimit, 'Calls per minute and operation, new applications'],
  edit: ['yes', yesOrNo('whether links may be edited'), 'Applications may change where their links lead'],
  countOpens: [
    'no',
    yesOrNo('whether to count opens'),
    'Count how often links are opened, and on which day last',
  ],
  oidcIssuer: ['', issuer, 'Provider at which people sign in for /connect'],
  oidcClientId: ['', text('id'), 'Client that this service is at the provider'],
  oidcClientSecret: ['', text('secret'), 'Its secret'],
  oidcScope: ['openid email offline_access', text('scopes'), 'What is asked for at the provider'],
  oidcGroups: ['', text('file'), 'File with the limits of groups of people'],
  units: ['1000000', count('links', 0, 9_999_999_999), 'Links that a new application may create'],
} as const satisfies Record<string, Setting>;

/** The variable of each setting in the environment. */
export const variables = Object.fromEntries(
  Object.entries<Setting>(settings).map(([name, [, , , own]]) => [
    name,
    own ?? `WAYLARK_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`,
  ]),
) as Record<SettingName, string>;

export type SettingName = keyof typeof settings;
const settingNames = Object.keys(settings) as SettingName[];
export type Configuration = { [Name in SettingName]: ReturnType<(typeof settings)[Name][1]['read']> };

/** Variables that others read: the compose file, the Caddyfile, and the scripts and tests of the project. */
export const otherVariables = [
  'WAYLARK_DOMAIN',
  'WAYLARK_IMAGE',
  'WAYLARK_INSTANCES',
  'WAYLARK_CHROMIUM',
  'WAYLARK_FIREFOX',
  'WAYLARK_PGBOUNCER',
  'WAYLARK_POSTGRES',
  'WAYLARK_PROPERTY_RUNS',
];

/** Settings that have no effect without others. */
const needed: Partial<Record<SettingName, readonly SettingName[]>> = {
  replica: ['database'],
  migrate: ['database'],
  connections: ['database'],
  preparedStatements: ['database'],
  cache: ['database'],
  opsHost: ['opsPort'],
  operatorOrigin: ['opsPort'],
  operatorHeader: ['opsPort', 'trustedProxies'],
  oidcIssuer: ['oidcClientId', 'oidcClientSecret', 'publicOrigin'],
  oidcClientId: ['oidcIssuer'],
  oidcClientSecret: ['oidcIssuer'],
  oidcScope: ['oidcIssuer'],
  oidcGroups: ['oidcIssuer'],
};

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The configuration: a flag, given under the name of its setting, wins over its variable, which may also name a file ("_FILE") that holds the value, as secrets
 * in containers do.
 *
 * @throws StartError with one sentence for the first mistake
 */
export function readConfiguration(
  flags: Readonly<Record<string, unknown>>,
  environment: Environment,
): Configuration {
  for (const name of Object.keys(environment)) requireKnown(name);
  const values = settingNames.map((name) => {
    const [fallback, { read }] = settings[name];
    const variable = variables[name];
    const given = flags[name];
    const flag = typeof given === 'string' ? given : undefined;
    const fromEnvironment = readVariable(variable, environment);

    // Short links that exist would stop working at the origin that loses.
    if (name === 'publicOrigin' && flag !== undefined && !['', flag].includes(fromEnvironment))
      throw new StartError(
        `--public-origin is "${flag}" and ${variable} is "${fromEnvironment}"; give one of them.`,
      );
    return [name, read((flag ?? (fromEnvironment || fallback)).trim())];
  });
  const configuration = Object.fromEntries(values) as Configuration;
  // The data in the folder would be taken for those of the database.
  const hasData =
    flags['data'] !== undefined || (isSet('data', environment) && flags['database'] === undefined);
  if (configuration.database !== '' && hasData)
    throw new StartError(
      `Both a folder (--data or ${variables.data}) and a database (--database or ${variables.database}) are given; give one of them.`,
    );
  return configuration;
}

/** @throws StartError for a variable of which there is none: what it was meant to set would stay as it is */
function requireKnown(given: string): void {
  const known = Object.values(variables).flatMap((name) => [name, `${name}_FILE`]);
  if (!given.startsWith('WAYLARK_') || known.includes(given) || otherVariables.includes(given)) return;
  const [, own = '', file = ''] = /^(.*?)(_FILE)?$/.exec(given.toUpperCase()) ?? [];
  const likely = mostLike(own, Object.values(variables));
  throw new StartError(
    `There is no variable ${given}; ${likely === undefined ? 'npm run service -- --help lists them' : `the likely one is ${likely}${file}`}.`,
  );
}

/** The shortest of the names that have the longest beginning of a wrong one; undefined if none has three letters of its own. */
function mostLike(given: string, names: readonly string[]): string | undefined {
  for (let end = given.length; end >= 'WAYLARK_'.length + 3; end -= 1) {
    const like = names.filter((name) => name.startsWith(given.slice(0, end)));
    if (like.length > 0) return like.toSorted((one, other) => one.length - other.length)[0];
  }
  return undefined;
}

const isSet = (name: SettingName, environment: Environment) =>
  readVariable(variables[name], environment) !== '';

/**
 * The configuration of the service, which gets all settings.
 *
 * @throws StartError also for a setting without an effect
 */
export function readServiceConfiguration(
  flags: Readonly<Record<string, unknown>>,
  environment: Environment,
): Configuration {
  const configuration = readConfiguration(flags, environment);
  const isGiven = (name: SettingName) => flags[name] !== undefined || isSet(name, environment);
  for (const name of settingNames.filter(isGiven)) {
    const missing = needed[name]?.find((other) => !isGiven(other));
    if (missing)
      throw new StartError(
        `${variables[name]} is set and ${variables[missing]} is not; give both, or neither.`,
      );
  }
  if (configuration.operatorHeader !== '' && configuration.trustedProxies.some(isBroad))
    throw new StartError(
      `${variables.trustedProxies} holds addresses of others, who could name themselves in ${variables.operatorHeader}; give those of your proxies only.`,
    );
  const { root, host, port, publicOrigin } = configuration;
  if (root !== '' && allowedHosts(host, { port, publicOrigin }).has(plainHost(new URL(root).host)))
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

/** The flag of a setting, such as "public-origin". */
const flagOf = (name: SettingName) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Adds the flags of settings to a program or a command. */
export function addSettings<Program extends CommandLine>(
  program: Program,
  names: readonly SettingName[] = settingNames,
): Program {
  for (const name of names) {
    const [fallback, { takes }, meaning] = settings[name];
    const shown = name === 'data' ? '.data in the project' : fallback || 'none';
    program.flag(flagOf(name), text(takes), `${meaning} (${variables[name]}, else ${shown})`);
  }
  return program;
}

/** What starts the service, given its settings. */
type Start = (configuration: Configuration, options: { newApplication?: true }) => Promise<void> | void;

/** The program of the service, which calls `start` unless help is asked for. */
export function serviceProgram(environment: Environment, start: Start): CommandLine {
  const program = addSettings(new CommandLine('service'));
  return program
    .usage('[flags], such as npm run service -- --port 8404')
    .description("Waylark's service: short links and music on this machine, or for a team.")
    .option('--new-application', 'Create another SecretID and SecretKey, then start')
    .addHelpText(
      'after',
      '\nEach variable can name a file with the value: WAYLARK_DATABASE_URL_FILE, for example.',
    )
    .action(() => start(readServiceConfiguration(program.opts(), environment), program.opts()));
}
