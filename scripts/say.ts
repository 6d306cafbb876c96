/** Prints a line. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs a step and prints its name with a detail of its result. The error of a step that fails is not printed. */
export async function reportStep<T>(
  name: string,
  step: () => Promise<T>,
  { detail = () => '' }: { detail?: (result: T) => string } = {},
): Promise<T> {
  const result = await step();
  const text = detail(result);
  say(text === '' ? `✓ ${name}` : `✓ ${name}: ${text}`);
  return result;
}

/** The first line of an error's message: drivers and compilers add pages to theirs. */
export function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] ?? text;
}

export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
