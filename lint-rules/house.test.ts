import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path, { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { root } from '../scripts/programs.ts';

const report = z.object({
  diagnostics: z.array(
    z.object({
      filename: z.string(),
      code: z._default(z.string(), ''),
      message: z.string(),
      help: z._default(z.string(), ''),
      labels: z.array(z.object({ span: z.object({ line: z.number() }) })),
    }),
  ),
});

const compilerOptions = { strict: true, noEmit: true, types: [], allowImportingTsExtensions: true };

/**
 * What the linter says of files with these contents, by path from the repository's folder, with the configuration of the
 * repository. They are written to a temporary folder.
 */
function lint(files: Readonly<Record<string, string>>): z.infer<typeof report>['diagnostics'] {
  const folder = mkdtempSync(join(tmpdir(), 'waylark-lint-'));
  try {
    for (const name of ['.oxlintrc.json', 'package.json']) cpSync(join(root, name), join(folder, name));
    for (const name of ['lint-rules', 'node_modules']) symlinkSync(join(root, name), join(folder, name));
    const written = { ...files, 'tsconfig.json': JSON.stringify({ compilerOptions }) };
    for (const [name, text] of Object.entries(written)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const program = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
    const args = [program, '--format', 'json', ...Object.keys(files)];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    if (!stdout.startsWith('{')) throw new Error(`The linter did not run: ${stdout}${stderr}`);
    return report.parse(JSON.parse(stdout)).diagnostics;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const disabled = '// oxlint-disable-next-line no-console';

/**
 * What nobody may write, with the rule that refuses it and what it says: the rules of this repository, those that have its
 * words, and one that needs types.
 */
const refused: [source: string, rule: string, message: RegExp][] = [
  ['export function a(): void {\n  fetch("/");\n}', 'typescript(no-floating-promises)', /awaited/],
  ['document.body.innerHTML = "";', 'eslint(no-restricted-properties)', /Build nodes and set textContent/],
  ['document.body.outerHTML = "";', 'eslint(no-restricted-properties)', /Build nodes/],
  ['document.body.insertAdjacentHTML("x", "");', 'eslint(no-restricted-properties)', /Build nodes/],
  ['document.createElement("iframe").srcdoc = "";', 'eslint(no-restricted-properties)', /Build nodes/],
  ['const a = <p dangerouslySetInnerHTML={{ __html: "" }} />;', 'react(forbid-dom-props)', /Build nodes/],
  ['const a = <iframe srcdoc="" />;', 'react(forbid-dom-props)', /Build nodes/],
  ["export * from './b.ts';", 'house(no-barrels)', /import from the file that defines it/],
  ["export { b } from './b.ts';", 'house(no-barrels)', /import from the file/],
  [`${disabled}\nconsole.log(1);`, 'house(disabling-has-reason)', /Say after --/],
];

const ours = /^(lib|components|entrypoints|server|tests|scripts)\//;

const toParameters = /What runs in web pages calls nothing/;
const toBrowser = /Only lib\/browser, lib\/storage and lib\/messaging call the browser API/;
const toNative = /Only what answers messages needs the polyfill/;
const toLower = /not in a lower layer: take what you need as a parameter/;
const toContract = /zod\/mini, other contracts and schemas only/;
const toExtension = /does not know the service or the tests/;

/** Imports that may not be, from a file and of a file or a package. That others may be, the lint of the repository shows. */
const forbidden: [string, string, RegExp][] = [
  ['lib/shortening/shortening.ts', 'entrypoints/background.ts', /Nothing imports an entrypoint/],
  ['components/popup/Popup.tsx', 'wxt/browser', toBrowser],
  ['lib/messaging/send.ts', 'webextension-polyfill', toNative],
  ['entrypoints/popup/main.tsx', 'lib/messaging/serve.ts', /only send/],
  ['components/popup/Popup.tsx', 'ky', /the work of lib/],
  ['components/toast/start.tsx', 'lib/messaging/send.ts', toParameters],
  ['components/toast/start.tsx', 'lib/background.ts', toParameters],
  ['components/player/pill.ts', 'lib/settings/settings.ts', toParameters],
  ['components/overlay/overlay.ts', 'lib/browser/clipboard.ts', toParameters],
  ['components/player/Player.tsx', 'zod/mini', toParameters],
  ['lib/shortening/shortening.ts', 'wxt/browser', toBrowser],
  ['lib/i18n/texts.ts', 'lib/webextension/browser.ts', toBrowser],
  ['lib/shortening/shortening.ts', 'lib/background.ts', /Pages call the background/],
  ['lib/history/journal.ts', 'lib/music/engine.ts', toLower],
  ['lib/new/new.ts', 'lib/history/journal.ts', /Give lib\/new a row/],
  ['lib/i18n/texts.ts', 'components/ui/Problem.tsx', /components import lib, never the other way/],
  ['lib/failures/contract.ts', 'lib/failures/database.ts', toContract],
  ['lib/validity/contract.ts', 'zod', toContract],
  ['lib/history/import.ts', 'zod', /six times the size/],
  ['server/api.ts', 'lib/api/errors.ts', /shares the contracts of lib and nothing else/],
  ['lib/shortening/shortening.ts', 'server/api/links.ts', toExtension],
  ['entrypoints/background.ts', 'scripts/start.ts', toExtension],
  ['entrypoints/detector.ts', 'lib/validity/contract.ts', /imports nothing/],
  ['entrypoints/player.tsx', 'zod/mini', /let the background validate/],
  ['entrypoints/player/main.tsx', 'ky', /let the background validate/],
];

/** An import as it stands in the file that it is in. */
const importOf = (from: string, to: string, write = (source: string) => `import '${source}';`) =>
  write(ours.test(to) ? `./${path.posix.relative(path.posix.dirname(from), to)}` : to);

const forms = [
  (source: string) => `import { x } from '${source}';`,
  (source: string) => `export { x } from '${source}';`,
  (source: string) => `export * from '${source}';`,
  (source: string) => `await import('${source}');`,
];
const withForms = 'lib/shortening/forms.ts';

/** A file for each importing file, and in it a line for each import. */
const imports = new Map<string, string[]>([
  [withForms, forms.map((write) => importOf(withForms, 'entrypoints/background.ts', write))],
]);
for (const [from, to] of forbidden) imports.set(from, [...(imports.get(from) ?? []), importOf(from, to)]);

const fileOf = (index: number): string => `lib/refused/number-${String(index)}.tsx`;
/** All in one run of the linter. */
const complaints = lint({
  'lib/refused/b.ts': 'export const b = 1;',
  ...Object.fromEntries(refused.map(([source], index) => [fileOf(index), source])),
  ...Object.fromEntries([...imports].map(([file, statements]) => [file, statements.join('\n')])),
});
const complaintsOf = (name: string) => complaints.filter(({ filename }) => filename === name);

/** What the rule says about a line of a file. */
const verdict = (file: string, line: string): string => {
  const number = (imports.get(file) ?? []).indexOf(line) + 1;
  const found = complaintsOf(file).filter(
    ({ code, labels }) => code === 'house(import-layers)' && labels[0]?.span.line === number,
  );
  return found.map(({ message }) => message).join(' ');
};

describe('the linter', () => {
  it.each(refused.map(([source, code, message], index) => ({ source, code, message, index })))(
    'refuses $source',
    ({ code, message, index }) => {
      const found = complaintsOf(fileOf(index)).filter((each) => each.code === code);
      expect(found.map((each) => `${each.message} ${each.help}`).join()).toMatch(message);
    },
  );
});

describe('imports go to lower layers only', () => {
  it.each(forbidden)('%s may not import %s', (from, to, instead) => {
    expect(verdict(from, importOf(from, to))).toMatch(instead);
  });

  it.each(forms)('whatever the import looks like: %s', (write) => {
    const line = importOf(withForms, 'entrypoints/background.ts', write);
    expect(verdict(withForms, line)).toMatch(/Nothing imports/);
  });
});
