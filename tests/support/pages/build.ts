import type { Catalog } from '../browsers/texts.ts';
import path from 'node:path';
import preact from '@preact/preset-vite';
import type { Browser, Page } from 'puppeteer-core';
import { build, type Plugin } from 'vite';

/** Replaces the English catalog. */
const replaceTexts = (catalog: Catalog): Plugin => ({
  name: 'waylark-texts',
  load: (id) => (id.endsWith('/_locales/en/messages.json') ? JSON.stringify(catalog) : null),
});

const root = path.join(import.meta.dirname, '../../..');

/**
 * A test's page with the player or the toast as one script, with those texts (else the English ones) in place of the
 * extension API.
 */
export async function buildBench(entry: string, catalog?: Catalog): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [preact(), ...(catalog ? [replaceTexts(catalog)] : [])],
    resolve: {
      alias: [
        {
          find: /.*\/browser\/language\.ts$/,
          replacement: path.join(root, 'lib/i18n/test-helpers/language.ts'),
        },
      ],
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

/**
 * An empty document with the browser's own settings, in the tab of the last one if there is one: a new tab takes
 * Chromium 0.3 s of processor time.
 */
export async function newDocument(browser: Browser, last: Page | undefined): Promise<Page> {
  if (last === undefined) return browser.newPage();
  await last.goto('about:blank');
  await last.emulateMediaType();
  await last.emulateMediaFeatures();
  return last;
}
