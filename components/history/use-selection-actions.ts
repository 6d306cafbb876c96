import { useMemo } from 'preact/hooks';
import type { Attempt } from '../../lib/history/types.ts';
import { type ChangeableLinks, possibleChanges } from '../../lib/managing/extension.ts';
import type { RequestedChange } from '../../lib/managing/request.ts';
import { extendItems } from '../ui/change-items.ts';

interface SelectionActionsOptions extends ChangeableLinks {
  startChange(attempts: readonly Attempt[], change: RequestedChange): void;
  /** Asks until when the selected links are to be extended. */
  askForDate(): void;
}

/** The changes of the selected links that all of them can have. */
export const useSelectionActions = (options: SelectionActionsOptions) => {
  const { selected, now, connections, offered, startChange, askForDate } = options;
  const possible = useMemo(() => possibleChanges(options), [selected, now, connections, offered]);
  return {
    extendItems: extendItems({
      attempts: selected,
      possible,
      now,
      extend: (change) => startChange(selected, change),
      askForDate,
    }),
    expire: possible.canExpire ? () => startChange(selected, { kind: 'expire' }) : null,
  };
};
