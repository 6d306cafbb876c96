/** Asks again every 50 ms until there is an answer; after `timeout` milliseconds an error says what was waited for. */
export async function poll<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  timeout = 30_000,
): Promise<T> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`Waited ${timeout / 1000} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
