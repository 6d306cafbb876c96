import { resolve } from 'node:path';
import { createSecret } from '../api/credentials.ts';
import { originOf } from '../config/hosts.ts';
import { choice, text } from '../config/setting-kinds.ts';
import { StartError } from '../config/errors.ts';
import { openPath } from '../operator/access.ts';
import type { Store } from '../store/contract.ts';
import { AdminCommand, type Input, requireData, withStore } from './admin-command.ts';
import { addApplicationCommands } from './applications.ts';
import { type FormatName, formats } from './import-formats.ts';
import { addLinkCommands } from './links.ts';
import { counted, type Output } from './output.ts';

/** All commands. The modules that only some of them need are loaded by these. */
export function createProgram(environment: NodeJS.ProcessEnv): AdminCommand {
  const program = new AdminCommand(environment, 'admin')
    .usage('<command> [flags], such as npm run admin -- links list --limit 5')
    .description("Waylark's service, for its operator. Each command with --help shows its flags.");
  addApplicationCommands(program);
  addLinkCommands(program);

  program
    .add('import', 'Create the links of a file of another service, with their endings; repeated, it goes on')
    .argument('<file>', 'the name of a CSV file')
    .flag(
      'from',
      choice(Object.keys(formats) as FormatName[], 'is no service whose file can be read'),
      'Who wrote it (csv: export)',
    )
    .flag('application', text('SecretID'), 'Whose links they will be')
    .option('--dry-run', 'Say what would be done, and store nothing')
    .flag('domain', text('host'), 'Import its short links, and not those of the public origin')
    .flag('report', text('file'), 'A new CSV file with the links that are refused')
    .settings('publicOrigin', 'host', 'port')
    .doesWithStore(async (store, input) => (await import('./import.ts')).importLinks(store, input));
  program
    .add('undo-import', 'Delete the links of an import that nobody has opened or changed since')
    .argument('<number>', 'the number of an import')
    .option('--yes', 'Delete them though opens are not counted')
    .settings('countOpens')
    .doesWithStore(async (store, input) => (await import('./import.ts')).undoImport(store, input));
  program
    .add('export', 'Write the links that work into a new CSV file')
    .argument('<file>', 'the name of a file')
    .flag('application', text('SecretID'), 'Those of this application only')
    .doesWithStore(async (store, input) => (await import('./export.ts')).exportLinks(store, input));
  program
    .add('operator-link', "Create a link to the operator's page that works once, for 10 minutes")
    .settings('opsPort', 'opsHost', 'operatorOrigin')
    .doesWithStore(createOperatorLink);
  program.add('check', 'Say whether the service could run').doesWithStore(check);
  program
    .add('migrate', 'Bring the schema of the database up to date')
    .settings('database')
    .does(updateSchema);
  program
    .add('backup', 'Write all data into a new file, while the service runs')
    .argument('<file>', 'the name of a file')
    .option('--verify', 'Restore it for a trial, and compare; needs a database <name>_trial')
    .settings('data', 'database', 'preparedStatements')
    .does(writeBackup);
  program
    .add('restore', 'Take all data from a backup, into an empty database or folder')
    .argument('<file>', 'the name of a file')
    .settings('data', 'database')
    .does(restoreBackup);
  return program;
}

/** Seconds in which a link to the operator's page has to be opened. */
const operatorLinkLifetime = 600;

async function createOperatorLink(store: Store, { configuration }: Input): Promise<Output> {
  const { opsPort: port, opsHost: host, operatorOrigin: own } = configuration;
  if (port === undefined)
    throw new StartError("The operator's page is on the ops port; give it with --ops-port.");

  const { secret, hash } = createSecret();
  const expiresAt = Math.floor(Date.now() / 1000) + operatorLinkLifetime;
  await store.addOperatorLink(hash, expiresAt);
  const row = { link: `${own || originOf(host, port)}${openPath}?token=${secret}`, expiresAt };
  return { kind: 'record', row, note: 'It works once, and lets the browser that opens it in for an hour.' };
}

async function check(store: Store, { configuration }: Input): Promise<Output> {
  const { problem, clock } = await store.health();
  if (problem !== undefined) throw new StartError(problem);
  const row = {
    store: configuration.database === '' ? 'SQLite' : 'PostgreSQL',
    applications: await store.countApplications(),
    clockDifference: clock === undefined ? 0 : Math.round(Date.now() - clock) / 1000,
  };
  return { kind: 'record', row };
}

async function updateSchema({ configuration: { database } }: Input): Promise<Output> {
  if (database === '') throw new StartError('migrate is for a database; give its address with --database.');

  const { withClient } = await import('../store/postgres/prepare-database.ts');
  const { migrateDatabase } = await import('../store/postgres/migrations.ts');
  const steps = await withClient(database, (client) => migrateDatabase(client));
  const sentence =
    steps === 0
      ? 'The schema is up to date already.'
      : `The schema is up to date after ${counted(steps, 'step')}.`;
  return { kind: 'done', row: { steps }, sentence };
}

async function writeBackup(input: Input<{ verify?: true }>): Promise<Output> {
  const { configuration, verify } = input;
  await requireData(configuration);
  // SQLite and PostgreSQL's programs read some names as something else than a file, but never an absolute path.
  const file = resolve(input.argument);
  const { backUp } = await import('./backup.ts');
  await backUp(configuration, file, verify);
  if (verify) await withStore(input, async (store) => store.addVerifiedBackup());
  const trial = verify ? ', from which they were restored for a trial' : '';
  return { kind: 'done', row: { file }, sentence: `All data are in ${file}${trial}.` };
}

async function restoreBackup({ configuration, argument }: Input): Promise<Output> {
  const file = resolve(argument);
  const { restore } = await import('./backup.ts');
  await restore(configuration, file);
  return { kind: 'done', row: { file }, sentence: `All data of ${file} are restored.` };
}
