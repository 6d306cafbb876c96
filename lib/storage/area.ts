import type { subscribe } from '../async/async.ts';

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
