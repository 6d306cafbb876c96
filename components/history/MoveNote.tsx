import { text } from '../../lib/i18n/texts.ts';
import type { ConnectionHint } from '../../lib/settings/connection-hint.ts';
import { progressOf, type ReadMove, titleOf, useMove } from '../moving/use-move.ts';
import { Icon } from '../ui/Icon.tsx';

interface MoveNoteProps {
  readMove: ReadMove;
  connections: readonly ConnectionHint[];
}

/** Says how far a move of links is, until its result was seen, and leads to it. */
export const MoveNote = ({ readMove, connections }: MoveNoteProps) => {
  const { move } = useMove(readMove);
  if (!move) return null;
  const progress = progressOf(move);
  return (
    <p class="notice">
      <Icon name="info" />
      <span class="grow num">
        <bdi>{titleOf(move, connections)}</bdi>
        {progress && ` · ${progress}`}
      </span>
      <a href="/options.html#move">{text('moveShow')}</a>
    </p>
  );
};
