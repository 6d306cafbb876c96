import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { managedSchema } from '../lib/settings/policy-fields.ts';
import { trackingRules } from './tracking-list.ts';

interface Asset {
  relativeDest: string;
  contents: string;
}

const root = join(import.meta.dirname, '..');

/** The packages of which a build contains code or data. */
const builtIn = [
  '@preact/signals',
  '@preact/signals-core',
  'idb',
  'ky',
  'lean-qr',
  'preact',
  'punycode',
  'tidy-url',
  'webextension-polyfill',
  'wxt',
  'zod',
];

const readPackage = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string; license: string };

const noticeOf = (name: string): string => {
  const folder = join(root, 'node_modules', name);
  const { version, license } = readPackage(folder);
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? '' : `\n\n${readFileSync(join(folder, file), 'utf8').trim()}`;
  return `${name} ${version} (${license})${text}\n`;
};

/** The licenses of the libraries in a build; they require that every copy contains them. */
const thirdPartyNotices = (): string => builtIn.map(noticeOf).join(`\n${'-'.repeat(80)}\n\n`);

/** The schema of an organization's policy: Chromium wants it, Firefox does not. */
export const managedSchemaFile = 'managed-schema.json';

/** Files that a build generates beside those of `public/`. */
export const publicAssets = ({ isChromium }: { isChromium: boolean }): Asset[] => [
  { relativeDest: 'tracking.json', contents: JSON.stringify(trackingRules()) },
  { relativeDest: 'third-party.txt', contents: thirdPartyNotices() },
  ...(isChromium
    ? [{ relativeDest: managedSchemaFile, contents: JSON.stringify(managedSchema, null, 2) }]
    : []),
];
