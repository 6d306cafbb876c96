/** Milliseconds between two questions, and after `longWait` of them, when questions cost more than they tell. */
const interval = { short: 50, long: 200 };
const longWait = 2000;

/**
 * Asks again every 50 ms until there is an answer, and less often after 2 s; after `timeout` milliseconds an error says what
 * was waited for.
 */
export async function poll<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  timeout = 30_000,
): Promise<T> {
  const began = Date.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() - began > timeout) throw new Error(`Waited ${timeout / 1000} s for ${what}`);
    const pause = Date.now() - began < longWait ? interval.short : interval.long;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
