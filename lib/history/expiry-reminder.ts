import { durations } from '../validity/validity.ts';
import { logAndReturn } from '../errors/error-log.ts';
import type { StoredItem } from '../storage/storage.ts';
import { serialQueue } from '../async/async.ts';
import type { Attempt } from './types.ts';
import type { HistoryJournal } from './journal.ts';

/** A person is reminded of a link this long before its expiry. */
const { day } = durations;

/** The clock of this machine, by which a link was created, may be ahead of the service's by as much. */
const clockDifferenceSeconds = 3 * durations.hour;

/** Whether a link was created, or extended, to last longer than a day. */
const lastsLongerThanDay = ({ validity, expiresAt = 0, createdAt }: Attempt): boolean => {
  const duration = expiresAt - createdAt / 1000;
  if (validity.kind !== 'duration') return duration > day;
  return validity.seconds > day || duration > day + clockDifferenceSeconds;
};

/**
 * Reminds people of links a day before they expire, at most once for each link: the only state is one time that moves
 * forward, and it is written before the reminder is shown. A late check reminds of the links that have not expired yet.
 */
export const createExpiryReminder = ({
  journal,
  remindedUntil,
  isEnabled,
  remind,
  setReminderAlarm,
  now = Date.now,
}: {
  journal: Pick<HistoryJournal, 'expiringBetween' | 'expiryAfter'>;
  /** People have been reminded of every link that expires until this time, in Unix seconds. */
  remindedUntil: StoredItem<number>;
  isEnabled(): Promise<boolean>;
  remind(links: Attempt[]): Promise<unknown>;
  /** Has `check` called at this time and cancels the previous time; null cancels only. */
  setReminderAlarm(atSeconds: number | null): unknown;
  now?: () => number;
}) => {
  const enqueue = serialQueue();

  const checkNow = async (): Promise<void> => {
    if (!(await isEnabled())) {
      await setReminderAlarm(null);
      return;
    }
    const seconds = Math.floor(now() / 1000);
    const previous = (await remindedUntil.read()) ?? 0;
    const until = seconds + day;

    // A clock that was ahead must not suppress the reminders of all links until that time.
    const after = Math.min(until, Math.max(previous, seconds));
    const expiring = await journal.expiringBetween({ after, before: until + 1 });
    const links = expiring.filter(lastsLongerThanDay);
    if (previous !== until) await remindedUntil.write(until);
    if (links.length > 0) await remind(links);

    const next = await journal.expiryAfter(until);
    await setReminderAlarm(next === null ? null : next - day);
  };

  return {
    /** Shows the reminders that are due and sets the time of the next check. Calls run one after another; never rejects. */
    check: (): Promise<unknown> => enqueue(checkNow).catch(logAndReturn(null)),
  };
};
