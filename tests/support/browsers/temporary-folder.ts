import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The beginning of a folder's name; the number of the process that created it follows. */
const prefix = 'waylark-run-';

/**
 * Set-up of a run of browser tests, in the process of the runner: a folder of its own for temporary files. A worker is ended
 * before its browsers are, which then leave their profiles. So when the run exits, programs that were started with a path in
 * the folder end, and it is removed. What a killed run left is ended and removed by the next one.
 */
export function setup(): void {
  const parent = tmpdir();
  removeLeftOver(parent);
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  // Programs that run as another user, such as a database, have theirs in it, too.
  chmodSync(folder, 0o711);
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  process.on('exit', () => remove(folder));
}

function removeLeftOver(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) remove(join(parent, name));
  }
}

/** The tests do not depend on it; what cannot be removed is left to the next run. */
function remove(folder: string): void {
  try {
    for (const pid of startedIn(folder)) process.kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  } catch {
    // Another user's folder cannot be removed.
  }
}

/** The processes, other than this one, whose arguments name a path in the folder; on Linux, as other systems have no /proc. */
function startedIn(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.filter((pid) => pid !== process.pid && argumentsOf(pid).includes(`${folder}/`));
}

function argumentsOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is there, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
