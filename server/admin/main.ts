/** The commands of an operator: applications, packages, links, and the database as a whole. */
import { StartError } from '../start-error.ts';
import { StoreUnavailableError } from '../store/contract.ts';
import { help, readArguments } from './arguments.ts';
import { runCommand } from './commands.ts';
import { show } from './output.ts';

try {
  const given = readArguments(process.argv.slice(2), process.env);
  console.log(given.help ? help : show(await runCommand(given), given.json));
} catch (error) {
  // These have a sentence for the person.
  const isExpected = error instanceof StartError || error instanceof StoreUnavailableError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
