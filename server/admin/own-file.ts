import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { randomBase62 } from '../store/identifiers.ts';
import { StartError, systemCode } from '../config/errors.ts';

/** The error for a file that cannot be written; `what` is the beginning of its sentence. */
export function cannotWrite(what: string, file: string, cause: unknown): StartError {
  return new StartError(`${what} cannot be written to ${file} (${reasonOf(cause)}).`, { cause });
}

/** The error for a file that cannot be read. */
export function cannotRead(file: string, cause: unknown): StartError {
  return new StartError(`The file ${file} cannot be read (${reasonOf(cause)}).`, { cause });
}

function reasonOf(error: unknown): string {
  const code = systemCode(error);
  if (code === 'ERR_SQLITE_ERROR' && error instanceof Error) return error.message;
  if (code === 'ENOSPC') return 'the disk is full';
  // The commands of the system's services run as a user who has no right in the folder of root.
  return code === 'EACCES' ? 'the user of this command has no permission' : code;
}

/**
 * Calls `write` with the path of an empty file that only its owner can read, and returns what it returns. The file gets its name
 * when it is whole: an incomplete one would look like a complete one.
 *
 * @throws StartError if the file cannot be written, or there is one already; `what` is the beginning of the sentence
 */
export async function writeOwnFile<T>(
  file: string,
  what: string,
  write: (part: string) => Promise<T>,
): Promise<T> {
  if (existsSync(file)) throw new StartError(`The file ${file} exists already; choose another name.`);
  const part = `${file}.${randomBase62(6)}.part`;
  try {
    closeSync(openSync(part, 'wx', 0o600));
    const written = await write(part);
    renameSync(part, file);
    return written;
  } catch (error) {
    // SQLite leaves its journal behind when it cannot write.
    for (const left of [part, `${part}-journal`]) if (existsSync(left)) rmSync(left);
    // Errors of PostgreSQL have codes of another form.
    throw systemCode(error).startsWith('E') ? cannotWrite(what, file, error) : error;
  }
}
