import { logAndReturn } from '../errors/error-log.ts';
import * as z from 'zod/mini';
import { message, nothing } from '../messaging/message.ts';
import { createBackgroundArea } from './background-area.ts';
import { useBackgroundArea } from './storage.ts';
import { keysWith } from './values.ts';

/** Some of the values that pages write, by key. Any other key makes the message invalid: it would not be stored. */
export const writableValues = () =>
  z.strictObject(
    Object.fromEntries(keysWith('writtenByPages', 'local').map((key) => [key, z.optional(z.unknown())])),
  );

/**
 * Firefox: stores the values on disk for all contexts of the extension, and copies them to where its pages read them. Call
 * it before anything reads a stored value; `restore` mends what was lost of the values, before any page reads them. The
 * messages are sent by lib/storage/mirrored-area.ts.
 */
export const serveStoredValues = (restore: () => Promise<unknown>) => {
  const area = createBackgroundArea();
  useBackgroundArea(area);
  const restored = restore();
  const mirror = () => restored.then(area.mirror);
  // If it fails, pages ask.
  void mirror().catch(logAndReturn(undefined));
  return {
    /** The values on disk, by key, if no copy of them is in `storage.session` yet. */
    readValues: message({
      from: ['popup', 'options', 'history', 'batch'],
      request: nothing,
      handle: mirror,
    }),
    writeValues: message({
      from: ['popup', 'options', 'history', 'batch'],
      request: writableValues,
      async handle(values) {
        await area.set(values);
        return null;
      },
    }),
    /** Removes all values from the disk. */
    clearValues: message({
      from: ['options'],
      request: nothing,
      async handle() {
        await area.clear();
        return null;
      },
    }),
  };
};

export type StoredValueMessages = ReturnType<typeof serveStoredValues>;
