import { browser } from '@wxt-dev/webextension-polyfill/browser';

interface Lockable {
  setAccessLevel(level: { accessLevel: 'TRUSTED_CONTEXTS' }): Promise<void>;
}

/** Firefox has no such method, so the polyfill's types have none. */
const isLockable = (area: object): area is Lockable => 'setAccessLevel' in area;

/** Closes `storage.local` to content scripts where the browser can (Chromium); no secret is kept in it either way. */
export const lockStorage = async (): Promise<void> => {
  const area: object = browser.storage.local;
  if (isLockable(area)) await area.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
};
