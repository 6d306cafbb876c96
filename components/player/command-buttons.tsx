import type { TextKey } from '../../lib/i18n/texts.ts';
import type { Command, PlayerReport, Repeat } from '../../lib/music/contract.ts';
import * as icons from '../ui/icon-shapes.ts';
import { type ButtonLook, IconButton } from './IconButton.tsx';
import { repeatText } from './player-texts.ts';
import { isPlayingHere } from './report.ts';

interface CommandButtonSpec extends ButtonLook {
  /** What pressing it sends to the audio player. */
  command: Command;
}

const nextRepeat: Record<Repeat, Repeat> = { list: 'one', one: 'off', off: 'list' };

/** The buttons that control the audio player, in the order of the page, as they are while it reports this. */
export const buttons = {
  shuffle: ({ shuffle }) => ({
    label: 'playerShuffle',
    icon: icons.shuffle,
    pressed: shuffle,
    command: { type: 'shuffle', on: !shuffle },
  }),
  previous: () => ({
    label: 'playerPrevious',
    icon: icons.previous,
    class: 'step',
    command: { type: 'previous' },
  }),
  play: (report) => {
    const isLoading = report.phase === 'loading' && report.owner !== 'other-tab';
    const look = { class: isLoading ? 'play loading' : 'play' };
    return isPlayingHere(report)
      ? { ...look, label: 'playerPause', icon: icons.pause, command: { type: 'pause' } }
      : { ...look, label: 'playerPlay', icon: icons.play, command: { type: 'play', by: 'user' } };
  },
  next: () => ({ label: 'playerNext', icon: icons.next, class: 'step', command: { type: 'next' } }),
  repeat: ({ repeat }) => ({
    label: 'playerRepeat',
    icon: repeat === 'one' ? icons.repeatOne : icons.repeat,
    class: repeat === 'off' ? '' : 'on',
    description: repeatText(repeat),
    command: { type: 'repeat', mode: nextRepeat[repeat] },
  }),
  mute: ({ muted }) => ({
    label: 'playerMute',
    icon: muted ? icons.muted : icons.volume,
    pressed: muted,
    command: { type: 'mute', on: !muted },
  }),
} satisfies Record<string, (report: PlayerReport) => CommandButtonSpec>;

/** What a control of the audio player shows, and what it sends. */
export interface ControlProps {
  report: PlayerReport;
  send(command: Command): void;
}

interface CommandButtonProps extends ControlProps {
  name: keyof typeof buttons;
  /** A label in place of the one in the table. */
  label?: TextKey | undefined;
}

export const CommandButton = ({ name, report, send, label }: CommandButtonProps) => {
  const { command, ...look }: CommandButtonSpec = buttons[name](report);
  return <IconButton {...look} label={label ?? look.label} onPress={() => send(command)} />;
};
