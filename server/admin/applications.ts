import { connectionCode } from '../../lib/connection-code/contract.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import { createApplication } from '../api/credentials.ts';
import { originOf } from '../config/hosts.ts';
import { count, shortText } from '../config/setting-kinds.ts';
import { StartError } from '../config/errors.ts';
import { type Store, unitsOf } from '../store/contract.ts';
import { v3 } from '../api/versions.ts';
import { type AdminCommand, type Input, withStore } from './admin-command.ts';
import { noApplication, reason } from './links.ts';
import { counted, dateOf, type Output } from './output.ts';

/** Adds the commands for applications, their packages, and the people whose applications they are. */
export function addApplicationCommands(program: AdminCommand): void {
  const secretId = 'a SecretID; applications list shows them';
  const applications = program.add('applications', 'Who may create links');
  applications
    .add('add', 'Create a SecretID and a SecretKey, and a connection code that holds both')
    .flag('name', shortText('name', 100), 'Whose they are, such as "Anna, marketing"')
    .settings('units', 'callsPerSecond', 'callsPerMinute', 'publicOrigin', 'host', 'port')
    .settings('data', 'database', 'preparedStatements')
    // The first application may be added before the service has started once.
    .does<{ name?: string }>((input) => withStore(input, addApplication));
  applications
    .add('list', 'Show them, with their limits and the units of their packages')
    .doesWithStore(listApplications);
  applications
    .add('revoke', 'End its key and tokens; links revoke ends its links')
    .argument('<SecretID>', secretId)
    .flag('reason', reason, 'Why, for the audit log')
    .doesWithStore(revokeApplication);

  const packages = program.add('packages', 'How many links applications may create');
  packages
    .add('add', 'Let an application create more links')
    .argument('<SecretID>', secretId)
    .flag('days', count('days', 1, 999_999), 'Days for which it may; else at any time')
    .settings('units')
    .doesWithStore(addPackage);
  packages.add('list', 'Show the packages of all applications').doesWithStore(listPackages);

  const people = program.add('people', 'Who has signed in at the provider');
  people.add('list', 'Show them, and whether their sign-ins are renewed').doesWithStore(listPeople);
  people
    .add(
      'remove',
      'Remove all that is stored about a person, with the application: the next sign-in is the first',
    )
    .argument('<SecretID>', 'a SecretID; people list shows them')
    .doesWithStore(removePerson);
}

async function addApplication(
  store: Store,
  { configuration, name = '' }: Input<{ name?: string }>,
): Promise<Output> {
  const { publicOrigin, host, port } = configuration;
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
  const packages = await store.listPackages();
  const applications = await store.listApplications();
  const rows = applications.map(({ secretId, name, perSecond, perMinute }) => {
    const { total: units, used } = unitsOf(packages.filter((each) => each.secretId === secretId));
    return { secretId, name, perSecond, perMinute, units, used };
  });
  return { kind: 'rows', rows, empty: 'There are no applications; applications add creates one.' };
}

async function revokeApplication(
  store: Store,
  { argument: secretId, reason }: Input<{ reason?: string }>,
): Promise<Output> {
  if (!(await store.removeApplication(secretId, reason))) throw noApplication(secretId);
  const sentence = `Application ${secretId} is revoked; its key and tokens stop working within 5 seconds. Its links stay; links revoke --application ends them.`;
  return { kind: 'done', row: { revoked: secretId }, sentence };
}

async function addPackage(
  store: Store,
  { argument: secretId, configuration, days }: Input<{ days?: number }>,
): Promise<Output> {
  const expiresAt = days === undefined ? noExpiry : Math.floor(Date.now() / 1000) + days * 86_400;
  const total = configuration.units;
  if (!(await store.addPackage(secretId, { total, startsAt: 0, expiresAt }))) throw noApplication(secretId);

  const time = days === undefined ? 'at any time' : `until ${dateOf(expiresAt)}`;
  const sentence = `Application ${secretId} may create ${counted(total, 'more link')} ${time}.`;
  return { kind: 'done', row: { secretId, total, expiresAt }, sentence };
}

async function listPackages(store: Store): Promise<Output> {
  const rows = await store.listPackages();
  return { kind: 'rows', rows, empty: 'There are no packages; packages add creates one.' };
}

async function listPeople(store: Store): Promise<Output> {
  const people = await store.listPeople();
  const rows = people.map(({ secretId, name, state, since, refreshToken, issuer, subject }) => ({
    secretId,
    name,
    state,
    since,
    isRenewed: refreshToken !== null,
    issuer,
    subject,
  }));
  return { kind: 'rows', rows, empty: 'Nobody has signed in.' };
}

async function removePerson(store: Store, { argument: secretId }: Input): Promise<Output> {
  if (!(await store.removePerson(secretId))) throw new StartError(`Nobody has the application ${secretId}.`);
  const sentence = `The person and application ${secretId} are removed; its key and tokens stop working within 5 seconds.`;
  return { kind: 'done', row: { removed: secretId }, sentence };
}
