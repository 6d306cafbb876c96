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
import type { Handlers } from '../../lib/messaging/serve.ts';
import { readSettingsOrDefaults } from '../../lib/settings/settings.ts';
import { createDelivery } from '../../lib/delivery/delivery.ts';
import type { CleanedLink } from '../../lib/delivery/outcome.ts';
import { toastOutcomeOf } from '../../lib/delivery/toast-outcome.ts';
import { storedOutcomes } from '../../lib/delivery/stored-outcomes.ts';
import { startTriggers } from './triggers.ts';
import { notifyAndCopy, startNotifications } from './notify-and-copy.ts';

export type DeliveryMessages = 'toastReady' | 'toastOutcome' | 'outcome' | 'runAction';

const clean = async (link: string): Promise<CleanedLink> => {
  if (!(await readSettingsOrDefaults()).removeTracking) return { link, removed: [] };
  const rules = parseTrackingRules(await readAsset('/tracking.json'));
  return { link: withoutTracking(link, rules), removed: trackingParametersIn(link, rules) };
};

/** Shortening without the popup: menu, shortcut, and how outcomes are delivered. Registers its listeners at once. */
export const startDelivery = (shortener: Shortener): Pick<Handlers, DeliveryMessages> => {
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
    toastReady: (_, tab) => delivery.toastReady(tab),
    async toastOutcome(_, tab) {
      const delivered = await delivery.toastOutcome(tab);
      return delivered && toastOutcomeOf(delivered);
    },
    outcome: ({ id }) => delivery.outcome(id),
    async runAction({ id }, tab) {
      const delivered = await delivery.runAction(id, tab);
      return delivered && tab ? toastOutcomeOf(delivered) : delivered;
    },
  };
};
