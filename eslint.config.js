import js from '@eslint/js';
import ts from 'typescript-eslint';
import { importLayers } from './eslint-rules/import-layers.js';
import { noImportCycles } from './eslint-rules/no-import-cycles.js';

const sinks = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'dangerouslySetInnerHTML', 'srcdoc'];
const sink = 'Build nodes and set textContent: text from outside never becomes markup.';

const syntax = [
  {
    selector: 'ExportAllDeclaration, ExportNamedDeclaration[source]',
    message: 'No barrels: import from the file that defines it.',
  },
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only; default where a tool demands it.' },
  ...sinks.map((name) => ({
    selector: `MemberExpression[property.name='${name}'], JSXAttribute[name.name='${name}']`,
    message: sink,
  })),
];

export default ts.config(
  { ignores: ['.output/', '.wxt/', '.demo/', '.data/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [ts.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Objects here are closures: none of them uses `this`.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  {
    plugins: { house: { rules: { 'import-layers': importLayers, 'no-import-cycles': noImportCycles } } },
    rules: {
      'house/import-layers': 'error',
      'house/no-import-cycles': 'error',
      'no-restricted-syntax': ['error', ...syntax],
      'max-params': ['error', 3],
      'no-console': 'off',
    },
  },
  { files: ['{lib,components,entrypoints}/**'], rules: { 'no-console': 'error' } },
  {
    files: ['{lib,components,entrypoints,server,scripts}/**'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: {
      'max-lines': ['error', { max: 200 }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['*.config.{ts,js}', 'entrypoints/*.{ts,tsx}', 'entrypoints/background/index.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...syntax.filter(({ selector }) => selector !== 'ExportDefaultDeclaration'),
      ],
    },
  },
  {
    files: ['tests/bench/empty-div/*.js'],
    languageOptions: { globals: { document: 'readonly', performance: 'readonly' } },
  },
  { files: ['scripts/*.mjs'], languageOptions: { globals: { process: 'readonly', console: 'readonly' } } },
);
