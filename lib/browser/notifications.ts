import { logError } from '../errors/error-log.ts';
import { plainText } from '../characters/text.ts';
import { browser } from '../webextension/browser.ts';

/** A notification of the system; one with the same id replaces the one before. */
export interface Notice {
  id: string;
  title: string;
  message: string;
  /** Labels of at most two buttons; Firefox has no buttons. */
  buttons?: string[];
}

/** `notifications` is an optional permission, which is requested when a person wants notifications. */
export const mayNotify = (): Promise<boolean> =>
  browser.permissions.contains({ permissions: ['notifications'] });

/** Shows a notification; resolves with whether the browser accepted it. */
export const notify = async ({ id, title, message, buttons = [] }: Notice): Promise<boolean> => {
  const iconUrl = browser.runtime.getURL('icons/96.png');
  const buttonOptions = import.meta.env.FIREFOX ? {} : { buttons: buttons.map((each) => ({ title: each })) };
  try {
    // A page chooses its title, which may be part of the message.
    const texts = { title: plainText(title), message: plainText(message) };
    await browser.notifications.create(id, { type: 'basic', iconUrl, ...texts, ...buttonOptions });
    return true;
  } catch (error) {
    logError(error);
    return false;
  }
};

/**
 * Calls back with the id of a notification when it was clicked, or with the index of its button that was. Registers synchronously if the
 * permission is granted, else as soon as it is granted: before that the browser has no such events.
 */
export const onNotificationClick = (clicked: (id: string, button: number | null) => void): void => {
  // One function, which the browser adds once: permissions are also granted while it listens already.
  const clickedOutsideButtons = (id: string): void => clicked(id, null);
  const register = (): void => {
    // In Firefox the property always exists, but is undefined without the permission.
    const api: unknown = browser.notifications;
    if (!api) return;
    browser.notifications.onClicked.addListener(clickedOutsideButtons);
    if (!import.meta.env.FIREFOX) browser.notifications.onButtonClicked.addListener(clicked);
  };
  register();
  browser.permissions.onAdded.addListener(register);
};
