import type { Attempt } from '../../lib/history/types.ts';
import { dateText } from '../../lib/i18n/dates.ts';
import { shortDay } from '../../lib/i18n/past-dates.ts';
import { text } from '../../lib/i18n/texts.ts';
import { extendedExpiry, type PossibleChanges } from '../../lib/managing/extension.ts';
import type { ChangeOfExpiry, Extension, RequestedChange } from '../../lib/managing/request.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import type { MenuItem } from './Menu.tsx';

const extensionNames = {
  day: 'extendByDay',
  week: 'extendByWeek',
  month: 'extendByMonth',
  again: 'extendFirstAgain',
  until: 'extendToDate',
} as const;

/** In a menu that is not that of a button Extend, whose items say less. */
const namesAmongOthers = {
  ...extensionNames,
  day: 'extendDay',
  week: 'extendWeek',
  until: 'extendDate',
} as const;

/** What can be changed of a link, and what the items of a menu do with it. */
export interface LinkChanges {
  attempt: Attempt;
  possible: PossibleChanges;
  /** Unix seconds. */
  now: number;
  change(change: RequestedChange): void;
  /** Opens the dialog for a date, for another address, or which asks before the link is deleted. */
  askFor(kind: 'extend' | 'address' | 'delete'): void;
}

/** The ways to extend these links. For a single link, each item shows the day on which it would then expire. */
export const extendItems = ({
  attempts,
  possible,
  now,
  extend,
  askForDate,
  hasOthers = false,
}: {
  attempts: readonly Attempt[];
  possible: Pick<PossibleChanges, 'extensions' | 'canHaveDate'>;
  /** Unix seconds. */
  now: number;
  extend(change: ChangeOfExpiry): void;
  askForDate(): void;
  /** Whether the menu is not that of a button Extend. */
  hasOthers?: boolean;
}): MenuItem[] => {
  const [single, ...others] = attempts;
  const dayOf = (extension: Extension): string | undefined =>
    single && others.length === 0 ? shortDay(extendedExpiry(single, extension, now) * 1000) : undefined;
  // A menu that has others as well would be too high for a small window: there, a date stands for it.
  const extensions = possible.extensions.filter(
    (each) => !hasOthers || each.kind !== 'by' || each.unit !== 'month',
  );
  const names = hasOthers ? namesAmongOthers : extensionNames;
  const items: MenuItem[] = extensions.map((extension) => ({
    name: text(names[extension.kind === 'by' ? extension.unit : extension.kind]),
    detail: dayOf(extension),
    choose: () => extend({ kind: 'extend', extension }),
  }));
  if (possible.canHaveDate)
    items.push({ name: text(names.until), startsGroup: !hasOthers, choose: askForDate });
  return items;
};

/** The ways to extend one link. In a menu that has others as well (`hasOthers`), an icon on the first one stands for all. */
export const extendItemsForLink = (
  { attempt, possible, now, change, askFor }: LinkChanges,
  hasOthers = false,
): MenuItem[] =>
  extendItems({
    attempts: [attempt],
    possible,
    now,
    extend: change,
    askForDate: () => askFor('extend'),
    hasOthers,
  }).map((item, at) => (hasOthers && at === 0 ? { ...item, icon: 'extend' } : item));

/** The items, below a line, that expire the link and change its address. */
export const changeItems = ({ possible, change, askFor }: LinkChanges): MenuItem[] => {
  if (!possible.canExpire) return [];
  const expire: MenuItem = {
    icon: 'expire',
    name: text('expireNow'),
    startsGroup: true,
    choose: () => change({ kind: 'expire' }),
  };
  if (!possible.canEdit) return [expire];
  return [expire, { icon: 'edit', name: text('addressItem'), choose: () => askFor('address') }];
};

export const deleteItems = ({ possible, askFor }: LinkChanges): MenuItem[] =>
  possible.canExpire
    ? [
        {
          icon: 'remove',
          name: text('deleteItem'),
          isDangerous: true,
          choose: () => askFor('delete'),
        },
      ]
    : [];

/** What has become of the link after a change. */
export const changedSentence = ({ expiresAt = 0 }: Attempt, { kind }: RequestedChange): string => {
  if (kind === 'extend' && expiresAt >= noExpiry) return text('expiryNever');
  if (kind === 'extend')
    return text('extended', dateText(expiresAt * 1000, { dateStyle: 'medium', timeStyle: 'short' }));
  return text(kind === 'address' ? 'addressChanged' : 'noLongerWorks');
};
