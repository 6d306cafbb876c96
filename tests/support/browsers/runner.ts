import { type RunnerTask, TestRunner } from 'vitest';
import { recordFailure } from './failure-evidence.ts';

/** Vitest's runner, which says of a failed test what its browsers showed, before any hook of the test tidies up. */
// oxlint-disable-next-line import/no-default-export -- Vitest takes the default export of the file
export default class BrowserTestRunner extends TestRunner {
  async onTaskFinished({ result, fullName }: RunnerTask): Promise<void> {
    const error = result?.state === 'fail' ? result.errors?.at(-1) : undefined;
    if (error === undefined) return;
    const files = await recordFailure(fullName);
    error.message += files;
    // Vitest reports errors with the same stack once.
    error.stack &&= error.stack + files;
  }
}
