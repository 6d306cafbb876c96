import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { connectionCode } from '../../lib/connection-code/contract.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import type { Configuration } from '../configuration.ts';
import { createApplication } from '../credentials.ts';
import { originOf } from '../hosts.ts';
import { StartError } from '../start-error.ts';
import { type Store, unitsOf } from '../store/contract.ts';
import { openStore } from '../store/open-store.ts';
import { byAdmin } from '../store/operator-contract.ts';
import { v3 } from '../versions.ts';
import type { Arguments, CommandInput } from './arguments.ts';
import { countLinks, findLinks, noApplication, revokeAll } from './links.ts';
import { dateOf, type Output } from './output.ts';

interface Command {
  /** Description of the required argument, for the error sentence; undefined if none is required. */
  requiredArgument?: string;
  /** Whether the command takes an argument that may be missing. */
  hasOptionalArgument?: boolean;
  run: (input: CommandInput) => Promise<Output>;
}

const commands: Readonly<Record<string, Command>> = {
  // The first application may be added before the service has started once.
  'applications add': { run: (input) => withStore(input, addApplication) },
  'applications list': { run: onExistingData(listApplications) },
  'applications show': {
    requiredArgument: 'a SecretID; applications list shows them',
    run: onExistingData(showApplication),
  },
  'applications revoke': {
    requiredArgument: 'a SecretID; applications list shows them',
    run: onExistingData(revokeApplication),
  },
  'packages add': {
    requiredArgument: 'a SecretID; applications list shows them',
    run: onExistingData(addPackage),
  },
  'packages list': { hasOptionalArgument: true, run: onExistingData(listPackages) },
  'people list': { run: onExistingData(listPeople) },
  'people remove': {
    requiredArgument: 'a SecretID; people list shows them',
    run: onExistingData(removePerson),
  },
  'links list': { run: onExistingData(listLinks) },
  'links revoke': { hasOptionalArgument: true, run: onExistingData(revokeLinks) },
  import: {
    requiredArgument: 'the name of a CSV file',
    run: onExistingData(async (store, input) => (await import('./import.ts')).importLinks(store, input)),
  },
  export: { requiredArgument: 'the name of a file', run: onExistingData(exportLinks) },
  'operator-link': {
    run: onExistingData(async (store, input) =>
      (await import('./operator-link.ts')).createOperatorLink(store, input),
    ),
  },
  check: { run: onExistingData(check) },
  migrate: { run: migrateDatabase },
  backup: { requiredArgument: 'the name of a file', run: writeBackup },
  restore: { requiredArgument: 'the name of a file', run: restoreBackup },
};

/** Carries out a command. Throws StartError and StoreUnavailableError. */
export async function runCommand(input: Arguments): Promise<Output> {
  const [first = '', second = ''] = input.positionals;
  const name = [`${first} ${second}`, first].find((each) => Object.hasOwn(commands, each)) ?? '';
  const command = commands[name];
  if (!command)
    throw new StartError(`There is no command "${input.positionals.join(' ')}"; --help lists them.`);

  const { requiredArgument, hasOptionalArgument = false, run } = command;
  const takesArgument = hasOptionalArgument || requiredArgument !== undefined;
  const rest = input.positionals.slice(name.split(' ').length);
  const surplus = rest.slice(takesArgument ? 1 : 0).join(' ');
  if (surplus !== '')
    throw new StartError(`Unexpected argument "${surplus}" for ${name}; --help shows its form.`);

  const [argument = ''] = rest;
  if (requiredArgument !== undefined && argument === '')
    throw new StartError(`${name} needs ${requiredArgument}.`);
  return run({ ...input, argument });
}

type StoreCommand = (store: Store, input: CommandInput) => Promise<Output>;

/** Runs a command on a store that exists already. */
function onExistingData(command: StoreCommand): Command['run'] {
  return async (input) => {
    await requireData(input.configuration);
    return withStore(input, command);
  };
}

