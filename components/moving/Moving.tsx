import { text } from '../../lib/i18n/texts.ts';
import type { ListedConnection } from '../connection/connection-form.ts';
import { type MoveActions, MoveDialog } from './MoveDialog.tsx';
import { progressOf, titleOf, useMove } from './use-move.ts';

interface MovingProps {
  connections: readonly ListedConnection[];
  /** The id of the connection for which the dialog is open; empty: only if there is a move; null: it is closed. */
  first: string | null;
  actions: MoveActions;
  setFirst(first: string | null): void;
}

/** Moves links from one of several connections to another, and shows a move that is running or has a result. */
export const Moving = ({ connections, first, actions, setFirst }: MovingProps) => {
  const { move, setMove, read } = useMove(actions.readState);
  const hasSeveral = connections.length > 1;
  if (!move && !hasSeveral) return null;
  const isOpen = first !== null && (move || connections.some(({ id }) => id === first));
  return (
    <>
      <div id="move" class="card rows">
        <div class="setting">
          <div class="grow">
            <h3 class="cut num">{titleOf(move, connections)}</h3>
            <p class="note num">{move ? progressOf(move) || text('moveInHistory') : text('moveHint')}</p>
          </div>
          <button type="button" class="small" onClick={() => setFirst(connections[0]?.id ?? '')}>
            {text(move ? 'moveShow' : 'moveOpen')}
          </button>
        </div>
      </div>
      {isOpen && (
        <MoveDialog
          connections={connections}
          first={first}
          actions={actions}
          move={move}
          setMove={setMove}
          onClose={() => {
            setFirst(null);
            // Its result may have been removed, and this row with it.
            void read().then(() => {
              if (document.activeElement === document.body)
                document.querySelector<HTMLElement>('.connection button')?.focus();
            });
          }}
        />
      )}
    </>
  );
};
