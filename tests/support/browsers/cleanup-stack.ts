type Cleanup = () => Promise<void> | void;

/**
 * Functions that release what a program uses, such as a browser or a folder. They run in reverse order, and an error in
 * one does not stop the others. AsyncDisposableStack does not serve here: it refuses a function that is added after the
 * disposal, as happens when a signal arrives while a browser starts.
 */
export function createCleanupStack() {
  const pending: Cleanup[] = [];
  let running: Promise<void> | undefined;

  const runPending = async () => {
    for (let cleanup = pending.pop(); cleanup !== undefined; cleanup = pending.pop()) {
      try {
        await cleanup();
      } catch {
        // What cannot be released, such as a browser that has exited, must not stop the rest.
      }
    }
  };

  return {
    /** Adds a function; it runs at once if the others have already run. */
    async add(cleanup: Cleanup): Promise<void> {
      pending.push(cleanup);
      if (running !== undefined) await runPending();
    },

    run(): Promise<void> {
      running ??= runPending();
      return running;
    },
  };
}

export type CleanupStack = ReturnType<typeof createCleanupStack>;
