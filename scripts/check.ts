/** `npm run check`: types, lint and unit tests at the same time. What fails shows what it wrote. */
import { runScript } from './programs.ts';
import { say } from './say.ts';

const check = async (name: string): Promise<boolean> => {
  const began = performance.now();
  const { ok, output } = await runScript(name);
  say(`${ok ? '✓' : '✗'} ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  if (!ok) say(output.trimEnd());
  return ok;
};

const checks = await Promise.all(['types', 'lint', 'unit'].map(check));
process.exitCode = checks.every(Boolean) ? 0 : 1;
