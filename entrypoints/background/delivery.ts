import { sessionItem } from '../../lib/storage/storage.ts';
import { parseTrackingRules, trackingParametersIn, withoutTracking } from '../../lib/url/tracking.ts';
import { urlWarningOf } from '../../lib/url/warnings.ts';
import { readAsset } from '../../lib/browser/asset.ts';
import { showBadge } from '../../lib/browser/badge.ts';
import { injectToast, isStillAt } from '../../lib/browser/injection.ts';
import { isAnyWindowPrivate, onLastPrivateWindowClosed, openOptions } from '../../lib/browser/pages.ts';
import { hasNotifyAndCopyPermission } from '../../lib/browser/permissions.ts';
import { openInBackgroundTab, openBeside } from '../../lib/browser/tabs.ts';
import { remedy } from '../../lib/i18n/failure-sentence.ts';
import type { Shortener } from '../../lib/shortening/shortening.ts';
import { message, nothing } from '../../lib/messaging/message.ts';
import { onlyId } from '../../lib/shortening/request.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { createDelivery } from '../../lib/delivery/delivery.ts';
import type { CleanedLink } from '../../lib/delivery/outcome.ts';
import { toastOutcomeOf } from '../../lib/delivery/toast-outcome.ts';
import { storedOutcomes } from '../../lib/delivery/stored-outcomes.ts';
import { startTriggers } from './triggers.ts';
import { notifyAndCopy, startNotifications } from './notify-and-copy.ts';

const clean = async (link: string): Promise<CleanedLink> => {
  if (!(await readSettingsOrDefaults()).removeTracking) return { link, removed: [] };
  const rules = parseTrackingRules(await readAsset('/tracking.json'));
  return { link: withoutTracking(link, rules), removed: trackingParametersIn(link, rules) };
};

/** Shortening without the popup: menu, shortcut, and how outcomes are delivered. Registers its listeners at once. */
export const startDelivery = (shortener: Shortener) => {
  const delivery = createDelivery({
    shortener,
    stored: sessionItem('outcomes', storedOutcomes),
    clean,
    urlWarningOf,
    remedy: (failure) => (failure.retryAfter === undefined ? remedy(failure) : 'try-again'),
    shouldCopy: async () => (await readSettingsOrDefaults()).copyAtOnce,
    showBadge,
    onCreated: async (tabId, shortLink) =>
      (await readSettingsOrDefaults()).openAtOnce && openInBackgroundTab(tabId, shortLink),
    injectToast,
    isStillShown: isStillAt,
    isAnyWindowPrivate,
    hasNotifyAndCopyPermission,
    notifyAndCopy,
    openOutcomePage: (id, tabId) => openBeside(tabId, `/outcome.html#${id}`),
    openOptions,
  });
  startTriggers(delivery.shorten);
  startNotifications();
  onLastPrivateWindowClosed(delivery.removePrivate);
  return {
    /** A toast has started in a tab: whether it must copy the link; null if no link was requested in the tab. */
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
     * Runs the action of an outcome’s button and answers with its outcome, to a content script with what the toast shows of
     * it. Each id works once; null when it was used.
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
};
