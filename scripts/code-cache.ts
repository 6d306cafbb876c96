import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Milliseconds after which a result that no build has used is removed. */
const unusedFor = 14 * 86_400_000;

export interface CodeCache {
  /** The stored result for this input, or what `make` makes of it, which is then stored. Rejects where `make` does. */
  get(input: string, make: () => Promise<string>): Promise<string>;
}

/**
 * Results of a step of the build, one file each, in a folder of its own. `version` is everything beside the input that
 * decides about the result: the program's version and its options.
 */
export const openCodeCache = async (folder: string, version: string): Promise<CodeCache> => {
  await mkdir(folder, { recursive: true });
  await removeUnused(folder);
  return {
    async get(input, make) {
      const hash = createHash('sha256')
        .update(JSON.stringify([version, input]))
        .digest('hex');
      const file = join(folder, hash);
      const stored = await readFile(file, 'utf8').catch(() => null);
      if (stored !== null) {
        await utimes(file, new Date(), new Date());
        return stored;
      }
      const made = await make();
      // Other builds may run at the same time: each sees a whole file or none.
      const unfinished = `${file}.${String(process.pid)}`;
      await writeFile(unfinished, made);
      await rename(unfinished, file);
      return made;
    },
  };
};

const removeUnused = async (folder: string): Promise<void> => {
  const oldest = Date.now() - unusedFor;
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && found.mtimeMs < oldest) await rm(file, { force: true });
  }
};
