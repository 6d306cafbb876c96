import { formatList, text } from '../../lib/i18n/texts.ts';

interface TrackingBoxProps {
  /** Names of the tracking parameters that are in the address, or were. */
  names: readonly string[];
  isRemoved: boolean;
  toggle(): void;
}

const isUtm = (name: string): boolean => name.startsWith('utm_');

/** The names, as many `utm_` ones as there may be as one. */
const inShort = (names: readonly string[]): string => {
  const others = names.filter((name) => !isUtm(name));
  const utm = names.filter(isUtm);
  return formatList([...(utm.length > 1 ? ['utm_*'] : utm), ...others]);
};

/** Takes tracking parameters out of the address, and puts them back. One line, whatever their number. */
export const TrackingBox = ({ names, isRemoved, toggle }: TrackingBoxProps) => (
  <label class="tracking" title={formatList(names)}>
    <input type="checkbox" checked={isRemoved} onChange={toggle} />
    <span class="cut">{text('careRemove', inShort(names))}</span>
  </label>
);
