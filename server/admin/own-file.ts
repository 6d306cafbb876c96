import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { randomBase62 } from '../store/identifiers.ts';
import { StartError, systemCode } from '../config/errors.ts';

/** The error for a file that cannot be written; `what` is the beginning of its sentence. */
export function cannotWrite(what: string, file: string, cause: unknown): StartError {
  const code = systemCode(cause);
  const isFromSqlite = code === 'ERR_SQLITE_ERROR' && cause instanceof Error;
  const reason = isFromSqlite ? cause.message : (reasons[code] ?? code);
  return new StartError(`${what} cannot be written to ${file} (${reason}).`, { cause });
}

/** The error for a file that cannot be read. */
export function cannotRead(file: string, cause: unknown): StartError {
  const code = systemCode(cause);
  return new StartError(`The file ${file} cannot be read (${reasons[code] ?? code}).`, { cause });
}

const reasons: Partial<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  // The commands of the system's services run as a user who has no right in the folder of root.
  EACCES: 'the user of this command has no permission',
};

/** Throws StartError if there is such a file. */
export function requireNew(file: string): void {
  if (existsSync(file)) throw new StartError(`The file ${file} exists already; choose another name.`);
}

/** Creates an empty file that only its owner can read, in place of one that is there. */
export function createOwnFile(file: string): void {
  rmSync(file, { force: true });
  closeSync(openSync(file, 'wx', 0o600));
}

/**
 * Calls `write` with the path of an empty file that only its owner can read. It gets its name when it is whole: an incomplete
 * file would look like a complete one.
 *
 * @throws StartError if the file cannot be written, or there is one already; `what` is the beginning of the sentence
 */
export async function writeOwnFile<T>(
  file: string,
  what: string,
  write: (part: string) => Promise<T>,
): Promise<T> {
  requireNew(file);
  const part = `${file}.${randomBase62(6)}.part`;
  try {
    createOwnFile(part);
  } catch (error) {
    throw cannotWrite(what, file, error);
  }
  try {
    const result = await write(part);
    renameSync(part, file);
    return result;
  } catch (error) {
    // SQLite leaves its journal behind when it cannot write.
    for (const suffix of ['', '-journal']) rmSync(part + suffix, { force: true });
    // Errors of PostgreSQL have codes of another form.
    throw systemCode(error).startsWith('E') ? cannotWrite(what, file, error) : error;
  }
}