/** @throws StartError if there is no data file: the store would create one, and a mistyped folder would look empty */
async function requireData({ database, data }: Configuration): Promise<void> {
  if (database !== '') return;
  const { fileName } = await import('../store/sqlite/database.ts');
  if (!existsSync(join(data, fileName)))
    throw new StartError(
      `There are no data in ${data}; name the service's folder with --data, or its database with --database.`,
    );
}

async function withStore<T>(
  input: CommandInput,
  command: (store: Store, input: CommandInput) => Promise<T>,
): Promise<T> {
  // Only `migrate` and the service change a schema.
  const { store } = await openStore({ ...input.configuration, migrate: false });

  try {
    return await command(store, input);
  } finally {
    await store.close();
  }
}

async function addApplication(store: Store, { configuration, name }: CommandInput): Promise<Output> {
  const { 'public-origin': publicOrigin, host, port } = configuration;
  const address = (publicOrigin || originOf(host, port)) + v3.base;
  const credentials = await createApplication(store, { name }, configuration);
  const row = {
    address,
    ...(name !== '' && { name }),
    ...credentials,
    connectionCode: connectionCode({ address, ...credentials }),
  };
  const note = 'The key is shown only now. The connection code holds all three: it is as secret as the key.';
  return { kind: 'record', row, note };
}

async function listApplications(store: Store): Promise<Output> {
  const applications = await store.listApplications();
  const rows = applications.map(({ secretId, name, perSecond, perMinute }) => ({
    secretId,
    name,
    perSecond,
    perMinute,
  }));
  return { kind: 'rows', rows, empty: 'There are no applications; applications add creates one.' };
}

async function showApplication(store: Store, { argument: secretId }: CommandInput): Promise<Output> {
  const applications = await store.listApplications();
  const application = applications.find((each) => each.secretId === secretId);
  if (!application) throw noApplication(secretId);
  const { name, perSecond, perMinute } = application;
  const { total: units, used } = unitsOf(await store.listPackages(secretId));
  const links = await countLinks(store, { application: secretId });
  return { kind: 'record', row: { secretId, name, perSecond, perMinute, units, used, ...links } };
}

async function revokeApplication(store: Store, input: CommandInput): Promise<Output> {
  const { argument: secretId, withLinks, reason } = input;
  if (!(await store.removeApplication(secretId))) throw noApplication(secretId);
  const sentence = `Application ${secretId} is revoked; its key and tokens stop working within 5 seconds.`;
  if (!withLinks) return { kind: 'done', row: { revoked: secretId }, sentence };
  const links = await revokeAll(store, { application: secretId }, reason);
  return {
    kind: 'done',
    row: { revoked: secretId, links },
    sentence: `${sentence} ${links} links are revoked.`,
  };
}

async function addPackage(
  store: Store,
  { argument: secretId, configuration, days }: CommandInput,
): Promise<Output> {
  const expiresAt = days === undefined ? noExpiry : Math.floor(Date.now() / 1000) + days * 86_400;
  const total = configuration.units;
  if (!(await store.addPackage(secretId, { total, startsAt: 0, expiresAt }))) throw noApplication(secretId);

  const time = days === undefined ? 'at any time' : `until ${dateOf(expiresAt)}`;
  const sentence = `Application ${secretId} may create ${total} more links ${time}.`;
  return { kind: 'done', row: { secretId, total, expiresAt }, sentence };
}

async function listPackages(store: Store, { argument: secretId, json }: CommandInput): Promise<Output> {
  const packages = await store.listPackages(secretId === '' ? undefined : secretId);
  const rows = packages.map(({ id, secretId, total, used, startsAt, expiresAt }) => ({
    id,
    secretId,
    total,
    used,
    startsAt: json ? startsAt : startsAt === 0 ? 'at once' : dateOf(startsAt),
    expiresAt: json ? expiresAt : dateOf(expiresAt),
  }));
  return { kind: 'rows', rows, empty: 'There are no packages; packages add creates one.' };
}

async function listPeople(store: Store, { json }: CommandInput): Promise<Output> {
  const people = await store.listPeople();
  const rows = people.map(({ secretId, name, state, since, refreshToken, issuer, subject }) => ({
    secretId,
    name,
    state,
    since: json ? since : dateOf(since),
    isRenewed: refreshToken !== null,
    issuer,
    subject,
  }));
  return { kind: 'rows', rows, empty: 'Nobody has signed in.' };
}

