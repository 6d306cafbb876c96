import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lint } from './planted.ts';

const ours = /^(lib|components|entrypoints|server|tests|scripts)\//;

const allowed: [string, string][] = [
  ['entrypoints/background.ts', 'lib/messaging/serve.ts'],
  ['entrypoints/background.ts', 'lib/storage/storage.ts'],
  ['entrypoints/background.ts', 'lib/webextension/browser.ts'],
  ['lib/messaging/serve.ts', 'webextension-polyfill'],
  ['entrypoints/popup/main.tsx', 'components/popup/Popup.tsx'],
  ['entrypoints/popup/main.tsx', 'entrypoints/popup/start.ts'],
  ['components/popup/Popup.tsx', 'components/ui/Problem.tsx'],
  ['components/popup/Popup.tsx', 'lib/i18n/texts.ts'],
  ['components/popup/Popup.tsx', 'lib/url/link.ts'],
  ['components/popup/Popup.tsx', 'preact/hooks'],
  ['lib/storage/storage.ts', 'lib/webextension/browser.ts'],
  ['lib/messaging/send.ts', 'lib/webextension/browser.ts'],
  ['lib/shortening/shortening.ts', 'lib/shortening/reuse.ts'],
  ['lib/shortening/shortening.ts', 'lib/connection/service.ts'],
  ['lib/shortening/shortening.ts', 'lib/validity/contract.ts'],
  ['lib/shortening/shortening.ts', 'lib/history/journal.ts'],
  ['lib/shortening/shortening.ts', 'lib/storage/storage.ts'],
  ['lib/i18n/failure-sentence.ts', 'lib/i18n/texts.ts'],
  ['lib/shortening/shortening.test.ts', 'lib/api/errors.ts'],
  ['lib/validity/contract.ts', 'zod/mini'],
  ['lib/api/contract.ts', 'lib/failures/contract.ts'],
  ['lib/history/contract.ts', 'lib/validity/schema.ts'],
  ['lib/failures/failures.test.ts', 'lib/connection/service.ts'],
  ['components/popup/Popup.tsx', 'lib/settings/policy.ts'],
  ['components/popup/Popup.tsx', 'lib/browser/contract.ts'],
  ['lib/api/transport.ts', 'ky'],
  ['server/api.ts', 'lib/api/contract.ts'],
  ['server/api.ts', 'hono'],
  ['tests/e2e/popup.test.ts', 'lib/api/errors.ts'],
  ['tests/e2e/popup.test.ts', 'server/service.ts'],
];

const toProps = /take the value or the action as a prop/;
const toBrowser = /Only lib\/browser, lib\/storage and lib\/messaging call the browser API/;
const toNative = /Only who answers messages needs the polyfill/;
const toLower = /not in a lower layer: take what you need as a parameter/;
const toContract = /zod\/mini, other contracts and schemas only/;
const toExtension = /does not know the service or the tests/;

