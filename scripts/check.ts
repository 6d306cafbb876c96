/**
 * `npm run check`: types, lint and unit tests at the same time, each but for what has not changed since. What fails shows
 * what it wrote. `npm test` looks at everything anew.
 */
import { join } from 'node:path';
import { type Outcome, root, runPackage, runScript } from './programs.ts';
import { say } from './say.ts';

const cache = (name: string): string => join(root, 'node_modules', '.cache', 'waylark', name);

const types = async (): Promise<Outcome> => {
  const prepared = await runPackage('wxt/bin/wxt.mjs', ['prepare']);
  const args = ['--incremental', '--tsBuildInfoFile', cache('types.json')];
  return prepared.ok ? runPackage('typescript/bin/tsc', args) : prepared;
};

const lint = async (): Promise<Outcome> => {
  const kept = ['--cache', '--cache-strategy', 'content', '--cache-location'];
  const linted = await runPackage('eslint/bin/eslint.js', ['.', ...kept, cache('eslint.json')]);
  const args = ['--check', '--log-level', 'warn', '.', ...kept, cache('prettier.json')];
  return linted.ok ? runPackage('prettier/bin/prettier.cjs', args) : linted;
};

const check = async ([name, run]: [string, () => Promise<Outcome>]): Promise<boolean> => {
  const began = performance.now();
  const { ok, output } = await run();
  say(`${ok ? '✓' : '✗'} ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  if (!ok) say(output.trimEnd());
  return ok;
};

const checks = await Promise.all(
  Object.entries({ types, lint, unit: () => runScript('unit') }).map((each) => check(each)),
);
process.exitCode = checks.every(Boolean) ? 0 : 1;
