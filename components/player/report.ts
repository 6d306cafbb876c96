import type { Command, PlayerReport } from '../../lib/music/contract.ts';
import { defaultPlayback, startSleep } from '../../lib/music/playback-options.ts';

const { volume, muted, shuffle, repeat } = defaultPlayback;

/** What the player shows before the first report. */
export const initialReport: PlayerReport = {
  phase: 'paused',
  owner: null,
  tabId: null,
  track: null,
  elapsed: 0,
  total: null,
  volume,
  muted,
  shuffle,
  repeat,
  sleep: null,
  problem: null,
};

/** Whether the music belongs to this tab and is not paused. */
export const isPlayingHere = ({ phase, owner }: PlayerReport): boolean =>
  phase !== 'paused' && owner === 'this-tab';

/** An audio player that has just started does not know track, volume and modes yet: the shown ones stay until it does. */
export const withKnownTrack = (report: PlayerReport, shown: PlayerReport): PlayerReport => {
  if (report.track !== null || report.problem || shown.track === null) return report;
  const { phase, owner, tabId, sleep, problem } = report;
  return { ...shown, phase, owner, tabId, sleep, problem };
};

/**
 * The report after the audio player has closed: paused at the same position. If it never answered, or never had a track,
 * the browser has refused to run it.
 */
export const closedReport = (report: PlayerReport, hasAnswered: boolean): PlayerReport => ({
  ...report,
  phase: 'paused',
  owner: null,
  sleep: null,
  problem: report.problem ?? (hasAnswered && report.track !== null ? null : 'blocked'),
});

const starting = { phase: 'loading', owner: 'this-tab', problem: null } as const;

/** The report that the command is expected to lead to, so that a control reacts at once. */
export const predictReport = (report: PlayerReport, command: Command): PlayerReport => {
  switch (command.type) {
    case 'play':
      return { ...report, ...starting };
    case 'track':
      return { ...report, ...starting, track: command.id, elapsed: 0, total: null };
    case 'pause':
      return { ...report, phase: 'paused' };
    case 'seek':
      return { ...report, elapsed: command.to };
    case 'volume':
      return { ...report, volume: command.to };
    case 'mute':
      return { ...report, muted: command.on };
    case 'shuffle':
      return { ...report, shuffle: command.on };
    case 'repeat':
      return { ...report, repeat: command.mode };
    case 'sleep':
      return { ...report, sleep: startSleep(command.after) };
    case 'next':
    case 'previous':
    case 'load':
    case 'keep-alive':
      return report;
  }
};

type Field = 'phase' | 'elapsed' | 'volume' | 'muted' | 'shuffle' | 'repeat' | 'sleep';

/** The field of a report that a command sets. */
const fields: Partial<Record<Command['type'], Field>> = {
  play: 'phase',
  track: 'phase',
  pause: 'phase',
  seek: 'elapsed',
  volume: 'volume',
  mute: 'muted',
  shuffle: 'shuffle',
  repeat: 'repeat',
  sleep: 'sleep',
};

/** Milliseconds within which reports from before a command may still arrive. */
const pendingTime = 400;

/** The shown value of a pending field, if `report` contradicts it. */
const pendingValue = (field: Field, report: PlayerReport, shown: PlayerReport): Partial<PlayerReport> => {
  if (field === 'phase') {
    // A start or stop of the music confirms the command.
    if (isPlayingHere(report) === isPlayingHere(shown)) return {};
    return { phase: shown.phase, owner: shown.owner };
  }
  if (field === 'elapsed' && report.track !== shown.track) return {};
  return { [field]: shown[field] };
};

/**
 * Optimistic updates: a field that a person has just changed is shown as set, whatever older reports say, until it expires.
 * `expired` is called then.
 */
export const createPendingFields = (expired: () => void) => {
  const timers = new Map<Field, ReturnType<typeof setTimeout> | undefined>();

  const remove = (field: Field): void => {
    clearTimeout(timers.get(field));
    timers.delete(field);
  };
  const startTimer = (field: Field): void => {
    clearTimeout(timers.get(field));
    const expire = (): void => {
      timers.delete(field);
      expired();
    };
    timers.set(field, setTimeout(expire, pendingTime));
  };

  return {
    /** Without a connection, the field stays pending until `connected`. */
    add({ type }: Command, isConnected: boolean): void {
      const field = fields[type];
      if (!field) return;
      remove(field);
      if (isConnected) startTimer(field);
      else timers.set(field, undefined);
    },
    /** The audio player has answered for the first time. */
    connected(): void {
      for (const field of [...timers.keys()]) startTimer(field);
    },
    /** The report with the pending fields as they are shown. A problem is the answer to Play, so it ends that. */
    apply(report: PlayerReport, shown: PlayerReport): PlayerReport {
      if (report.problem) remove('phase');
      let applied = report;
      for (const field of timers.keys()) applied = { ...applied, ...pendingValue(field, report, shown) };
      return applied;
    },
    clear(): void {
      for (const field of [...timers.keys()]) remove(field);
    },
  };
};
