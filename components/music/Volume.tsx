import { useEffect, useRef, useState } from 'preact/hooks';
import { logAndReturn } from '../../lib/errors/error-log.ts';
import { percentText } from '../../lib/i18n/numbers.ts';
import { text } from '../../lib/i18n/texts.ts';
import type { PlayerEvent, RemoteControl } from '../../lib/music/contract.ts';
import { findRunningPlayer } from '../../lib/music/remote.ts';
import { writeVolume } from '../../lib/music/music-provider.ts';
import { volume } from '../options/options-state.ts';

/** Milliseconds between two commands while the slider moves. */
const commandInterval = 100;

/** Milliseconds for which reports are ignored after a change: they may still show the volume before it. */
const pendingTime = 400;

/** Calls `act` at most once per interval, and in the end with the latest value. */
const createThrottle = (act: (value: number) => void) => {
  let waiting: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = (): void => {
    timer = undefined;
    if (waiting === null) return;
    act(waiting);
    waiting = null;
    timer = setTimeout(run, commandInterval);
  };
  return (value: number): void => {
    waiting = value;
    if (timer === undefined) run();
  };
};

/**
 * Returns a function that resolves with the running audio player, once that has loaded its settings: before, it neither
 * reports nor saves the volume. It looks for one when the component mounts and then at each call, if there is none.
 */
const usePlayer = (changed: (volume: number) => void) => {
  const remote = useRef<RemoteControl | null>(null);
  const isReady = useRef(false);
  const unmount = useRef(new AbortController());

  const handleEvent = (event: PlayerEvent | null): void => {
    if (event?.kind === 'tracks') return;
    if (event === null) remote.current = null;
    // Without a track it has not loaded its settings yet.
    isReady.current = event !== null && event.report.track !== null;
    if (event !== null && isReady.current) changed(event.report.volume);
  };

  const find = async (): Promise<RemoteControl | null> => {
    if (!remote.current) {
      const { signal } = unmount.current;
      remote.current = await findRunningPlayer(signal);
      remote.current?.listen(handleEvent, signal);
    }
    return isReady.current ? remote.current : null;
  };

  useEffect(() => {
    void find();
    // The throttle may still send the latest value.
    return () => void setTimeout(() => unmount.current.abort(), 2 * commandInterval);
  }, []);
  return find;
};

/** The volume. A change is stored at once and applies to music that plays. It starts no audio player. */
export const Volume = () => {
  const [isUnsaved, setUnsaved] = useState(false);
  const pendingUntil = useRef(0);
  const findPlayer = usePlayer((reported) => {
    if (Date.now() > pendingUntil.current) volume.value = reported;
  });

  /** A running audio player would overwrite the stored value with its own, and stores none for a private window. */
  const apply = async (to: number): Promise<void> => {
    const player = await findPlayer();
    player?.command({ type: 'volume', to });
    const isSaved = await writeVolume(to).then(() => true, logAndReturn(false));
    setUnsaved(!isSaved);
  };
  const [applyThrottled] = useState(() => createThrottle((to) => void apply(to)));

  const change = (to: number): void => {
    pendingUntil.current = Date.now() + pendingTime;
    volume.value = to;
    applyThrottled(to);
  };
  return (
    <div class="setting">
      <div class="grow">
        <label for="volume">{text('musicVolume')}</label>
        <p role="alert" class="note warn">
          {isUnsaved && text('musicVolumeUnsaved')}
        </p>
      </div>
      <div class="range">
        <input
          id="volume"
          type="range"
          min="0"
          max="100"
          value={Math.round(volume.value * 100)}
          aria-valuetext={percentText(volume.value)}
          onInput={(event) => change(event.currentTarget.valueAsNumber / 100)}
        />
        <output for="volume" class="meta num" aria-hidden="true">
          {percentText(volume.value)}
        </output>
      </div>
    </div>
  );
};
