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
import { readLinkCleaner } from '../../lib/shortening/link-cleaner.ts';
import { offeredFormat } from '../../lib/settings/schema.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { Delivery } from '../../lib/delivery/delivery.ts';
import type { DeliveryDeps } from '../../lib/delivery/deps.ts';
import { notifyAndCopy } from '../../lib/delivery/notify-and-copy.ts';
import { copyLimit, type CopySettings } from '../../lib/delivery/outcome-view.ts';
import { storedDeliveries } from '../../lib/delivery/stored-deliveries.ts';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { withTimeout } from '../../lib/async/timeout.ts';
import { notify, onNotificationClick } from '../../lib/browser/notifications.ts';
import { ensureOffscreenDocument } from '../../lib/browser/offscreen.ts';
import { text } from '../../lib/i18n/texts.ts';
import { createClient } from '../../lib/messaging/send.ts';
import type { OffscreenMessages } from '../offscreen/messages.ts';

/** The beginning of the id of each of these notifications; the id of the outcome follows. */
const idPrefix = 'outcome:';

const offscreen = createClient<OffscreenMessages>();

/** Chromium's worker has no clipboard, but the offscreen document that plays the music has one. Undefined without an answer. */
const copyOffscreen = async (content: CopiedContent): Promise<boolean | undefined> =>
  (await ensureOffscreenDocument()) && offscreen.copy(content);

/** The background page of Firefox has a clipboard. */
const copyHere = async (content: CopiedContent): Promise<boolean> => {
  if (import.meta.env.FIREFOX) return writeClipboard(content.text, content.html);
  // The offscreen document may close at the same moment; the second try opens a new one.
  return (await copyOffscreen(content)) ?? (await copyOffscreen(content)) ?? false;
};

const copy = (content: CopiedContent): Promise<boolean> => {
  const copied = copyHere(content).catch(logAndReturn(false));
  return withTimeout(copied, { milliseconds: copyLimit, onTimeout: () => false });
};

const copySettings = async (): Promise<CopySettings> => {
  const settings = await readSettingsOrDefaults();
  return { copyAtOnce: settings.copyAtOnce, ...offeredFormat(settings) };
};

const notifyOutcome = (id: string, message: string): Promise<boolean> =>
  notify({ id: idPrefix + id, title: text('extensionName'), message });

/** How outcomes of links that were requested without the popup are delivered. Registers its listeners at once. */
export const startDelivery = (shortener: Shortener, undo: DeliveryDeps['undo']): Delivery => {
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
  onNotificationClick((id) => {
    if (id.startsWith(idPrefix)) void openPage(`/outcome.html#${id.slice(idPrefix.length)}`);
  });
  onLastPrivateWindowClosed(() => delivery.removePrivate());
  return delivery;
};
