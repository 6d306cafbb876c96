import { browser } from '@wxt-dev/webextension-polyfill/browser';

const name = 'ending';

/** Milliseconds: Firefox counts to 49 days and then begins anew. Whoever is woken too early looks and sleeps on. */
const longestDelay = 20 * 86_400_000;

/** Wakes the background at that moment (Unix seconds), and no more at the one before; null for never. */
export const wakeAt = (moment: number | null): unknown =>
  moment === null
    ? browser.alarms.clear(name)
    : browser.alarms.create(name, { when: Math.min(moment * 1000, Date.now() + longestDelay) });

/** Calls back when the moment has come, or later where the machine slept. Registers at once. */
export const onWake = (woken: () => void): void => browser.alarms.onAlarm.addListener(woken);
