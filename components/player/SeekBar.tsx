import { useState } from 'preact/hooks';
import { text } from '../../lib/browser/texts.ts';
import type { Command, Report } from '../../lib/music/contract.ts';
import { positionInWords, timeInDigits } from './words.ts';

interface SeekBarProps {
  report: Report;
  give(command: Command): void;
}

/** Elapsed and total time; the sound follows when the handle is let go. */
export const SeekBar = ({ report, give }: SeekBarProps) => {
  const [dragged, drag] = useState<number | null>(null);
  const { total } = report;
  const most = Math.floor(total ?? 0);
  const elapsed = dragged ?? report.elapsed;
  const share = total ? Math.min(elapsed / total, 1) : 0;
  return (
    <div class="seek">
      <input
        type="range"
        aria-label={text('playerSeek')}
        aria-valuetext={positionInWords(elapsed, total)}
        min={0}
        max={most}
        step={1}
        value={Math.min(Math.floor(elapsed), most)}
        disabled={most === 0}
        style={{ '--share': share }}
        onInput={(event) => drag(event.currentTarget.valueAsNumber)}
        onChange={(event) => {
          drag(null);
          give({ do: 'seek', to: event.currentTarget.valueAsNumber });
        }}
      />
      <p class="times">
        <span>{timeInDigits(elapsed)}</span>
        <span>{total !== null && timeInDigits(total)}</span>
      </p>
    </div>
  );
};
