import { existsSync, statfsSync } from 'node:fs';
import { setup as setUpTemporaryFolder } from '../browsers/temporary-folder.ts';

const memory = '/dev/shm';

/** Bytes that all databases of a run have room in. */
const enough = 1e9;

/**
 * Set-up of a run of the service's tests: temporary files are in memory if there is room. Hundreds of tests create a database
 * each, which takes 3 ms there, and 30 ms on a disk, as SQLite waits until it has written.
 */
export function setup(): void {
  if (process.env['TMPDIR'] === undefined && existsSync(memory)) {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize >= enough) process.env['TMPDIR'] = memory;
  }
  setUpTemporaryFolder();
}
