import { join } from 'node:path';
import { type InlineConfig, mergeConfig, normalizePath, type Rolldown } from 'vite';

interface Modules {
  /** What the page imports before it shows anything. */
  atFirst: Set<string>;
  /** What it imports later, when it is needed. */
  later: Set<string>;
}

const withStaticImports = (roots: Iterable<string>, context: Rolldown.ChunkingContext): Set<string> => {
  const modules = new Set(roots);
  // A set also visits what is added to it during the loop.
  for (const id of modules)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) modules.add(imported);
  return modules;
};

const modulesOf = (page: string, context: Rolldown.ChunkingContext): Modules => {
  if (!context.getModuleInfo(page)) throw new Error(`${page} is to have a chunk, and is not built.`);
  const atFirst = withStaticImports([page], context);
  const lazy = [...atFirst].flatMap((id) => context.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  return { atFirst, later: withStaticImports(lazy, context) };
};

/** Two chunks of a page: what it shares with others at first, and what it shares with others later. */
const chunksOf = (name: string, page: string): Rolldown.CodeSplittingGroup => {
  let modules: Modules | null = null;
  return {
    debugName: name,
    name(id, context) {
      modules ??= modulesOf(page, context);
      if (modules.atFirst.has(id)) return `${name}-shared`;
      return modules.later.has(id) ? `${name}-later` : null;
    },
    // What only one page imports stays in that page's own file.
    minShareCount: 2,
    includeDependenciesRecursively: false,
  };
};

/**
 * Puts what a page shares with others into one file, and what it needs later into a second one. By itself the bundler makes
 * one for each set of pages that share a module, and each costs a request: with two files in place of nine the popup paints
 * 18 ms earlier, after 115 ms in place of 133 (Chromium 156). The popup is before the history, and so has all that both
 * import.
 */
export const withPageChunks = (config: InlineConfig, entrypoints: string): InlineConfig => {
  const pageOf = (name: string): string => normalizePath(join(entrypoints, name, 'index.html'));
  const groups = ['popup', 'history'].map((name) => chunksOf(name, pageOf(name)));
  return mergeConfig(config, { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } });
};
