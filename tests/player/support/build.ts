import path from 'node:path';
import preact from '@preact/preset-vite';
import { build } from 'vite';

/** A test's page with the player or the toast as one script, with the English texts in place of the extension API. */
export async function buildBench(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [preact()],
    resolve: {
      alias: {
        '@wxt-dev/webextension-polyfill/browser': path.join(import.meta.dirname, 'texts.ts'),
      },
    },
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['iife'], name: 'page' },
    },
  });
  const result = Array.isArray(built) ? built[0] : built;
  if (!result || !('output' in result)) throw new Error('Vite built nothing');
  return result.output[0].code;
}
