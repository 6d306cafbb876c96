import { notedAs } from '../../lib/errors/noted-errors.ts';
import { withTimeout } from '../../lib/async/async.ts';
import { notify, onNotificationClick } from '../../lib/browser/notifications.ts';
import { ensureOffscreenDocument } from '../../lib/browser/offscreen.ts';
import { openPage } from '../../lib/browser/pages.ts';
import type { DeliveredOutcome } from '../../lib/delivery/contract.ts';
import { linkFailureSentence } from '../../lib/i18n/failure-sentence.ts';
import { text } from '../../lib/i18n/texts.ts';
import { type Send, sendMessage } from '../../lib/messaging/send.ts';
import type { OffscreenMessages } from '../offscreen/messages.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';

/** The beginning of the id of each of these notifications; the id of the outcome follows. */
const idPrefix = 'outcome:';

const sendToOffscreen = sendMessage as Send<OffscreenMessages>;

/** Milliseconds: a write to the clipboard may never settle. */
const copyLimit = 5_000;

/** The background page of Firefox has a clipboard; a worker has none, but the offscreen document of the sound does. */
const copyOnce = async (shortLink: string): Promise<boolean> => {
  if (!import.meta.env.FIREFOX)
    return (await ensureOffscreenDocument()) && sendToOffscreen('copy', { text: shortLink });
  await navigator.clipboard.writeText(shortLink);
  return true;
};

const copy = (shortLink: string): Promise<boolean> => {
  // The offscreen document may close at the same moment; the second try opens a new one.
  const copied = copyOnce(shortLink)
    .catch(() => copyOnce(shortLink))
    .catch(notedAs(false));
  return withTimeout(copied, { milliseconds: copyLimit, late: () => false });
};

const messageOf = ({ outcome }: DeliveredOutcome, isCopied: boolean): string => {
  if (!outcome.ok) return linkFailureSentence(outcome.failure, text);
  return text(isCopied ? 'outcomeNoticeCopied' : 'outcomeNoticeNotCopied', outcome.shortLink);
};

/** Copies the short link and shows the outcome in a notification. Resolves with whether the browser showed it. */
export const notifyAndCopy = async (id: string, delivered: DeliveredOutcome): Promise<boolean> => {
  const { outcome } = delivered;
  const isCopied =
    outcome.ok && (await readSettingsOrDefaults()).copyAtOnce && (await copy(outcome.shortLink));
  return notify({
    id: idPrefix + id,
    title: text('extensionName'),
    message: messageOf(delivered, isCopied),
  });
};

/** Opens the page of the outcome when such a notification is clicked. Registers its listener at once. */
export const startNotifications = (): void =>
  onNotificationClick((id) => {
    if (id.startsWith(idPrefix)) void openPage(`/outcome.html#${id.slice(idPrefix.length)}`);
  });
