import { vi } from 'vitest';
import type { Copy } from '../../lib/formats/copy-pending.ts';

const isFulfilled = (promised: unknown): Promise<boolean> =>
  Promise.resolve(promised).then(
    () => true,
    () => false,
  );

/** In the place of `lib/browser/clipboard.ts`: copies all that arrives, and resolves with whether it has arrived. */
export const copy = vi.fn<Copy>(isFulfilled);
export const copyImage = vi.fn<(promised: Promise<Blob>) => Promise<boolean>>(isFulfilled);
