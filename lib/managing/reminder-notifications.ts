import { notify } from '../browser/notifications.ts';
import { openPage } from '../browser/pages.ts';
import { serialQueue } from '../async/async.ts';
import { withTimeout } from '../async/timeout.ts';
import { logAndReturn } from '../errors/error-log.ts';
import { filteredPath } from '../history/search.ts';
import type { Attempt } from '../history/types.ts';
import { dateText } from '../i18n/dates.ts';
import { failureSentence } from '../i18n/failure-sentence.ts';
import { joinSentences, plural, text, withSpaces } from '../i18n/texts.ts';
import { featuresOf } from '../settings/connection-info.ts';
import { readSettingsOrDefaults } from '../settings/settings.ts';
import { durations } from '../validity/validity.ts';
import { isAllowedExtension, isManageable } from './extension.ts';
import type { ChangeOutcome, ChangeRequest, Extension } from './request.ts';

/**
 * The id of a notification is the page that a click opens, such as `/history.html#recreate=ID`. If `&extend=ID` follows it, the
 * first button extends that link instead.
 */
const historyPath = '/history.html';
const extendParameter = '&extend=';

const byWeek: Extension = { kind: 'by', unit: 'week' };

/** How long a reminder waits for the service: it must appear before the background stops. */
const readLimitMs = 5_000;

const nameAndLink = ({ title, link, shortLink = '' }: Attempt): string =>
  text('reminderOne', title || link, shortLink);

const openedText = (count: number): string =>
  withSpaces(count === 0 ? text('reminderNeverOpened') : plural('reminderOpened', count));

const extendedText = ({ expiresAt = 0 }: Attempt): string =>
  text('extended', dateText(expiresAt * 1000, { month: 'short', day: 'numeric' }));

/** The notifications a day before links expire, and what their buttons do. */
export const createReminderNotifications = ({
  find,
  read,
  change,
  now = Date.now,
}: {
  find(id: string): Promise<Attempt | null>;
  /** The attempt, updated with what the service answers about its link; null if there is no answer. */
  read(attempt: Attempt): Promise<Attempt | null>;
  change(request: ChangeRequest): Promise<ChangeOutcome>;
  now?: () => number;
}) => {
  const enqueue = serialQueue();
  const expiresSoon = ({ expiresAt = 0 }: Attempt): boolean => expiresAt <= now() / 1000 + durations.day;

  const readNow = (attempt: Attempt): Promise<Attempt | null> =>
    withTimeout(read(attempt).catch(logAndReturn(null)), {
      milliseconds: readLimitMs,
      onTimeout: () => null,
    });

  const remindOfOne = async (attempt: Attempt): Promise<void> => {
    const { connections, offered } = await readSettingsOrDefaults();
    const canManage = isManageable(attempt, connections, now() / 1000);
    const hasOpens = featuresOf(connections, attempt.account).includes('opens');
    const current = canManage && hasOpens ? await readNow(attempt) : null;
    // The link was extended elsewhere.
    if (current && !expiresSoon(current)) return;
    const canExtend = canManage && isAllowedExtension(attempt, byWeek, offered);
    await notify({
      id: `${historyPath}#recreate=${attempt.id}${canExtend ? extendParameter + attempt.id : ''}`,
      title: text('reminderTitle'),
      message: [nameAndLink(attempt), ...(current?.opens ? [openedText(current.opens.count)] : [])].join(' '),
      buttons: [...(canExtend ? [withSpaces(text('extendWeek'))] : []), text('newLink')],
    });
  };

  const extend = async (id: string): Promise<void> => {
    const attempt = await find(id);
    // The button was pressed twice, or the link was extended meanwhile.
    const isDone = attempt !== null && !expiresSoon(attempt);
    const outcome: ChangeOutcome = isDone
      ? { ok: true, attempt }
      : await change({ id, private: false, change: { kind: 'extend', extension: byWeek } });
    const sentence = outcome.ok ? extendedText(outcome.attempt) : failureSentence(outcome.failure, 'change');
    await notify({
      id: `${historyPath}#extended=${id}`,
      title: text('extensionName'),
      message: joinSentences([withSpaces(sentence), ...(attempt ? [nameAndLink(attempt)] : [])]),
    });
  };

  return {
    async remind(links: readonly Attempt[]): Promise<void> {
      const [first, ...others] = links;
      if (first && others.length === 0) return remindOfOne(first);
      await notify({
        id: filteredPath('week'),
        title: text('reminderTitle'),
        message: withSpaces(plural('reminderMany', links.length)),
      });
    },
    /** Does what a click on a notification asks for; `button`: the index of the button that was clicked. */
    async clicked(id: string, button: number | null): Promise<void> {
      if (!id.startsWith(historyPath)) return;
      const [page = '', idToExtend] = id.split(extendParameter);
      if (button === 0 && idToExtend !== undefined) await enqueue(() => extend(idToExtend));
      else await openPage(page);
    },
  };
};
