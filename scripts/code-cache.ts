import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Milliseconds after which a result that no build has used is removed. */
const unusedFor = 14 * 86_400_000;

export interface CodeCache {
  /** The stored result for this input, or what `make` makes of it, which is then stored. Rejects if `make` does. */
  get(input: string, make: () => Promise<string>): Promise<string>;
}

const ignore = (): void => undefined;

/**
 * Results of a step of the build, one file each, in a folder of its own. `version` is everything beside the input that
 * decides about the result: the program's version and its options. If the folder cannot be written, nothing is stored.
 */
export const openCodeCache = async (folder: string, version: string): Promise<CodeCache> => {
  await mkdir(folder, { recursive: true }).catch(ignore);
  await removeUnused(folder).catch(ignore);
  return {
    async get(input, make) {
      const hash = createHash('sha256')
        .update(JSON.stringify([version, input]))
        .digest('hex');
      const file = join(folder, hash);
      const stored = await readFile(file, 'utf8').catch(() => null);
      if (stored !== null) {
        await utimes(file, new Date(), new Date()).catch(ignore);
        return stored;
      }
      const made = await make();
      await writeWhole(file, made).catch(ignore);
      return made;
    },
  };
};

/** Other builds may run at the same time: each sees a whole file or none. */
const writeWhole = async (file: string, text: string): Promise<void> => {
  const unfinished = `${file}.${String(process.pid)}`;
  await writeFile(unfinished, text);
  await rename(unfinished, file);
};

const removeUnused = async (folder: string): Promise<void> => {
  const oldest = Date.now() - unusedFor;
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && found.mtimeMs < oldest) await rm(file, { force: true });
  }
};
