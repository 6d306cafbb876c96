import { resolve } from 'node:path';
import { choice, text } from '../config/setting-kinds.ts';
import { StartError } from '../config/errors.ts';
import type { Store } from '../store/contract.ts';
import { AdminCommand, type Input, requireData, type Terminal, withStore } from './admin-command.ts';
import { addApplicationCommands } from './applications.ts';
import { type FormatName, formats } from './import-formats.ts';
import type { ImportFlags } from './import.ts';
import { addLinkCommands, requireOwner } from './links.ts';
import { counted, linksAre, type Output } from './output.ts';

/** Runs the command that the arguments name, and returns its output. Throws StartError and StoreUnavailableError. */
export function runCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  ask?: Terminal['ask'],
): Promise<string> {
  return createProgram({ environment, ask }).run(args);
}

/** All commands. The modules that only some of them need are loaded by these. */
export function createProgram(terminal: Terminal): AdminCommand {
  const program = new AdminCommand(terminal, 'admin')
    .usage('<command> [flags], such as npm run admin -- links list --limit 5')
    .description("Waylark's service, for its operator. Each command with --help shows its flags.");
  addApplicationCommands(program);
  addLinkCommands(program);

  program
    .add('import', 'Create the links of a file of another service, with their endings; repeated, it goes on')
    .argument('[file]', 'the name of a CSV file')
    .flag(
      'from',
      choice(Object.keys(formats) as FormatName[], 'is no service whose file can be read'),
      'Who wrote it (csv: export)',
    )
    .flag('application', text('SecretID'), 'Whose links they will be')
    .option('--dry-run', 'Say what would be done, and store nothing')
    .flag('domain', text('host'), 'Import its short links, and not those of the public origin')
    .flag('report', text('file'), 'A new CSV file with the links that are refused')
    .flag(
      'undo',
      text('import'),
      'Delete the links of this import (its report or number) that nobody has opened or changed since',
    )
    .option('--yes', 'Undo an import though opens are not counted')
    .settings('publicOrigin', 'host', 'port', 'countOpens')
    .doesWithStore<ImportFlags>(async (store, input) =>
      (await import('./import.ts')).importLinks(store, input),
    );
  program
    .add('export', 'Write the links that work into a new CSV file')
    .argument('<file>', 'the name of a file')
    .flag('application', text('SecretID'), 'Those of this application only')
    .doesWithStore(exportLinks);
  program
    .add('operator-link', "Create a link to the operator's page that works once, for 10 minutes")
    .settings('opsPort', 'opsHost', 'operatorOrigin')
    .doesWithStore(async (store, input) =>
      (await import('./operator-link.ts')).createOperatorLink(store, input),
    );
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

async function exportLinks(
  store: Store,
  { argument: file, application }: Input<{ application?: string }>,
): Promise<Output> {
  const { exportFile } = await import('./export.ts');
  await requireOwner(store, application);
  const links = await exportFile(store, file, application ?? '');
  return { kind: 'done', row: { file, links }, sentence: `${linksAre(links)} in ${file}.` };
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
  const { configuration, argument, verify = false } = input;
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

async function restoreBackup({ configuration, argument }: Input): Promise<Output> {
  const file = resolve(argument);
  const { restore } = await import('./backup.ts');
  await restore(configuration, file);
  return { kind: 'done', row: { file }, sentence: `All data of ${file} are restored.` };
}
