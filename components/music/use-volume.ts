import { useEffect, useRef, useState } from 'preact/hooks';
import type { Remote, Report } from '../../lib/music/contract.ts';
import type { MusicActions } from './actions.ts';

export type VolumeActions = Pick<MusicActions, 'peekSound' | 'rememberVolume'>;

/** Milliseconds between two commands while the slider moves. */
const pace = 100;

/** Milliseconds for which the slider stays where it was put: reports on their way still tell the volume before. */
const hold = 400;

/** Calls `act` with the latest value, once in a while and at the end. */
const createThrottle = (act: (value: number) => void) => {
  let waiting: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = (): void => {
    timer = undefined;
    if (waiting === null) return;
    act(waiting);
    waiting = null;
    timer = setTimeout(run, pace);
  };
  return (value: number): void => {
    waiting = value;
    if (timer === undefined) run();
  };
};

/** Before it has its list, the sound neither tells nor keeps what is remembered: it reads that along with its list. */
const isInformed = ({ track }: Report): boolean => track !== null;

/** The sound that knows its volume, looked for again where there is none; `report` hears what it says of it. */
const useSound = ({ peekSound }: VolumeActions, report: (volume: number) => void) => {
  const remote = useRef<Remote | null>(null);
  const informed = useRef(false);
  const look = async (): Promise<void> => {
    remote.current = await peekSound();
    remote.current?.listen((word) => {
      if (word?.kind === 'tracks') return;
      informed.current = word !== null && isInformed(word.report);
      if (word === null) remote.current = null;
      else if (informed.current) report(word.report.volume);
    });
  };
  const find = async (): Promise<Remote | null> => {
    if (!remote.current) await look();
    return informed.current ? remote.current : null;
  };
  useEffect(() => void find(), []);
  return find;
};

/** The volume from 0 to 1: as it is remembered, as the sound reports it, and as the person sets it. Wakes nothing. */
export const useVolume = ({ first, actions }: { first: number; actions: VolumeActions }) => {
  const [volume, setVolume] = useState(first);
  const [isUnsaved, setUnsaved] = useState(false);
  const heldUntil = useRef(0);
  const findSound = useSound(actions, (reported) => {
    if (Date.now() > heldUntil.current) setVolume(reported);
  });
  /** A sound keeps what it is told by itself, and would write over what is written beside it. */
  const tell = async (to: number): Promise<boolean> => {
    const sound = await findSound();
    if (!sound) return actions.rememberVolume(to);
    sound.command({ do: 'volume', to });
    return true;
  };
  const [act] = useState(() =>
    createThrottle((to) => {
      void tell(to).then((isKept) => setUnsaved(!isKept));
    }),
  );
  const change = (to: number): void => {
    heldUntil.current = Date.now() + hold;
    setVolume(to);
    act(to);
  };
  return { volume, isUnsaved, change };
};
