import { closeSync, openSync } from 'node:fs';
import { StartError, systemCode } from '../start-error.ts';

/** Creates an empty file that only its owner can read. Throws StartError; `what` is the beginning of its sentence. */
export function createOwnFile(file: string, what: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    const isThere = systemCode(error) === 'EEXIST';
    throw new StartError(
      isThere
        ? `The file ${file} exists already; choose another name.`
        : `${what} cannot be written to ${file} (${systemCode(error)}).`,
      { cause: error },
    );
  }
}
