import { Linter, type Rule } from 'eslint';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

// The rule is JavaScript without types, since eslint.config.js loads it as it is.
const file: string = './one-way-imports.js';
const { oneWayImports } = (await import(file)) as { oneWayImports: Rule.RuleModule };

const linter = new Linter({ cwd: '/repository' });
const config: Linter.Config = {
  files: ['**/*.{ts,tsx}'],
  plugins: { house: { rules: { 'one-way-imports': oneWayImports } } },
  rules: { 'house/one-way-imports': 'error' },
};

const ours = /^(lib|components|entrypoints|server|tests|scripts)\//;

/** What the rule says about `from` importing `to`, null where it says nothing. */
const verdict = (from: string, to: string, write = (source: string) => `import '${source}';`) => {
  const source = ours.test(to) ? `./${path.posix.relative(path.posix.dirname(from), to)}` : to;
  const found = linter.verify(write(source), [config], { filename: path.join('/repository', from) });
  return found.map(({ message }) => message).join(' ') || null;
};

const allowed: [string, string][] = [
  ['entrypoints/background.ts', 'lib/messages/serve.ts'],
  ['entrypoints/background.ts', 'lib/browser/storage.ts'],
  ['entrypoints/background.ts', '@wxt-dev/webextension-polyfill/browser'],
  ['entrypoints/popup/main.tsx', 'components/popup/Popup.tsx'],
  ['entrypoints/popup/main.tsx', 'entrypoints/popup/start.ts'],
  ['components/popup/Popup.tsx', 'components/Problem.tsx'],
  ['components/popup/Popup.tsx', 'lib/browser/texts.ts'],
  ['components/popup/Popup.tsx', 'lib/address/address.ts'],
  ['components/popup/Popup.tsx', 'preact/hooks'],
  ['lib/browser/session.ts', '@wxt-dev/webextension-polyfill/browser'],
  ['lib/messages/send.ts', '@wxt-dev/webextension-polyfill/browser'],
  ['lib/settings/settings.ts', 'wxt/browser'],
  ['lib/links/links.ts', 'lib/links/earlier.ts'],
  ['lib/links/links.ts', 'lib/service/service.ts'],
  ['lib/links/links.ts', 'lib/validity/contract.ts'],
  ['lib/links/links.ts', 'lib/browser/contract.ts'],
  ['lib/failures/sentence.ts', 'lib/browser/texts.ts'],
  ['lib/links/links.test.ts', 'lib/service/errors.ts'],
  ['lib/links/contract.ts', 'zod/mini'],
  ['lib/failures/contract.ts', 'lib/service/contract.ts'],
  ['lib/service/transport.ts', 'ky'],
  ['server/api.ts', 'lib/service/contract.ts'],
  ['server/api.ts', 'hono'],
  ['tests/e2e/popup.test.ts', 'lib/service/errors.ts'],
  ['tests/e2e/popup.test.ts', 'server/service.ts'],
];

const toProps = /take the value or the action as a prop/;
const toParameter = /take what it needs as a parameter/;
const toContract = /zod\/mini and other contracts only/;
const toPublicFile = /contract\.ts or its public file/;
const toExtension = /does not know the service or the tests/;

const forbidden: [string, string, RegExp][] = [
  ['lib/links/links.ts', 'entrypoints/background.ts', /Nothing imports an entrypoint/],
  ['components/popup/Popup.tsx', 'entrypoints/popup/main.tsx', /Nothing imports an entrypoint/],
  ['server/main.ts', 'entrypoints/background.ts', /Nothing imports an entrypoint/],
  ['components/popup/Popup.tsx', 'wxt/browser', toProps],
  ['components/popup/Popup.tsx', 'webextension-polyfill', toProps],
  ['components/popup/Popup.tsx', '@wxt-dev/webextension-polyfill/browser', toProps],
  ['components/popup/Popup.tsx', 'ky', toProps],
  ['components/popup/Popup.tsx', 'lib/messages/send.ts', toProps],
  ['components/popup/Popup.tsx', 'lib/settings/settings.ts', toProps],
  ['components/popup/Popup.tsx', 'lib/browser/clipboard.ts', toProps],
  ['lib/links/links.ts', 'wxt/browser', toParameter],
  ['lib/links/links.ts', 'webextension-polyfill', toParameter],
  ['lib/links/links.ts', '@wxt-dev/webextension-polyfill/browser', toParameter],
  ['lib/links/links.ts', 'lib/messages/send.ts', toParameter],
  ['lib/links/links.ts', 'lib/settings/settings.ts', toParameter],
  ['lib/links/links.ts', 'lib/browser/session.ts', toParameter],
  ['lib/browser/texts.ts', 'components/Problem.tsx', /components import lib, never the other way/],
  ['lib/history/contract.ts', 'lib/history/journal.ts', toContract],
  ['lib/links/contract.ts', 'ky', toContract],
  ['lib/links/contract.ts', 'zod', toContract],
  ['lib/history/import.ts', 'zod', /six times the size/],
  ['lib/links/links.ts', 'lib/service/token.ts', toPublicFile],
  ['lib/links/links.ts', 'lib/history/database.ts', toPublicFile],
  ['server/api.ts', 'lib/service/errors.ts', /shares the contracts of lib and nothing else/],
  ['server/api.ts', 'components/moment.ts', /shares the contracts of lib and nothing else/],
  ['lib/links/links.ts', 'server/links.ts', toExtension],
  ['components/moment.ts', 'tests/e2e/popup.test.ts', toExtension],
  ['entrypoints/background.ts', 'scripts/start.ts', toExtension],
  ['entrypoints/detector.ts', 'lib/links/contract.ts', /imports nothing/],
  ['entrypoints/detector.ts', 'wxt/utils/define-unlisted-script', /imports nothing/],
  ['entrypoints/player.tsx', 'zod/mini', /let the background validate/],
  ['entrypoints/player/main.tsx', 'ky', /let the background validate/],
];

describe('data flows one way', () => {
  it.each(allowed)('%s may import %s', (from, to) => {
    expect(verdict(from, to)).toBeNull();
  });

  it.each(forbidden)('%s may not import %s', (from, to, instead) => {
    expect(verdict(from, to)).toMatch(instead);
  });

  it.each([
    (source: string) => `import { x } from '${source}';`,
    (source: string) => `export { x } from '${source}';`,
    (source: string) => `export * from '${source}';`,
    (source: string) => `await import('${source}');`,
  ])('whatever the import looks like: %s', (write) => {
    expect(verdict('lib/links/links.ts', 'entrypoints/background.ts', write)).toMatch(/Nothing imports/);
  });
});
