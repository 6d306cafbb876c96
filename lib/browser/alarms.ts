import { browser } from '../webextension/browser.ts';

/** The alarm of the expiry reminder. */
const name = 'expiry-reminder';

/** Milliseconds. Firefox's timers overflow after 49 days, so a later alarm is set again when this one fires. */
const longestDelay = 20 * 86_400_000;

/** Sets the only alarm to this moment (Unix seconds); null clears it. */
export const setReminderAlarm = (moment: number | null): unknown =>
  moment === null
    ? browser.alarms.clear(name)
    : browser.alarms.create(name, { when: Math.min(moment * 1000, Date.now() + longestDelay) });

/** Calls back when the alarm fires, which is later if the machine slept. Registers synchronously. */
export const onReminderAlarm = (woken: () => void): void => browser.alarms.onAlarm.addListener(woken);
