import type { Handlers } from '../../lib/messaging/serve.ts';
import { createBackgroundArea } from '../../lib/storage/background-area.ts';
import { useBackgroundArea } from '../../lib/storage/storage.ts';

/**
 * Firefox: stores the values on disk for all contexts of the extension, and copies them to where its pages read them. Call
 * it before anything reads a stored value; `restore` mends what was lost of the values, before any page reads them.
 */
export const serveStoredValues = (
  restore: () => Promise<unknown>,
): Pick<Handlers, 'readValues' | 'writeValues' | 'clearValues'> => {
  const area = createBackgroundArea();
  useBackgroundArea(area);
  const restored = restore();
  const mirror = () => restored.then(area.mirror);
  // If it fails, pages ask.
  void mirror().catch(() => undefined);
  return {
    readValues: mirror,
    async writeValues(values) {
      await area.set(values);
      return null;
    },
    async clearValues() {
      await area.clear();
      return null;
    },
  };
};
