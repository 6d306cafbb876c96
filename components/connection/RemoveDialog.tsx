import { countText } from '../../lib/history/expiring-count.ts';
import { text } from '../../lib/i18n/texts.ts';
import { nameOf } from '../../lib/settings/connection-info.ts';
import { listed, type ListedConnection, movedFrom, step } from '../options/options-state.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { hostOf } from './texts.ts';

interface RemoveDialogProps {
  connection: ListedConnection;
  run(): void;
  onClose(): void;
}

/** Asks whether a connection should be removed, and says what happens to its links. */
export const RemoveDialog = ({ connection, run, onClose }: RemoveDialogProps) => {
  const { id, address, activeLinks } = connection;
  const others = (listed.value ?? []).filter((each) => each.id !== id);
  const isNeeded = others.some((other) => hostOf(other.address) === hostOf(address));
  const moveFirst = {
    label: text('moveFirst'),
    run: () => {
      movedFrom.value = id;
    },
  };
  // The first run has no dialog that moves links.
  const canMove = step.value === null && others.length > 0 && activeLinks > 0;
  return (
    <ConfirmDialog
      title={text('connectionRemoveTitle', nameOf(connection))}
      label={text('historyRemove')}
      isDangerous
      other={canMove ? moveFirst : undefined}
      run={run}
      onClose={onClose}
    >
      {activeLinks > 0 && <p>{countText('connectionRemoveLinks', activeLinks)}</p>}
      <p class="soft">
        {isNeeded ? text('connectionRemoveKeeps') : text('connectionRemoveRevokes', hostOf(address))}
      </p>
    </ConfirmDialog>
  );
};
