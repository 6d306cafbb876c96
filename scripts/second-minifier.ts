import { join } from 'node:path';
import { minify, type MinifyOptions } from 'terser';
import terser from 'terser/package.json' with { type: 'json' };
import type { Plugin } from 'vite';
import { openCodeCache } from './code-cache.ts';
import { root } from './programs.ts';

/** The folder of stored results. Every `npm ci` removes it, and `npm run packages` does, too. */
export const minifierCache = join(root, 'node_modules/.cache/waylark/minified');

const optionsFor = ({ isModule }: { isModule: boolean }): MinifyOptions => ({
  ecma: 2020,
  module: isModule,
  compress: {
    passes: 3,
    hoist_funs: true,
    keep_fargs: false,
    // The last value of an injected script is what the browser answers the injection with.
    expression: !isModule,
  },
});

/**
 * Minifies code that the bundler has minified already. The bundler's own minifier keeps calls that do nothing and functions
 * that are called once: without them the scripts in pages and the pages are 3 to 4 % smaller (terser 5.51 after oxc). Only
 * options that do not change what code does, so none of terser's `unsafe` ones.
 */
export async function minifyFurther(code: string, { isModule }: { isModule: boolean }): Promise<string> {
  const minified = await minify(code, optionsFor({ isModule }));
  if (minified.code === undefined) throw new Error('The second minifier gave no code.');
  return minified.code;
}

/**
 * Runs after the bundler's own minifier, and only where that runs: not while developing. It takes three quarters of a build,
 * whose files are mostly those of the last build or of another browser: their results are stored.
 */
export const secondMinifier = (): Plugin => ({
  name: 'second-minifier',
  apply: 'build',
  // WXT unwraps the bundler's code by its exact text.
  enforce: 'post',
  async generateBundle({ format, sourcemap }, bundle) {
    if (this.environment.config.build.minify === false || sourcemap) return;
    const how = { isModule: format === 'es' };
    const cache = await openCodeCache(minifierCache, JSON.stringify([terser.version, optionsFor(how)]));
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk')
        chunk.code = await cache.get(chunk.code, () => minifyFurther(chunk.code, how));
    }
  },
});
