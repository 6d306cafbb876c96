import * as z from 'zod/mini';
import { type Outcome, runPackage } from './programs.ts';

const lintResult = z.object({ errors: z.array(z.object({ code: z.string(), message: z.string() })) });

/**
 * What Firefox's linter can only say of a build that is not for Firefox: it wants `background.scripts` beside the service
 * worker, of which Chromium's extensions page would warn.
 */
const notForFirefox = ['BACKGROUND_SERVICE_WORKER_NOFALLBACK'];

/** Runs Mozilla's linter on a built folder; its errors fail, its warnings do not. */
export async function webExtLint(folder: string): Promise<Outcome> {
  const args = ['lint', '--no-config-discovery', '--output', 'json', '--source-dir', folder];
  const { output } = await runPackage('web-ext/bin/web-ext.js', args);
  const result = read(output);
  if (!result) return { ok: false, output };
  const allowed = folder.includes('firefox') ? [] : notForFirefox;
  const errors = result.errors.filter(({ code }) => !allowed.includes(code));
  return {
    ok: errors.length === 0,
    output: errors.map(({ code, message }) => `${code}: ${message}`).join('\n'),
  };
}

function read(output: string): z.infer<typeof lintResult> | undefined {
  try {
    return lintResult.parse(JSON.parse(output.slice(output.indexOf('{'))));
  } catch {
    return undefined;
  }
}
