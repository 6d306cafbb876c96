/** The commands of an operator: applications, packages, links, and the database as a whole. */
import { StartError } from '../config/errors.ts';
import { StoreUnavailableError } from '../store/contract.ts';
import { createProgram } from './commands.ts';

try {
  console.log(await createProgram(process.env).run(process.argv.slice(2)));
} catch (error) {
  // The messages of these are sentences for the operator.
  const isExpected = error instanceof StartError || error instanceof StoreUnavailableError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
