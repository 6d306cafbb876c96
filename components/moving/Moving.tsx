import { useEffect } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { ListedConnection } from '../connection/connection-form.ts';
import { type MoveActions, MoveDialog } from './MoveDialog.tsx';
import { progressOf, titleOf, useMove } from './use-move.ts';

interface MovingProps {
  connections: readonly ListedConnection[];
  /**
   * The id of the connection whose links the dialog offers to move; null while the dialog is closed. With an empty id, it is open
   * only if a move is running or has a result.
   */
  movedFrom: string | null;
  actions: MoveActions;
  setMovedFrom(id: string | null): void;
  /** Called when a move has ended: links that were moved are no longer counted for their connection. */
  onEnded(): void;
}

/** Moves links from one of several connections to another, and shows a move that is running or has a result. */
export const Moving = ({ connections, movedFrom, actions, setMovedFrom, onEnded }: MovingProps) => {
  const { move, setMove, read } = useMove(actions.readState);
  useEffect(() => {
    if (move?.isRunning === false) onEnded();
  }, [move?.isRunning]);
  const hasSeveral = connections.length > 1;
  if (!move && !hasSeveral) return null;
  const isOpen = movedFrom !== null && (move || connections.some(({ id }) => id === movedFrom));
  return (
    <>
      <div id="move" class="card rows">
        <div class="setting">
          <div class="grow">
            <h3 class="cut num">{titleOf(move, connections)}</h3>
            <p class="note num">{move ? progressOf(move) || text('moveInHistory') : text('moveHint')}</p>
          </div>
          <button type="button" class="small" onClick={() => setMovedFrom(connections[0]?.id ?? '')}>
            {text(move ? 'moveShow' : 'moveOpen')}
          </button>
        </div>
      </div>
      {isOpen && (
        <MoveDialog
          connections={connections}
          initialFrom={movedFrom}
          actions={actions}
          move={move}
          setMove={setMove}
          onClose={() => {
            setMovedFrom(null);
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
