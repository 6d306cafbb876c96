import { useMemo } from 'preact/hooks';
import type { Attempt } from '../../lib/history/types.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import {
  commonExtensions,
  type Extension,
  isAllowedExtension,
  isManageable,
  type ManageHints,
} from '../../lib/managing/extension.ts';
import type { RequestedChange } from '../../lib/managing/request.ts';
import { noExpiry } from '../../lib/validity/contract.ts';
import type { Choice } from '../../lib/validity/validity.ts';
import type { MenuItem } from '../ui/Menu.tsx';

interface ChangeableLinks {
  selected: readonly Attempt[];
  /** Unix seconds. */
  now: number;
  manage: ManageHints;
  offered: readonly Choice[];
}

interface SelectionActionsOptions extends ChangeableLinks {
  startChange(attempts: readonly Attempt[], change: RequestedChange): void;
  /** Asks until when the selected links are to be extended. */
  askForDate(): void;
}

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

/** The changes that all of these links can have. */
export const possibleChanges = ({ selected, now, manage, offered }: ChangeableLinks) => {
  const areManageable = selected.length > 0 && selected.every((each) => isManageable(each, manage, now));
  if (!areManageable) return { areManageable, extensions: [], canHaveDate: false, canExpire: false };
  const [first] = selected;
  const date: Extension = { kind: 'until', expiresAt: now };
  return {
    areManageable,
    extensions: commonExtensions(selected, now, offered),
    canHaveDate:
      selected.every(({ expiresAt = 0 }) => expiresAt < noExpiry) &&
      first !== undefined &&
      isAllowedExtension(first, date, offered),
    canExpire: selected.every(({ expiresAt = 0 }) => expiresAt > now),
  };
};

/** The changes of the selected links that all of them can have. */
export const useSelectionActions = (options: SelectionActionsOptions) => {
  const { selected, now, manage, offered, startChange, askForDate } = options;
  const { extensions, canHaveDate, canExpire } = useMemo(
    () => possibleChanges(options),
    [selected, now, manage, offered],
  );
  const extendItems: MenuItem[] = extensions.map((extension) => ({
    name: text(nameOfExtension(extension)),
    choose: () => startChange(selected, { kind: 'extend', extension }),
  }));
  if (canHaveDate)
    extendItems.push({ name: text('extendDate'), startsGroup: extensions.length > 0, choose: askForDate });
  return { extendItems, expire: canExpire ? () => startChange(selected, { kind: 'expire' }) : null };
};
