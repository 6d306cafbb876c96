import { describe, expect, it } from 'vitest';
import { lint } from './planted.ts';

const lines = (count: number): string => Array.from({ length: count }, (_, n) => `  use(${n});`).join('\n');
const longFunction = `const use = (n: number) => n;\nexport function long(): void {\n${lines(61)}\n}\n`;
const longFile = Array.from({ length: 301 }, (_, n) => `export const n${n} = ${n};`).join('\n');

/** What nobody may write, in a file of lib, with the rule that refuses it and what it says. */
const refused: [name: string, source: string, rule: string, message: RegExp][] = [
  ['any', 'export const a: any = 1;', 'typescript(no-explicit-any)', /Specify a different type/],
  [
    'what parses as any',
    'export const a: string = JSON.parse("1");',
    'typescript(no-unsafe-assignment)',
    /any/,
  ],
  [
    'a use of any',
    'export const a = (JSON.parse("1") as { b: any }).b.c;',
    'typescript(no-unsafe-member-access)',
    /any/,
  ],
  [
    'a floating promise',
    'export function a(): void {\n  fetch("/");\n}',
    'typescript(no-floating-promises)',
    /awaited/,
  ],
  [
    'a misused promise',
    '[1].forEach(async () => fetch("/"));',
    'typescript(no-misused-promises)',
    /void return/,
  ],
  [
    'a non-null assertion',
    'export const a = document.querySelector("p")!;',
    'typescript(no-non-null-assertion)',
    /non-null/,
  ],
  ['innerHTML', 'document.body.innerHTML = "";', 'house(no-markup-sinks)', /Build nodes and set textContent/],
  ['outerHTML', 'document.body.outerHTML = "";', 'house(no-markup-sinks)', /Build nodes/],
  [
    'insertAdjacentHTML',
    'document.body.insertAdjacentHTML("beforeend", "");',
    'house(no-markup-sinks)',
    /Build nodes/,
  ],
  ['srcdoc', 'document.createElement("iframe").srcdoc = "";', 'house(no-markup-sinks)', /Build nodes/],
  ['a barrel', "export * from './b.ts';", 'house(no-barrels)', /import from the file that defines it/],
  ['a name that is handed on', "export { b } from './b.ts';", 'house(no-barrels)', /import from the file/],
  ['a console', 'console.log(1);', 'eslint(no-console)', /console/],
  [
    'four parameters',
    'export const a = (b: 1, c: 1, d: 1, e: 1) => [b, c, d, e];',
    'eslint(max-params)',
    /4/,
  ],
  ['a file of 301 lines', longFile, 'eslint(max-lines)', /301/],
  ['a function of 63 lines', longFunction, 'eslint(max-lines-per-function)', /63/],
  ['what is deprecated', 'document.execCommand("copy");', 'typescript(no-deprecated)', /deprecated/],
  [
    'a case that is left out',
    'export const a = (b: 1 | 2) => { if (b === 1 || b === 2) return b; return 0; };',
    'typescript(no-unnecessary-condition)',
    /Unnecessary comparison/,
  ],
  [
    'a needless assertion',
    'export const a = (b: string) => b as string;',
    'typescript(no-unnecessary-type-assertion)',
    /unnecessary/i,
  ],
  [
    'a disabled rule without a reason',
    '// oxlint-disable-next-line no-console\nconsole.log(1);',
    'house(disabling-has-reason)',
    /Say after --/,
  ],
  [
    'a disabled rule without need',
    '// oxlint-disable-next-line no-console -- a test\nexport const a = 1;',
    '',
    /Unused/,
  ],
];

/** What may be written there, though not everywhere. */
const allowed: [name: string, file: string, source: string][] = [
  ['a default export if WXT demands it', 'entrypoints/a.ts', 'export default 1;'],
  ['a default export of a configuration', 'a.config.ts', 'export default 1;'],
  ['a console in a script', 'scripts/a.ts', 'console.log(1);'],
  ['a long file of tests', 'lib/z/a.test.ts', longFile],
  ['a long function in a test', 'lib/y/a.test.ts', longFunction],
  [
    'a disabled rule with its reason',
    'lib/x/a.ts',
    '// oxlint-disable-next-line no-console -- a test\nconsole.log(1);',
  ],
];

const fileOf = (index: number): string => `lib/refused/number-${String(index)}.ts`;
const complaints = lint({
  'lib/refused/b.ts': 'export const b = 1;',
  'components/refused/Markup.tsx':
    'export const Markup = () => <p dangerouslySetInnerHTML={{ __html: "" }} />;',
  'lib/refused/plain.js': 'undefinedName();',
  ...Object.fromEntries(refused.map(([, source], index) => [fileOf(index), source])),
  ...Object.fromEntries(allowed.map(([, file, source]) => [file, source])),
});
const said = (name: string) => complaints.filter(({ file }) => file === name);

describe('the linter refuses', () => {
  it.each(refused.map(([name, , rule, message], index) => [name, { index, rule, message }] as const))(
    '%s',
    (_name, { index, rule, message }) => {
      expect(said(fileOf(index))).toContainEqual(
        expect.objectContaining({ rule, message: expect.stringMatching(message) as string }),
      );
    },
  );

  it('markup in a component', () => {
    expect(said('components/refused/Markup.tsx').map(({ rule }) => rule)).toContain('house(no-markup-sinks)');
  });

  it('a name that a script does not define', () => {
    expect(said('lib/refused/plain.js').map(({ rule }) => rule)).toContain('eslint(no-undef)');
  });
});

describe('the linter allows', () => {
  it.each(allowed)('%s', (_name, file) => {
    expect(said(file)).toEqual([]);
  });
});
