import { beginCopying } from '../../lib/browser/begin-copying.ts';
import type { Trigger } from '../../lib/delivery/trigger.ts';
import type { Format } from '../../lib/formats/names.ts';
import { offeredFormat } from '../../lib/settings/schema.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';

/**
 * Copying by the background inside an event of the person, if the page cannot copy. Only Firefox's background has a clipboard,
 * and it may only begin to copy inside the event.
 */
export const createEventCopy = () => {
  /** Undefined if the event comes before the settings are read, as while the background starts. */
  let format: Format | undefined;
  return {
    /** Reads the format, which must be known in the event. Call it when one is near. */
    async prepare(): Promise<void> {
      if (import.meta.env.FIREFOX) ({ format } = offeredFormat(await readSettingsOrDefaults()));
    },
    /** Begins to copy; undefined if the background has no clipboard. */
    begin: (): Trigger['copy'] => (import.meta.env.FIREFOX ? beginCopying(format) : undefined),
  };
};
