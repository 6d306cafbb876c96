import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Configuration } from '../configuration/settings.ts';
import { serviceOptions } from '../service-options.ts';
import { StartError } from '../start-error.ts';
import { openStore } from '../store/open-store.ts';
import type { Arguments } from './arguments.ts';
import { backUp, restore } from './backup.ts';
import { storeCommands } from './commands.ts';
import type { Output } from './output.ts';

export const help = `Waylark's service, for its operator.

  npm run admin -- <command> [flags]

  applications add                Create a SecretID and a SecretKey, and a connection code that holds both
  applications list
  applications revoke <SecretID>
  packages add <SecretID>         Let it create --units more links, for --days days
  packages list [SecretID]
  links list                      --limit of them, after the identifier --after
  links revoke <identifier>
  migrate                         Bring the schema of the database up to date
  backup <file>                   Write all data into a new file
  restore <file>                  Take all data from one, into an empty database or folder
  check                           Say whether the service could run

  --json                          One line of JSON, times in Unix seconds
  --database, --data …            As for npm run service; its --help lists them
`;

/** The commands that have one more word: a SecretID, a short link or a file. */
const withArgument = [
  'applications revoke',
  'packages add',
  'packages list',
  'links revoke',
  'backup',
  'restore',
];

/** @throws StartError for words that the command would ignore */
function refuseSurplus(words: readonly string[]): void {
  const [first = '', second = ''] = words;
  const name = [`${first} ${second}`, first].find(
    (each) => withArgument.includes(each) || Object.hasOwn(storeCommands, each),
  );
  const most = (name ?? first).split(' ').length + Number(withArgument.includes(name ?? first));
  const surplus = words.slice(most).join(' ');
  if (name !== undefined && surplus !== '')
    throw new StartError(`"${surplus}" is too much for ${name}; --help shows its form.`);
}

/** @throws StartError if there is no data file: it would be created, so a mistyped folder would look like an empty one */
async function requireData({ database, data }: Configuration): Promise<void> {
  if (database !== '') return;
  const { fileName } = await import('../store/sqlite/database.ts');
  if (!existsSync(join(data, fileName)))
    throw new StartError(`There are no data in ${data}; name the service's folder with --data.`);
}

/** Carries out a command. Throws StartError and StoreUnavailableError. */
export async function runCommand(given: Arguments): Promise<Output> {
  const { words, configuration } = given;
  const [first = '', second = ''] = words;

  refuseSurplus(words);
  if (first === 'migrate') return migrateDatabase(given);
  if (first === 'backup' || first === 'restore') {
    if (second === '') throw new StartError(`${first} needs the name of a file.`);
    if (first === 'backup') await requireData(configuration);
    // SQLite and PostgreSQL's programs do not take every name for that of a file, but each absolute path.
    const file = resolve(second);
    await (first === 'backup' ? backUp : restore)(configuration, file);
    const sentence = first === 'backup' ? `All data are in ${file}.` : `All data of ${file} are restored.`;
    return { kind: 'done', row: { file }, sentence };
  }

  const name = [first, `${first} ${second}`].find((each) => Object.hasOwn(storeCommands, each));
  const command = name === undefined ? undefined : storeCommands[name];
  if (!command) throw new StartError(`There is no command "${words.join(' ')}"; --help lists them.`);
  // The first application may be added before the service has started once.
  if (name !== 'applications add') await requireData(configuration);
  return withStore(given, command);
}

async function withStore(given: Arguments, command: (typeof storeCommands)[string]): Promise<Output> {
  const { database, ...options } = serviceOptions(given.configuration);
  // Only `migrate` and the service change a schema.
  const { store } = await openStore({ ...options, database: database && { ...database, migrates: false } });

  try {
    return await command(store, given);
  } finally {
    await store.close();
  }
}

async function migrateDatabase({ configuration: { database } }: Arguments): Promise<Output> {
  if (database === '') throw new StartError('migrate is for a database; give its address with --database.');

  const { withClient } = await import('../store/postgres/prepare-database.ts');
  const { migrate } = await import('../store/postgres/migrate.ts');
  const steps = await withClient(database, (client) => migrate(client));
  const sentence =
    steps === 0 ? 'The schema is up to date already.' : `The schema is up to date after ${steps} steps.`;
  return { kind: 'done', row: { steps }, sentence };
}
