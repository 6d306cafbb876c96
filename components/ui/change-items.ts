import type { Attempt } from '../../lib/history/types.ts';
import { dateText } from '../../lib/i18n/dates.ts';
import { shortTime } from '../../lib/i18n/past-dates.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { extendedExpiry, type Extension, type PossibleChanges } from '../../lib/managing/extension.ts';
import type { RequestedChange } from '../../lib/managing/request.ts';
import type { MenuItem } from './Menu.tsx';

/** The text of a menu item that extends a link. */
export const nameOfExtension = (extension: Extension): TextKey => {
  switch (extension.kind) {
    case 'by':
      return extension.unit === 'day' ? 'extendDay' : 'extendWeek';
    case 'again':
      return 'extendFirstAgain';
    case 'until':
      return 'extendDate';
  }
};

/** What the items do with a link. */
export interface ChangeActions {
  change(attempt: Attempt, change: RequestedChange): void;
  /** Asks until when the link is to be extended. */
  askForDate(attempt: Attempt): void;
  changeAddress(attempt: Attempt): void;
  deleteLink(attempt: Attempt): void;
}

interface ChangeItemsOptions {
  attempt: Attempt;
  possible: PossibleChanges;
  actions: ChangeActions;
  /** Unix seconds. */
  now: number;
}

/** The ways to extend the link, each with the date that it gives; `group`: their name in a menu that has other items, too. */
export const extendItems = (
  { attempt, possible, actions, now }: ChangeItemsOptions,
  group?: string,
): MenuItem[] => {
  const common = { icon: 'extend' as const, group };
  const items: MenuItem[] = possible.extensions.map((extension) => ({
    ...common,
    name: text(nameOfExtension(extension)),
    detail: shortTime(extendedExpiry(attempt, extension, now) * 1000),
    choose: () => actions.change(attempt, { kind: 'extend', extension }),
  }));
  if (possible.canHaveDate)
    items.push({ ...common, name: text('extendDate'), choose: () => actions.askForDate(attempt) });
  return items;
};

/** What else can be done with the link at the service, but deleting it; below a line. */
export const changeItems = ({ attempt, possible, actions }: ChangeItemsOptions): MenuItem[] => {
  if (!possible.canExpire) return [];
  const expire: MenuItem = {
    icon: 'expire',
    name: text('expireNow'),
    startsGroup: true,
    choose: () => actions.change(attempt, { kind: 'expire' }),
  };
  if (!possible.canEdit) return [expire];
  return [expire, { icon: 'edit', name: text('addressItem'), choose: () => actions.changeAddress(attempt) }];
};

export const deleteItems = ({ attempt, possible, actions }: ChangeItemsOptions): MenuItem[] =>
  possible.canExpire
    ? [
        {
          icon: 'remove',
          name: text('deleteItem'),
          isDangerous: true,
          choose: () => actions.deleteLink(attempt),
        },
      ]
    : [];

/** What has become of the link after a change. */
export const changedSentence = ({ expiresAt = 0 }: Attempt, { kind }: RequestedChange): string => {
  if (kind === 'extend')
    return text('extended', dateText(expiresAt * 1000, { dateStyle: 'medium', timeStyle: 'short' }));
  return text(kind === 'address' ? 'addressChanged' : 'undoDeleted');
};
