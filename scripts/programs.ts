import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The type checker and the linter are Go programs: with this they collect garbage less often, which takes a fifth off their
 * processor time and adds a tenth to their memory.
 */
const rareCollections = { GOGC: '400' };

export interface Outcome {
  ok: boolean;
  /** The output of both streams in order; empty with `show`. */
  output: string;
}

export interface RunOptions {
  /** The program writes to this terminal, and its output is not collected. */
  show?: boolean;
  env?: Record<string, string>;
  /** The working directory; the repository's folder unless it is given. */
  cwd?: string;
  /**
   * Whether the program, and those that it starts, run at below-normal priority: where others want the same processor, they get
   * about a tenth of it.
   */
  isLowPriority?: boolean;
}

/** Runs the npm that runs this, if one does. */
export function runNpm(args: string[], options?: RunOptions): Promise<Outcome> {
  const npm = process.env['npm_execpath'];
  return npm === undefined ? run('npm', args, options) : run(process.execPath, [npm, ...args], options);
}

export function runScript(name: string, options?: RunOptions): Promise<Outcome> {
  return runNpm(['run', '--silent', name], options);
}

/** Builds the extension for Chromium. Throws what the build says if it fails. */
export async function build(): Promise<void> {
  const { ok, output } = await runScript('build');
  if (!ok) throw new Error(`The extension could not be built; npm run build says why.\n${output}`);
}

/** Runs the program of an installed package, such as "web-ext/bin/web-ext.js". */
export function runPackage(file: string, args: string[], options?: RunOptions): Promise<Outcome> {
  const program = fileURLToPath(new URL(`../node_modules/${file}`, import.meta.url));
  return run(process.execPath, [program, ...args], options);
}

export function run(command: string, args: string[], options: RunOptions = {}): Promise<Outcome> {
  const { show = false, env = {}, cwd = root, isLowPriority = false } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...rareCollections, ...process.env, ...env },
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      // npm is a batch file on Windows, which only a shell can run.
      shell: process.platform === 'win32' && command === 'npm',
    });
    if (isLowPriority && child.pid !== undefined)
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);

    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs a step and prints its name with a detail of its result. The error of a step that fails is not printed. */
export async function reportStep<T>(
  name: string,
  step: () => Promise<T>,
  detail: (result: T) => string = () => '',
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