async function removePerson(store: Store, { argument: secretId }: CommandInput): Promise<Output> {
  if (!(await store.removePerson(secretId))) throw new StartError(`Nobody has the application ${secretId}.`);
  const sentence = `The person and application ${secretId} are removed; its key and tokens stop working within 5 seconds.`;
  return { kind: 'done', row: { removed: secretId }, sentence };
}

async function listLinks(store: Store, { limit, json, ...filter }: CommandInput): Promise<Output> {
  const links = await findLinks(store, filter, limit);
  const rows = links.map(({ id, link, expiresAt }) => ({
    id,
    expiresAt: json ? expiresAt : dateOf(expiresAt),
    link,
  }));
  return { kind: 'rows', rows, empty: 'There are no links.' };
}

async function revokeLinks(store: Store, input: CommandInput): Promise<Output> {
  const { argument: id, application, target, reason } = input;
  const hasId = id !== '';
  const hasFilter = application !== '' || target !== '';
  if (hasId === hasFilter)
    throw new StartError(
      'links revoke needs the last part of a short link, such as aB3dE6gH9k, or else --application or --target.',
    );

  const effect = 'which holds everywhere within 2 seconds';
  if (hasFilter) {
    const revoked = await revokeAll(store, { application, target }, reason);
    return { kind: 'done', row: { revoked }, sentence: `${revoked} links are revoked, ${effect}.` };
  }
  const count = await store.revokeLinks([id], Date.now() / 1000, byAdmin(reason));
  if (count === 0) throw new StartError(`There is no short link ${id}.`);
  return { kind: 'done', row: { revoked: id }, sentence: `Short link ${id} is revoked, ${effect}.` };
}

async function exportLinks(store: Store, { argument: file, application }: CommandInput): Promise<Output> {
  const { exportFile } = await import('./export.ts');
  const links = await exportFile(store, file, application);
  return { kind: 'done', row: { file, links }, sentence: `${links} links are in ${file}.` };
}

async function check(store: Store, { configuration }: CommandInput): Promise<Output> {
  const { problem, clock } = await store.health();
  if (problem !== undefined) throw new StartError(problem);
  const row = {
    store: configuration.database === '' ? 'SQLite' : 'PostgreSQL',
    applications: await store.countApplications(),
    clockDifference: clock === undefined ? 0 : Math.round(Date.now() - clock) / 1000,
  };
  return { kind: 'record', row };
}

async function migrateDatabase({ configuration: { database } }: CommandInput): Promise<Output> {
  if (database === '') throw new StartError('migrate is for a database; give its address with --database.');

  const { withClient } = await import('../store/postgres/prepare-database.ts');
  const { migrate } = await import('../store/postgres/migrations.ts');
  const steps = await withClient(database, (client) => migrate(client));
  const sentence =
    steps === 0 ? 'The schema is up to date already.' : `The schema is up to date after ${steps} steps.`;
  return { kind: 'done', row: { steps }, sentence };
}

async function writeBackup(input: CommandInput): Promise<Output> {
  const { configuration, argument, verify } = input;
  await requireData(configuration);
  // SQLite and PostgreSQL's programs read some names as something else than a file, but never an absolute path.
  const file = resolve(argument);
  if (!verify) {
    const { backUp } = await import('./backup.ts');
    await backUp(configuration, file);
    return { kind: 'done', row: { file }, sentence: `All data are in ${file}.` };
  }
  const { backUpAndVerify } = await import('./verified-backup.ts');
  await backUpAndVerify(configuration, file);
  await withStore(input, async (store) => store.addVerifiedBackup());
  const sentence = `All data are in ${file}, from which they were restored for a trial.`;
  return { kind: 'done', row: { file, verified: true }, sentence };
}

async function restoreBackup({ configuration, argument }: CommandInput): Promise<Output> {
  const file = resolve(argument);
  const { restore } = await import('./backup.ts');
  await restore(configuration, file);
  return { kind: 'done', row: { file }, sentence: `All data of ${file} are restored.` };
}
