type End = () => Promise<void> | void;

/** What has to be undone, whatever happens: last come, first undone, and nothing that fails keeps the rest from it. */
export function createEndings() {
  const endings: End[] = [];
  let ended: Promise<void> | undefined;

  const runAll = async () => {
    for (let end = endings.pop(); end !== undefined; end = endings.pop()) {
      try {
        await end();
      } catch {
        // It was to be gone, and it is gone or beyond our reach.
      }
    }
  };

  return {
    /** Undoes it at the end; at once if the end has already come. */
    async add(end: End): Promise<void> {
      endings.push(end);
      if (ended !== undefined) await runAll();
    },
    run: (): Promise<void> => (ended ??= runAll()),
  };
}

export type Endings = ReturnType<typeof createEndings>;
