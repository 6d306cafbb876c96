import { durations } from '../../lib/validity/validity.ts';
import { localItem } from '../../lib/storage/storage.ts';
import * as z from 'zod/mini';
import { notedAs } from '../../lib/errors/noted-errors.ts';
import { afterStartup } from '../../lib/async/async.ts';
import { mayNotify, notify, onNotificationClick } from '../../lib/browser/notifications.ts';
import { openPage } from '../../lib/browser/pages.ts';
import { createExpiryReminder } from '../../lib/history/expiry-reminder.ts';
import type { ExpiringLinks } from '../../lib/history/journal.ts';
import { openChangeFeed } from '../../lib/history/database.ts';
import { createReminding } from '../../lib/managing/reminding.ts';
import type { Journal } from '../../lib/history/types.ts';
import { onSettingsChange, readSettings, readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { browser } from '../../lib/webextension/browser.ts';
import type { startLinks } from './links.ts';

const name = 'expiry-reminder';

/** Milliseconds. Firefox's timers overflow after 49 days, so a later alarm is set again when this one fires. */
const longestDelay = 20 * durations.day * 1000;

/** Sets the only alarm to this moment (Unix seconds); null clears it. */
const setReminderAlarm = (moment: number | null): unknown =>
  moment === null
    ? browser.alarms.clear(name)
    : browser.alarms.create(name, { when: Math.min(moment * 1000, Date.now() + longestDelay) });

type Links = Pick<ReturnType<typeof startLinks>, 'managing' | 'read'>;

/** Notifications a day before links expire, if the setting says so. Registers its listeners at once. */
export const startExpiryReminder = (
  journal: ExpiringLinks & Pick<Journal, 'find'>,
  { managing, read }: Links,
): void => {
  const reminding = createReminding({
    find: journal.find,
    read,
    change: managing.change,
    settings: readSettingsOrDefaults,
    notify,
    openPage,
  });
  const isEnabled = async (): Promise<boolean> => (await readSettings()).expiryReminders && mayNotify();
  const remindedUntil = localItem('reminded-until', z.number());
  const { check } = createExpiryReminder({
    journal,
    remindedUntil,
    isEnabled,
    remind: reminding.remind,
    setReminderAlarm,
  });
  // It fires later if the machine slept.
  browser.alarms.onAlarm.addListener(() => void check());
  onSettingsChange(() => void check());
  openChangeFeed().addEventListener('message', () => void check());
  onNotificationClick((id, button) => void reminding.clicked(id, button).catch(notedAs(undefined)));
  afterStartup(check);
};
