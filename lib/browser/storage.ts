import { browser } from '@wxt-dev/webextension-polyfill/browser';

interface Lockable {
  setAccessLevel(level: { accessLevel: 'TRUSTED_CONTEXTS' }): Promise<void>;
}

/** Firefox has no such method, so the polyfill's types have none. */
const isLockable = (area: object): area is Lockable => 'setAccessLevel' in area;

/**
 * Closes storage to content scripts where the browser can (Chromium). No secret is kept in `local` either way; an
 * organisation's policy may hold a key, which is why it is readable for them in Firefox only.
 */
export const lockStorage = async (): Promise<void> => {
  const { local, managed } = browser.storage;
  const areas: (object | undefined)[] = [local, managed];
  for (const area of areas)
    if (area && isLockable(area)) await area.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
};
