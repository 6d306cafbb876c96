import { sleepAfter } from '../../lib/music/choices.ts';
import type { Command, Report } from '../../lib/music/contract.ts';

const started = { phase: 'loading', place: 'here', trouble: null } as const;

/** The report as it should be once the command is obeyed, so that a control answers at once. */
export const expected = (report: Report, command: Command): Report => {
  switch (command.do) {
    case 'play':
      return { ...report, ...started };
    case 'track':
      return { ...report, ...started, track: command.id, elapsed: 0, total: null };
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
      return { ...report, sleep: sleepAfter(command.after) };
    case 'next':
    case 'previous':
    case 'look':
    case 'stay':
      return report;
  }
};
