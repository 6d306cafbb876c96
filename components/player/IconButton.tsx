import { useEffect, useRef } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import type { Command, PlayerReport, Repeat } from '../../lib/music/contract.ts';
import { type IconName, type IconShape, iconShapes, strokeWidth } from '../overlay/icons.ts';
import { GeneratedText } from './GeneratedText.tsx';
import { isPlayingHere } from './report.ts';

/** Hidden from assistive technology: the control around it has the accessible name. */
export const Icon = ({ name }: { name: IconName }) => {
  const { fill, line }: IconShape = iconShapes[name];
  return (
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      {fill && <path d={fill} fill="currentColor" />}
      {line && (
        <path
          d={line}
          fill="none"
          stroke="currentColor"
          stroke-width={strokeWidth}
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      )}
    </svg>
  );
};

interface ButtonLook {
  label: TextKey;
  icon: IconName;
  class?: string;
  /** Only for toggle buttons. */
  pressed?: boolean;
  /** Id of an element with a description. */
  describedBy?: string;
}

interface IconButtonProps extends ButtonLook {
  onPress(): void;
  /** Only for buttons that expand an element with this id. */
  expands?: { id: string; isOpen: boolean };
}

/** A button with an icon. Only while the pointer is over it, it has its tooltip. */
export const IconButton = (props: IconButtonProps) => {
  const { icon, onPress, pressed, expands, describedBy } = props;
  const label = text(props.label);
  const button = useRef<HTMLButtonElement>(null);
  // The label may change while the pointer is over the button.
  useEffect(() => {
    if (button.current?.title) button.current.title = label;
  }, [label]);
  return (
    <button
      ref={button}
      type="button"
      class={`icon-button ${props.class ?? ''}`}
      aria-pressed={pressed}
      aria-expanded={expands?.isOpen}
      aria-controls={expands?.isOpen ? expands.id : undefined}
      aria-describedby={describedBy}
      onClick={onPress}
      onPointerEnter={({ currentTarget }) => (currentTarget.title = label)}
      onPointerLeave={({ currentTarget }) => (currentTarget.title = '')}
    >
      <GeneratedText class="unseen" text={label} />
      <Icon name={icon} />
    </button>
  );
};

interface ButtonRow extends ButtonLook {
  /** What pressing it sends to the audio player. */
  command: Command;
}

const nextRepeat: Record<Repeat, Repeat> = { list: 'one', one: 'off', off: 'list' };

/** The buttons that control the audio player, as they are while it reports this. */
export const buttons = {
  play: (report) =>
    isPlayingHere(report)
      ? {
          label: 'playerPause',
          icon: 'pause',
          class: report.phase === 'loading' ? 'play loading' : 'play',
          command: { type: 'pause' },
        }
      : { label: 'playerPlay', icon: 'play', class: 'play', command: { type: 'play', by: 'user' } },
  previous: () => ({
    label: 'playerPrevious',
    icon: 'previous',
    class: 'step',
    command: { type: 'previous' },
  }),
  next: () => ({ label: 'playerNext', icon: 'next', class: 'step', command: { type: 'next' } }),
  shuffle: ({ shuffle }) => ({
    label: 'playerShuffle',
    icon: 'shuffle',
    pressed: shuffle,
    command: { type: 'shuffle', on: !shuffle },
  }),
  repeat: ({ repeat }) => ({
    label: 'playerRepeat',
    icon: repeat === 'one' ? 'repeat-one' : 'repeat',
    class: repeat === 'off' ? '' : 'on',
    describedBy: 'repeat',
    command: { type: 'repeat', mode: nextRepeat[repeat] },
  }),
  mute: ({ muted }) => ({
    label: 'playerMute',
    icon: muted ? 'muted' : 'volume',
    pressed: muted,
    command: { type: 'mute', on: !muted },
  }),
} satisfies Record<string, (report: PlayerReport) => ButtonRow>;

/** What a control of the audio player shows, and what it sends. */
export interface ControlProps {
  report: PlayerReport;
  send(command: Command): void;
}

/** A button of the table. */
export const CommandButton = ({ name, report, send }: ControlProps & { name: keyof typeof buttons }) => {
  const { command, ...look }: ButtonRow = buttons[name](report);
  return <IconButton {...look} onPress={() => send(command)} />;
};
