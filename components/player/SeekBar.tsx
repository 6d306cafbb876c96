import type { TargetedEvent } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import type { Command, Report } from '../../lib/music/contract.ts';
import { positionInWords, timeInDigits } from './words.ts';

interface SeekBarProps {
  report: Report;
  give(command: Command): void;
}

/** Where the handle is held (seconds), until it is let go or another track begins under it. */
const useDragged = ({ track, total }: Report) => {
  const dragging = useState<number | null>(null);
  const [, drag] = dragging;
  useLayoutEffect(() => drag(null), [track, total === null]);
  return dragging;
};

/** Elapsed and total time; the sound follows when the handle is let go. */
export const SeekBar = ({ report, give }: SeekBarProps) => {
  const [dragged, drag] = useDragged(report);
  const { total } = report;
  const most = Math.floor(total ?? 0);
  const elapsed = dragged ?? report.elapsed;
  const share = total ? Math.min(elapsed / total, 1) : 0;
  const letGo = (event: TargetedEvent<HTMLInputElement>): void => {
    drag(null);
    if (dragged !== null) give({ do: 'seek', to: event.currentTarget.valueAsNumber });
  };
  return (
    <div class="seek">
      {/* Between two tracks there is nothing to seek in; `disabled` would take the focus away each time. */}
      <input
        type="range"
        aria-label={text('playerSeek')}
        aria-valuetext={positionInWords(elapsed, total)}
        aria-disabled={most === 0}
        min={0}
        max={most}
        step={1}
        value={Math.min(Math.floor(elapsed), most)}
        style={{ '--share': share }}
        onInput={(event) => drag(event.currentTarget.valueAsNumber)}
        onChange={letGo}
        // Firefox tells of no change where the handle came back to where it was when the focus came.
        onKeyUp={letGo}
        onPointerUp={letGo}
      />
      <p class="times">
        <span>{timeInDigits(elapsed)}</span>
        <span>{total !== null && timeInDigits(total)}</span>
      </p>
    </div>
  );
};
