import { formatList, text } from '../../lib/i18n/texts.ts';

interface TrackingBoxProps {
  /** Names of the tracking parameters that are in the address, or were removed from it. */
  names: readonly string[];
  isRemoved: boolean;
  toggle(): void;
}

const isUtm = (name: string): boolean => name.startsWith('utm_');

/** The names as a list in which `utm_*` stands for several `utm_` names. */
const shortList = (names: readonly string[]): string => {
  const others = names.filter((name) => !isUtm(name));
  const utm = names.filter(isUtm);
  return formatList([...(utm.length > 1 ? ['utm_*'] : utm), ...others]);
};

/** The checkbox that removes the tracking parameters from the address and restores them. Always one line. */
export const TrackingBox = ({ names, isRemoved, toggle }: TrackingBoxProps) => (
  <label class="tracking" title={formatList(names)}>
    <input type="checkbox" checked={isRemoved} onChange={toggle} />
    <span class="cut">{text('trackingRemove', shortList(names))}</span>
  </label>
);