const forbidden: [string, string, RegExp][] = [
  ['lib/shortening/shortening.ts', 'entrypoints/background.ts', /Nothing imports an entrypoint/],
  ['components/popup/Popup.tsx', 'entrypoints/popup/main.tsx', /Nothing imports an entrypoint/],
  ['server/main.ts', 'entrypoints/background.ts', /Nothing imports an entrypoint/],
  ['components/popup/Popup.tsx', 'wxt/browser', toProps],
  ['components/popup/Popup.tsx', 'webextension-polyfill', toProps],
  ['components/popup/Popup.tsx', 'lib/webextension/browser.ts', toProps],
  ['entrypoints/popup/main.tsx', 'webextension-polyfill', toNative],
  ['entrypoints/toast.ts', 'webextension-polyfill', toNative],
  ['lib/messaging/send.ts', 'webextension-polyfill', toNative],
  ['entrypoints/popup/main.tsx', 'lib/messaging/serve.ts', /only send/],
  ['components/popup/Popup.tsx', 'ky', toProps],
  ['components/popup/Popup.tsx', 'lib/messaging/send.ts', toProps],
  ['components/popup/Popup.tsx', 'lib/settings/settings.ts', toProps],
  ['components/popup/Popup.tsx', 'lib/browser/clipboard.ts', toProps],
  ['lib/shortening/shortening.ts', 'wxt/browser', toBrowser],
  ['lib/settings/settings.ts', 'webextension-polyfill', toBrowser],
  ['lib/i18n/texts.ts', 'lib/webextension/browser.ts', toBrowser],
  ['lib/shortening/shortening.ts', 'lib/messaging/send.ts', toLower],
  ['lib/failures/contract.ts', 'lib/api/contract.ts', toLower],
  ['lib/history/journal.ts', 'lib/music/engine.ts', toLower],
  ['lib/history/journal.ts', 'lib/shortening/shortening.ts', toLower],
  ['lib/new/new.ts', 'lib/history/journal.ts', /Give lib\/new a row/],
  ['components/popup/Popup.tsx', 'lib/storage/storage.ts', toProps],
  ['lib/i18n/texts.ts', 'components/ui/Problem.tsx', /components import lib, never the other way/],
  ['lib/history/contract.ts', 'lib/history/journal.ts', toContract],
  ['lib/validity/contract.ts', 'ky', toContract],
  ['lib/validity/contract.ts', 'zod', toContract],
  ['lib/history/import.ts', 'zod', /six times the size/],
  ['server/api.ts', 'lib/api/errors.ts', /shares the contracts of lib and nothing else/],
  ['server/api.ts', 'components/moment.ts', /shares the contracts of lib and nothing else/],
  ['lib/shortening/shortening.ts', 'server/links.ts', toExtension],
  ['components/moment.ts', 'tests/e2e/popup.test.ts', toExtension],
  ['entrypoints/background.ts', 'scripts/start.ts', toExtension],
  ['entrypoints/detector.ts', 'lib/validity/contract.ts', /imports nothing/],
  ['entrypoints/detector.ts', 'wxt/utils/define-unlisted-script', /imports nothing/],
  ['entrypoints/player.tsx', 'zod/mini', /let the background validate/],
  ['entrypoints/player/main.tsx', 'ky', /let the background validate/],
  ['entrypoints/toast.ts', 'zod/mini', /let the background validate/],
];

/** An import as it stands in the file that it is in. */
const importOf = (from: string, to: string, write = (source: string) => `import '${source}';`) =>
  write(ours.test(to) ? `./${path.posix.relative(path.posix.dirname(from), to)}` : to);

const looks = [
  (source: string) => `import { x } from '${source}';`,
  (source: string) => `export { x } from '${source}';`,
  (source: string) => `export * from '${source}';`,
  (source: string) => `await import('${source}');`,
];
const looking = 'lib/shortening/looking.ts';

/** All in one run of the linter: a file for each importing file, and in it a line for each import. */
const imports = new Map<string, string[]>([
  [looking, looks.map((write) => importOf(looking, 'entrypoints/background.ts', write))],
]);
for (const [from, to] of [...allowed, ...forbidden]) {
  imports.set(from, [...(imports.get(from) ?? []), importOf(from, to)]);
}
const complaints = lint(Object.fromEntries([...imports].map(([file, lines]) => [file, lines.join('\n')])), {
  hasTypes: false,
});

/** What the rule says about a line of a file, null if it says nothing. */
const verdict = (file: string, line: string): string | null => {
  const number = (imports.get(file) ?? []).indexOf(line) + 1;
  const found = complaints.filter(
    (complaint) =>
      complaint.rule === 'house(import-layers)' && complaint.file === file && complaint.line === number,
  );
  return found.map(({ message }) => message).join(' ') || null;
};

describe('imports go to lower layers only', () => {
  it.each(allowed)('%s may import %s', (from, to) => {
    expect(verdict(from, importOf(from, to))).toBeNull();
  });

  it.each(forbidden)('%s may not import %s', (from, to, instead) => {
    expect(verdict(from, importOf(from, to))).toMatch(instead);
  });

  it.each(looks)('whatever the import looks like: %s', (write) => {
    const line = importOf(looking, 'entrypoints/background.ts', write);
    expect(verdict(looking, line)).toMatch(/Nothing imports/);
  });
});
