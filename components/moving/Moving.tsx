import { useEffect } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { listed, movedFrom, readConnections } from '../options/options-state.ts';
import { Icon } from '../ui/Icon.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { progressOf, titleOf, useMove } from './use-move.ts';

/** Moves links from one of several connections to another, and shows a move that is running or has a result. */
export const Moving = () => {
  const { move, setMove, read } = useMove();
  // Links that were moved are no longer counted for their connection.
  useEffect(() => {
    if (move?.isRunning === false) void readConnections();
  }, [move?.isRunning]);

  const connections = listed.value ?? [];
  if (!move && connections.length < 2) return null;

  const from = movedFrom.value;
  const isOpen = from !== null && (move || connections.some(({ id }) => id === from));
  const open = (): void => {
    movedFrom.value = connections[0]?.id ?? '';
  };
  const close = async (): Promise<void> => {
    movedFrom.value = null;
    await read();
    // Its result may have been removed, and this row with it.
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('.connection button')?.focus();
  };
  return (
    <>
      <div id="move" class="setting">
        <span class="soft">
          <Icon name="move" />
        </span>
        <div class="grow apart">
          <h3 class="num">{titleOf(move, connections)}</h3>
          <p class="note num">{move ? progressOf(move) || text('moveInHistory') : text('moveHint')}</p>
        </div>
        <button type="button" class="small" onClick={open}>
          {text(move ? 'moveShow' : 'moveOpen')}
        </button>
      </div>
      {isOpen && <MoveDialog initialFrom={from} move={move} setMove={setMove} onClose={() => void close()} />}
    </>
  );
};
