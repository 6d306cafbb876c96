import { browser } from '@wxt-dev/webextension-polyfill/browser';
import type { Managed } from '../policy/policy.ts';

/**
 * What an organisation's policy says in these fields, or in all; empty where there is none: Firefox refuses there, and its
 * Android version has no such storage. The key may be one of the fields, so a page asks for no more than it needs. Chromium
 * has it empty for a few seconds after it started, and then tells (measured with Chromium 156).
 */
export const readManaged = async (fields: string[] | null = null): Promise<Managed> => {
  try {
    return await browser.storage.managed.get(fields);
  } catch {
    return {};
  }
};

/** Calls back when the policy changes; Firefox reads its policies at its start only. Registers at once. */
export const onManagedChange = (changed: () => void): void => {
  const areas: Partial<typeof browser.storage> = browser.storage;
  areas.managed?.onChanged.addListener(changed);
};
