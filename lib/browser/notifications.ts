import { browser } from '@wxt-dev/webextension-polyfill/browser';

/** A notice of the system; one with the same id takes the place of the one before. */
export interface Notice {
  id: string;
  title: string;
  message: string;
  /** Words of at most two buttons; Firefox has none. */
  buttons?: string[];
}

/** `notifications` is an optional permission: whoever wants notices asks for it. */
export const mayNotify = (): Promise<boolean> =>
  browser.permissions.contains({ permissions: ['notifications'] });

/** Shows a notice; resolves with whether the browser took it. */
export const notify = async ({ id, title, message, buttons = [] }: Notice): Promise<boolean> => {
  const iconUrl = browser.runtime.getURL('icons/96.png');
  const words = import.meta.env.FIREFOX ? {} : { buttons: buttons.map((each) => ({ title: each })) };
  try {
    await browser.notifications.create(id, { type: 'basic', iconUrl, title, message, ...words });
    return true;
  } catch {
    return false;
  }
};

/**
 * Calls back with the id of a notice when it, or one of its buttons, was clicked. Registers at once where we may notify,
 * else as soon as we may: before that the browser has no such events.
 */
export const onNotice = (clicked: (id: string) => void): void => {
  const register = (): void => {
    // Firefox has the name all the time, with nothing behind it.
    const api: unknown = browser.notifications;
    if (!api) return;
    browser.notifications.onClicked.addListener(clicked);
    if (!import.meta.env.FIREFOX) browser.notifications.onButtonClicked.addListener(clicked);
  };
  register();
  browser.permissions.onAdded.addListener(register);
};
