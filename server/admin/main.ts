/** The commands of an operator: applications, packages, links, and the database as a whole. */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { StartError } from '../config/errors.ts';
import { StoreUnavailableError } from '../store/contract.ts';
import { runCommand } from './commands.ts';

/** Asks at the terminal. Ctrl+C and Ctrl+D are an empty answer. */
async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, prompt: question });
  lines.prompt();
  const [answer = ''] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as string[];
  lines.close();
  return answer;
}

try {
  const isTerminal = process.stdin.isTTY && process.stderr.isTTY;
  console.log(await runCommand(process.argv.slice(2), process.env, isTerminal ? ask : undefined));
} catch (error) {
  // The messages of these are sentences for the operator.
  const isExpected = error instanceof StartError || error instanceof StoreUnavailableError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
