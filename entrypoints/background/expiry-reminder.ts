import { durations } from '../../lib/validity/validity.ts';
import { localItem } from '../../lib/storage/storage.ts';
import * as z from 'zod/mini';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { afterStartup, serialQueue } from '../../lib/async/async.ts';
import { mayNotify, onNotificationClick } from '../../lib/browser/notifications.ts';
import { countExpiring, countText } from '../../lib/history/expiring-count.ts';
import { createExpiryReminder } from '../../lib/history/expiry-reminder.ts';
import type { HistoryJournal } from '../../lib/history/journal.ts';
import { openChangeFeed } from '../../lib/history/database.ts';
import { createReminderNotifications } from '../../lib/managing/reminder-notifications.ts';
import { text, withSpaces } from '../../lib/i18n/texts.ts';
import { onSettingsChange, readSettings } from '../../lib/settings/settings.ts';
import { browser } from '../../lib/webextension/browser.ts';
import type { LinkChanger } from '../../lib/managing/link-changer.ts';
import type { LinkLoader } from '../../lib/managing/link-loader.ts';

/** The names of the alarms: for the next reminder, and for when the number in the tooltip changes. */
const reminderAlarm = 'expiry-reminder';
const tooltipAlarm = 'expiry-tooltip';

/** Firefox's timers overflow after 49 days, so a later alarm is set again when this one fires. */
const longestDelayMs = 20 * durations.day * 1000;

/** Sets the alarm to this moment; null clears it. */
const setAlarm = (name: string, atSeconds: number | null): unknown =>
  atSeconds === null
    ? browser.alarms.clear(name)
    : browser.alarms.create(name, { when: Math.min(atSeconds * 1000, Date.now() + longestDelayMs) });

/** The time between a change of the history and its check, so that the check does not delay the creation of a link. */
const changeDelayMs = 1000;

/** Says in the tooltip of the toolbar button how many links expire within a week. */
const updateTooltip = async (journal: HistoryJournal): Promise<void> => {
  const { count, changesAt } = await countExpiring(journal, Math.floor(Date.now() / 1000));
  const title = text('actionTitle');
  await browser.action.setTitle({
    title: count === 0 ? title : `${title}\n${withSpaces(countText('expiringThisWeek', count))}`,
  });
  await setAlarm(tooltipAlarm, changesAt);
};

/**
 * Notifications a day before links expire, if the setting says so, and the number of links that expire soon in the tooltip.
 * Registers its listeners at once.
 */
export const startExpiryReminder = (
  journal: HistoryJournal,
  { change }: LinkChanger,
  { read }: LinkLoader,
): void => {
  const reminders = createReminderNotifications({ find: journal.find, read, change });
  const isEnabled = async (): Promise<boolean> => (await readSettings()).expiryReminders && mayNotify();
  const remindedUntil = localItem('reminded-until', z.number());
  const { check } = createExpiryReminder({
    journal,
    remindedUntil,
    isEnabled,
    remind: reminders.remind,
    setReminderAlarm: (atSeconds) => setAlarm(reminderAlarm, atSeconds),
  });
  const run = serialQueue();
  const checkAll = (): void => {
    void check();
    run(() => updateTooltip(journal)).catch(logAndReturn(undefined));
  };
  // Any alarm checks everything: alarms fire late after the machine has slept.
  browser.alarms.onAlarm.addListener(checkAll);
  onSettingsChange(() => void check());
  let isCheckScheduled = false;
  const checkLater = (): void => {
    if (isCheckScheduled) return;
    isCheckScheduled = true;
    setTimeout(() => {
      isCheckScheduled = false;
      checkAll();
    }, changeDelayMs);
  };
  // The browser does not store the tooltip: this listener starts the background with the browser, which sets it again.
  browser.runtime.onStartup.addListener(() => undefined);
  onNotificationClick((id, button) => void reminders.clicked(id, button).catch(logAndReturn(undefined)));
  afterStartup(() => {
    openChangeFeed().addEventListener('message', checkLater);
    checkAll();
  });
};
