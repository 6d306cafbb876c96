/**
 * `npm run check`: types (of what has changed since), lint and unit tests at the same time. What fails shows what
 * it wrote. The linter checks every file each time, which takes a few seconds.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Outcome, root, runPackage, runScript } from './programs.ts';
import { say } from './say.ts';

const cache = join(root, 'node_modules', '.cache', 'waylark');
// Node compiles the tools and libraries once, not in each of a dozen processes.
process.env['NODE_COMPILE_CACHE'] ??= join(cache, 'compiled');

// On a fresh clone the linter, too, would refuse the configuration without WXT's types.
if (!existsSync(join(root, '.wxt', 'wxt.d.ts'))) await runPackage('wxt/bin/wxt.mjs', ['prepare']);

const types = async (): Promise<Outcome> => {
  const prepared = await runPackage('wxt/bin/wxt.mjs', ['prepare']);
  // The linter and the tests occupy the other processors, and several checkers do some of the work several times.
  const args = ['--singleThreaded', '--incremental', '--tsBuildInfoFile', join(cache, 'types.json')];
  return prepared.ok ? runPackage('typescript/bin/tsc', args) : prepared;
};

const check = async ([name, run]: [string, () => Promise<Outcome>]): Promise<boolean> => {
  const began = performance.now();
  const { ok, output } = await run();
  say(`${ok ? '✓' : '✗'} ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  if (!ok) say(output.trimEnd());
  return ok;
};

/** With fewer cases of each property than `npm test`, which has 10,000. */
const unit = (): Promise<Outcome> =>
  runPackage('vitest/vitest.mjs', ['run', '--project', 'unit', '--project', 'components'], {
    env: { WAYLARK_PROPERTY_RUNS: '500' },
  });

const checks = await Promise.all(
  Object.entries({ types, lint: () => runScript('lint'), unit }).map((each) => check(each)),
);
process.exitCode = checks.every(Boolean) ? 0 : 1;
