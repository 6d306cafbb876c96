/** The commands of an operator: applications, packages, links, and the database as a whole. */
import { StartError } from '../start-error.ts';
import { StoreUnavailableError } from '../store/contract.ts';
import { runCommand } from './commands.ts';

try {
  console.log(await runCommand(process.argv.slice(2), process.env));
} catch (error) {
  // The messages of these are sentences for the operator.
  const isExpected = error instanceof StartError || error instanceof StoreUnavailableError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
