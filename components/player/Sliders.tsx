import type { TargetedEvent } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { percentText } from '../../lib/i18n/numbers.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { PlayerReport } from '../../lib/music/contract.ts';
import { customProperty } from '../overlay/elements.ts';
import { GeneratedText } from './GeneratedText.tsx';
import { CommandButton, type ControlProps } from './command-buttons.tsx';
import { durationDigits, positionText } from './player-texts.ts';

/** The position (seconds) to which the handle is dragged; null once it is released or another track begins. */
const useDraggedPosition = ({ track, total }: PlayerReport) => {
  const state = useState<number | null>(null);
  const [, setDragged] = state;
  useLayoutEffect(() => setDragged(null), [track, total === null]);
  return state;
};

/** Elapsed and total time. It seeks when the handle is released. */
export const SeekBar = ({ report, send }: ControlProps) => {
  const [dragged, setDragged] = useDraggedPosition(report);
  const { total } = report;
  // Before the music plays, the position of the last time says nothing without the length.
  const isUnknown = total === null && report.phase === 'paused';
  const most = Math.floor(total ?? 0);
  const elapsed = dragged ?? report.elapsed;
  const share = total ? Math.min(elapsed / total, 1) : 0;
  const release = (event: TargetedEvent<HTMLInputElement>): void => {
    setDragged(null);
    if (dragged !== null) send({ type: 'seek', to: event.currentTarget.valueAsNumber });
  };
  return (
    <div class="seek">
      {/* `aria-disabled` between two tracks: with `disabled` it would lose the focus each time. */}
      <input
        type="range"
        aria-labelledby="seek"
        aria-valuetext={positionText(elapsed, total)}
        aria-disabled={most === 0}
        min={0}
        max={most}
        step={1}
        value={Math.min(Math.floor(elapsed), most)}
        style={{ [customProperty('share')]: share }}
        onInput={(event) => setDragged(event.currentTarget.valueAsNumber)}
        onChange={release}
        // Firefox fires no change event if the handle is released at its position before the focus.
        onKeyUp={release}
        onPointerUp={release}
      />
      <GeneratedText id="seek" class="unseen" text={text('playerSeek')} />
      <p class="times">
        <GeneratedText text={isUnknown ? '' : durationDigits(elapsed)} />
        <GeneratedText text={total === null ? '' : durationDigits(total)} />
      </p>
    </div>
  );
};

export const VolumeBar = ({ report, send }: ControlProps) => (
  <div class={report.muted ? 'volume muted' : 'volume'}>
    <CommandButton name="mute" report={report} send={send} />
    <input
      type="range"
      aria-labelledby="volume"
      aria-valuetext={percentText(report.volume)}
      min={0}
      max={100}
      step={1}
      value={Math.round(report.volume * 100)}
      style={{ [customProperty('share')]: report.volume }}
      onInput={(event) => send({ type: 'volume', to: event.currentTarget.valueAsNumber / 100 })}
    />
    <GeneratedText id="volume" class="unseen" text={text('playerVolume')} />
  </div>
);
