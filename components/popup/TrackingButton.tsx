import { formatList, text } from '../../lib/i18n/texts.ts';
import type { useTracking } from './use-address.ts';

const isUtm = (name: string): boolean => name.startsWith('utm_');

/** The names as a list in which `utm_*` stands for several `utm_` names. */
const shortList = (names: readonly string[]): string => {
  const others = names.filter((name) => !isUtm(name));
  const utm = names.filter(isUtm);
  return formatList([...(utm.length > 1 ? ['utm_*'] : utm), ...others]);
};

/** The button that removes the tracking parameters from the address, and afterwards restores them. Always one line. */
export const TrackingButton = ({ tracking }: { tracking: ReturnType<typeof useTracking> }) => (
  <button class="quiet tracking" type="button" title={formatList(tracking.names)} onClick={tracking.toggle}>
    <span class="cut">
      {text(tracking.isRemoved ? 'trackingRestore' : 'trackingRemove', shortList(tracking.names))}
    </span>
  </button>
);
