/** A line for the person. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The first line of what went wrong, which is the sentence; drivers and compilers add pages to theirs. */
export function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] ?? text;
}

export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
