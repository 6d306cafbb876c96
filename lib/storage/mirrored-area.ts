import { browser } from '../webextension/browser.ts';
import { type subscribe } from '../async/subscribe.ts';
import { sendMessage } from '../messaging/send.ts';

type Listener = (changes: Record<string, unknown>) => void;

/** What the extension uses of `storage.local`, and of what takes its place in Firefox. */
export interface LocalArea {
  /** The value under this key, if there is one; other values may be beside it. */
  get(key: string): Promise<Record<string, unknown>>;
  set(values: Record<string, unknown>): Promise<void>;
  /** Removes all values. */
  clear(): Promise<void>;
  /** Calls listeners in every context of the extension; the changed keys are the names of the argument's fields. */
  onChanged: Parameters<typeof subscribe<Listener>>[0];
}

/** The key in `storage.session` of the list of keys that Firefox's background has copied there. */
export const mirroredKeys = 'mirrored';

/** Within this time, the background answers. */
const answerLimitMs = 5000;

/** Sends a message of lib/storage/messages.ts. Rejects if the background does not answer, or could not read or store values. */
const ask = async (name: string, request: object): Promise<unknown> => {
  const answer = await sendMessage(name, request, { milliseconds: answerLimitMs });
  if (answer === undefined) throw new Error('The background could not read or store values.');
  return answer;
};

/**
 * The stored values in a page of the extension in Firefox. It reads the copy in `storage.session`, which content scripts
 * cannot reach, and asks the background if there is none, as right after the browser's start. The background writes.
 */
export const mirroredArea = (): LocalArea => ({
  async get(key) {
    const found = await browser.storage.session.get([key, mirroredKeys]);
    return mirroredKeys in found ? found : ((await ask('readValues', {})) as Record<string, unknown>);
  },
  async set(values) {
    await ask('writeValues', values);
  },
  async clear() {
    await ask('clearValues', {});
  },
  onChanged: browser.storage.session.onChanged,
});
