import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { managedSchema } from '../lib/settings/policy-fields.ts';
import { trackingRules } from './tracking-list.ts';

interface Asset {
  relativeDest: string;
  contents: string;
}

const root = join(import.meta.dirname, '..');

/** Dependencies of the embedded service, of which the extension holds nothing. */
const serviceOnly = ['hono', '@hono/node-server', 'lcn'];

/** Tools of which something is in the extension all the same. */
const shippedTools = ['tidy-url', 'webextension-polyfill', 'wxt'];

const packageOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string;
    license: string;
    dependencies?: Record<string, string>;
  };

const noticeOf = (name: string): string => {
  const folder = join(root, 'node_modules', name);
  const { version, license } = packageOf(folder);
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? '' : `\n\n${readFileSync(join(folder, file), 'utf8').trim()}`;
  return `${name} ${version} (${license})${text}\n`;
};

/** The licences of what others wrote and the extension holds, as they ask to go along with every copy. */
const thirdParty = (): string => {
  const own = Object.keys(packageOf(root).dependencies ?? {}).filter((name) => !serviceOnly.includes(name));
  return [...own, ...shippedTools]
    .toSorted()
    .map(noticeOf)
    .join(`\n${'-'.repeat(80)}\n\n`);
};

/** The schema of an organisation's policy: Chromium wants it, Firefox does not, and Safari has no policies. */
export const managedSchemaFile = 'managed-schema.json';

/** Files that a build makes and puts beside those of `public/`. */
export const publicAssets = ({ isChromium }: { isChromium: boolean }): Asset[] => [
  { relativeDest: 'tracking.json', contents: JSON.stringify(trackingRules()) },
  { relativeDest: 'third-party.txt', contents: thirdParty() },
  ...(isChromium
    ? [{ relativeDest: managedSchemaFile, contents: JSON.stringify(managedSchema, null, 2) }]
    : []),
];
