import { withTimeout } from '../../lib/async/timeout.ts';

/** Milliseconds that a created link waits for the clipboard, which may never answer. */
const clipboardLimit = 1500;

type LinkOutcome = { ok: true; shortLink: string } | { ok: false };

/**
 * Begins at once to copy the short link of an outcome that may still be pending, so call it inside the click. Resolves,
 * after the outcome, with whether the clipboard contains the link; null for an outcome without a link. Rejects only if the
 * outcome or `copy` does.
 */
export const copyWhenReady = async (
  outcome: Promise<LinkOutcome | null>,
  copy: (promised: Promise<string>) => Promise<boolean>,
): Promise<boolean | null> => {
  const shortLink = outcome.then((settled) => {
    if (!settled?.ok) throw new Error('No link to copy.');
    return settled.shortLink;
  });
  const copying = copy(shortLink);
  const settled = await outcome;
  return settled?.ok ? withTimeout(copying, { milliseconds: clipboardLimit, late: () => false }) : null;
};
