import { logError } from '../errors/error-log.ts';
import type { Share } from './types.ts';

/** The person closed the sheet, or it is open already. */
const isHarmless = (error: unknown): boolean =>
  error instanceof DOMException && ['AbortError', 'InvalidStateError'].includes(error.name);

/** Null where the browser has no share sheet, as Chromium on Linux and Firefox on desktops. */
export const shareOf = (context: Partial<Pick<Navigator, 'share' | 'canShare'>>): Share | null => {
  if (!context.canShare?.({ url: 'https://example.com/' })) return null;
  return async ({ title, url }) => {
    try {
      await context.share?.({ url, ...(title && { title }) });
      return true;
    } catch (error) {
      if (isHarmless(error)) return true;
      logError(error);
      return false;
    }
  };
};

export const share = shareOf(navigator);
