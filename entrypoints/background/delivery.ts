import { sessionItem } from '../../lib/storage/storage.ts';
import { showBadge } from '../../lib/browser/badge.ts';
import { copy as writeClipboard } from '../../lib/browser/clipboard.ts';
import type { CopiedContent } from '../../lib/formats/formats.ts';
import { injectToast, isStillAt } from '../../lib/browser/injection.ts';
import {
  isAnyWindowPrivate,
  onLastPrivateWindowClosed,
  openOptions,
  openPage,
} from '../../lib/browser/pages.ts';
import { hasNotifyAndCopyPermission } from '../../lib/browser/permissions.ts';
import { openBeside, openInBackgroundTab } from '../../lib/browser/tabs.ts';
import type { Shortener } from '../../lib/shortening/shortening.ts';
import { message, nothing } from '../../lib/messaging/message.ts';
import { readLinkCleaner } from '../../lib/shortening/link-cleaner.ts';
import { onlyId } from '../../lib/shortening/request.ts';
import { offeredFormat } from '../../lib/settings/schema.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { Delivery } from '../../lib/delivery/delivery.ts';
import type { DeliveryDeps } from '../../lib/delivery/deps.ts';
import { notifyAndCopy } from '../../lib/delivery/notify-and-copy.ts';
import { copyLimit, type CopySettings } from '../../lib/delivery/outcome-view.ts';
import { toastOutcomeOf } from '../../lib/delivery/toast-outcome.ts';
import { storedDeliveries } from '../../lib/delivery/stored-deliveries.ts';
import { startTriggers } from './triggers.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { withTimeout } from '../../lib/async/timeout.ts';
import { notify, onNotificationClick } from '../../lib/browser/notifications.ts';
import { ensureOffscreenDocument } from '../../lib/browser/offscreen.ts';
import { text } from '../../lib/i18n/texts.ts';
import { type Send, sendMessage } from '../../lib/messaging/send.ts';
import type { OffscreenMessages } from '../offscreen/messages.ts';

/** The beginning of the id of each of these notifications; the id of the outcome follows. */
const idPrefix = 'outcome:';

const sendToOffscreen = sendMessage as Send<OffscreenMessages>;

/** The background page of Firefox has a clipboard; a worker has none, but the offscreen document that plays the music has one. */
const copyOnce = async (content: CopiedContent): Promise<boolean> =>
  import.meta.env.FIREFOX
    ? writeClipboard(content.text, content.html)
    : (await ensureOffscreenDocument()) && sendToOffscreen('copy', content);

const copy = (content: CopiedContent): Promise<boolean> => {
  // The offscreen document may close at the same moment; the second try opens a new one.
  const copied = copyOnce(content)
    .catch(() => copyOnce(content))
    .catch(logAndReturn(false));
  return withTimeout(copied, { milliseconds: copyLimit, onTimeout: () => false });
};

const copySettings = async (): Promise<CopySettings> => {
  const settings = await readSettingsOrDefaults();
  return { copyAtOnce: settings.copyAtOnce, ...offeredFormat(settings) };
};

const notifyOutcome = (id: string, message: string): Promise<boolean> =>
  notify({ id: idPrefix + id, title: text('extensionName'), message });

/** Shortening without the popup: menu, shortcut, and how outcomes are delivered. Registers its listeners at once. */
export const startDelivery = (shortener: Shortener, undo: DeliveryDeps['undo']) => {
  const delivery = new Delivery({
    shortener,
    undo,
    stored: sessionItem('deliveries', storedDeliveries),
    clean: async (link) => (await readLinkCleaner())(link),
    copySettings,
    showBadge,
    onCreated: async (tabId, shortLink) =>
      (await readSettingsOrDefaults()).openAtOnce && openInBackgroundTab(tabId, shortLink),
    injectToast,
    isStillShown: isStillAt,
    isAnyWindowPrivate,
    hasNotifyAndCopyPermission,
    notifyAndCopy: (id, delivered) =>
      notifyAndCopy(id, delivered, { copySettings, copy, notify: notifyOutcome }),
    openOutcomePage: (id, tabId) => openBeside(tabId, `/outcome.html#${id}`),
    openOptions,
    openHistory: () => openPage('/history.html'),
  });
  startTriggers((trigger, validity) => delivery.shorten(trigger, validity));
  onNotificationClick((id) => {
    if (id.startsWith(idPrefix)) void openPage(`/outcome.html#${id.slice(idPrefix.length)}`);
  });
  onLastPrivateWindowClosed(() => delivery.removePrivate());
  const messages = {
    /** A toast has started in a tab: how it copies the link; null if no link was requested in the tab. */
    toastReady: message({
      from: ['content-script'],
      request: nothing,
      handle: (_, tab) => delivery.toastReady(tab),
    }),

    /** The outcome for a toast, as soon as it is known; null if no link was requested. */
    toastOutcome: message({
      from: ['content-script'],
      request: nothing,
      async handle(_, tab) {
        const delivered = await delivery.toastOutcome(tab);
        return delivered && toastOutcomeOf(delivered);
      },
    }),

    /** The outcome for the page that shows it. */
    outcome: message({ from: ['outcome'], request: onlyId, handle: ({ id }) => delivery.outcome(id) }),

    /**
     * Runs the action of an outcome’s button and answers with its outcome; a content script gets only the part that the toast
     * shows. Each id works once; null when it was used. Only a content script has a `tab`.
     */
    runAction: message({
      from: ['content-script', 'outcome'],
      request: onlyId,
      async handle({ id }, tab) {
        const delivered = await delivery.runAction(id, tab);
        return delivered && tab ? toastOutcomeOf(delivered) : delivered;
      },
    }),
  };
  return { messages, delivery };
};
