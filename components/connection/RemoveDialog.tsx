import { useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { countText } from '../../lib/history/expiring-count.ts';
import { nameOf } from '../../lib/settings/connection-info.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Alert } from '../ui/Problem.tsx';
import type { ConnectionActions, ListedConnection } from './connection-form.ts';
import { hostOf } from './texts.ts';

interface RemoveDialogProps {
  connection: ListedConnection;
  all: readonly ListedConnection[];
  run(): void;
  /** Moves its links to another connection; undefined if there is none. */
  moveFirst: ConnectionActions['moveFirst'];
  onClose(): void;
}

/** Asks whether a connection should be removed, and says what happens to its links. */
const RemoveDialog = ({ connection, all, moveFirst, ...props }: RemoveDialogProps) => {
  const { id, address, activeLinks } = connection;
  const isNeeded = all.some((other) => other.id !== id && hostOf(other.address) === hostOf(address));
  return (
    <ConfirmDialog
      title={text('connectionRemoveTitle', nameOf(connection))}
      label={text('historyRemove')}
      isDangerous
      other={
        moveFirst && activeLinks > 0 ? { label: text('moveFirst'), run: () => moveFirst(id) } : undefined
      }
      {...props}
    >
      {activeLinks > 0 && <p>{countText('connectionRemoveLinks', activeLinks)}</p>}
      <p class="soft">
        {isNeeded ? text('connectionRemoveKeeps') : text('connectionRemoveRevokes', hostOf(address))}
      </p>
    </ConfirmDialog>
  );
};

interface RemovalOptions extends Pick<RemoveDialogProps, 'all' | 'moveFirst'> {
  /** Null if it is not connected yet. */
  view: ListedConnection | null;
  remove: ConnectionActions['remove'];
  onRemoved(): void;
}

/** Removes a connection after a confirmation. `dialog` asks for the confirmation, or says that removing has failed. */
export const useRemoval = ({ view, all, remove, moveFirst, onRemoved }: RemovalOptions) => {
  const [state, setState] = useState<'asking' | 'failed' | null>(null);
  const run = async (id: string): Promise<void> => {
    if (await remove(id)) onRemoved();
    else setState('failed');
  };
  const dialog =
    view && state === 'asking' ? (
      <RemoveDialog
        connection={view}
        all={all}
        moveFirst={moveFirst}
        run={() => void run(view.id)}
        onClose={() => setState((now) => (now === 'asking' ? null : now))}
      />
    ) : (
      state === 'failed' && <Alert>{text('connectionNotRemoved')}</Alert>
    );
  return { ask: view && (() => setState('asking')), dialog };
};
