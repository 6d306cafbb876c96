import { useMemo } from 'preact/hooks';
import type { Attempt } from '../../lib/history/types.ts';
import { text } from '../../lib/i18n/texts.ts';
import { type ChangeableLinks, possibleChanges } from '../../lib/managing/extension.ts';
import type { RequestedChange } from '../../lib/managing/request.ts';
import { nameOfExtension } from '../ui/change-items.ts';
import type { MenuItem } from '../ui/Menu.tsx';

interface SelectionActionsOptions extends ChangeableLinks {
  startChange(attempts: readonly Attempt[], change: RequestedChange): void;
  /** Asks until when the selected links are to be extended. */
  askForDate(): void;
}

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
  if (canHaveDate) extendItems.push({ name: text('extendDate'), startsGroup: true, choose: askForDate });
  return { extendItems, expire: canExpire ? () => startChange(selected, { kind: 'expire' }) : null };
};
