import * as z from 'zod/mini';
import { type Outcome, type RunOptions, runPackage } from './programs.ts';

const lintResult = z.object({ errors: z.array(z.object({ code: z.string(), message: z.string() })) });

/**
 * Errors that are wrong for a build that is not for Firefox: Mozilla's linter requires `background.scripts` beside the
 * service worker, and Chromium's extensions page warns of that key.
 */
const onlyForFirefox = ['BACKGROUND_SERVICE_WORKER_NOFALLBACK'];

/** Runs Mozilla's linter on a built folder. It fails for errors, not for warnings. */
export async function webExtLint(folder: string, options?: RunOptions): Promise<Outcome> {
  const args = ['lint', '--no-config-discovery', '--output', 'json', '--source-dir', folder];
  const { output } = await runPackage('web-ext/bin/web-ext.js', args, options);
  const result = parseResult(output);
  if (!result) return { ok: false, output };

  const ignored = folder.includes('firefox') ? [] : onlyForFirefox;
  const errors = result.errors.filter(({ code }) => !ignored.includes(code));
  return {
    ok: errors.length === 0,
    output: errors.map(({ code, message }) => `${code}: ${message}`).join('\n'),
  };
}

/** The JSON may follow other lines of output. Undefined if there is none. */
function parseResult(output: string): z.infer<typeof lintResult> | undefined {
  try {
    return lintResult.parse(JSON.parse(output.slice(output.indexOf('{'))));
  } catch {
    return undefined;
  }
}
