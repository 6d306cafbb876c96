import { withTimeout } from '../async/timeout.ts';
import type { CopyFormat } from '../formats/names.ts';
import { isCreated } from '../history/outcome.ts';
import { offeredFormat } from '../settings/schema.ts';
import { readSettingsOrDefaults } from '../settings/settings.ts';
import { contentFor } from './for-page.ts';
import type { Trigger } from './trigger.ts';
import type { StoredDelivery } from './types.ts';

/** Whether a short link is copied as soon as it is created, and in which format. */
export const readCopySettings = async (): Promise<CopyFormat & { copyAtOnce: boolean }> => {
  const settings = await readSettingsOrDefaults();
  return { copyAtOnce: settings.copyAtOnce, ...offeredFormat(settings) };
};

/** How long an outcome waits for the clipboard, which may never answer. */
export const copyLimitMs = 5_000;

/**
 * Writes the short link over the address in a field and copies it, if the trigger has the functions for that. Resolves with the
 * outcome.
 */
export const replaceAndCopy = async (
  pending: Promise<StoredDelivery>,
  { replace, copy }: Trigger,
): Promise<StoredDelivery> => {
  const settled = { ...(await pending) };
  if (replace && isCreated(settled.attempt)) {
    settled.isReplaced = (await replace(settled.attempt.shortLink)) ?? undefined;
    // Undo would leave a dead link in the field.
    if (settled.isReplaced) settled.buttons = settled.buttons.filter(({ action }) => action !== 'undo');
  }
  if (copy) {
    const { copyAtOnce, ...format } = await readCopySettings();
    const content = copyAtOnce ? contentFor(settled, format) : null;
    const isCopied = await withTimeout(copy(content), { milliseconds: copyLimitMs, onTimeout: () => false });
    if (content) settled.isCopied = isCopied;
  }
  return settled;
};
