import { withTimeout } from '../../lib/async/timeout.ts';

/** Milliseconds that a created link waits for the clipboard, which may never answer. */
const clipboardLimit = 1500;

/**
 * Begins at once to copy what comes of an outcome that may still be pending, so call it inside the click. Resolves, after
 * the outcome, with whether the clipboard contains it; null for an outcome without a link. Rejects only if the outcome or
 * `copy` does.
 */
export const copyWhenReady = async <Outcome extends { ok: boolean }>(
  outcome: Promise<Outcome | null>,
  copy: (promised: Promise<Extract<Outcome, { ok: true }>>) => Promise<boolean>,
): Promise<boolean | null> => {
  const promised = outcome.then((settled) => {
    if (!settled?.ok) throw new Error('No link to copy.');
    return settled as Extract<Outcome, { ok: true }>;
  });
  const copying = copy(promised);
  const settled = await outcome;
  return settled?.ok ? withTimeout(copying, { milliseconds: clipboardLimit, onTimeout: () => false }) : null;
};
