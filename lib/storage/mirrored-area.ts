import { browser } from '../webextension/browser.ts';
import { withTimeout } from '../async/async.ts';
import { type LocalArea, mirroredKeys } from './area.ts';

/** Milliseconds within which the background answers. */
const answerLimit = 5000;

const late = (): never => {
  throw new Error('The background does not answer.');
};

/** Sends a message of entrypoints/background/stored-values.ts; lib/messaging is in a higher layer. */
const ask = async (name: string, request: object): Promise<Record<string, unknown>> => {
  const answering: Promise<unknown> = browser.runtime.sendMessage({ name, request });
  const answer = await withTimeout(answering, { milliseconds: answerLimit, late });
  const { ok, value } = (answer ?? {}) as { ok?: boolean; value?: Record<string, unknown> };
  if (!ok) throw new Error('The background could not read or store values.');
  return value ?? {};
};

/**
 * The stored values in a page of the extension in Firefox. It reads the copy in `storage.session`, which content scripts
 * cannot reach, and asks the background if there is none, as right after the browser's start. The background writes.
 */
export const mirroredArea = (): LocalArea => ({
  async get(key) {
    const found = await browser.storage.session.get([key, mirroredKeys]);
    return mirroredKeys in found ? found : ask('readValues', {});
  },
  async set(values) {
    await ask('writeValues', values);
  },
  async clear() {
    await ask('clearValues', {});
  },
  onChanged: browser.storage.session.onChanged,
});
