import { act, fireEvent, render, screen } from '@testing-library/preact';
import { vi } from 'vitest';
import { Player } from '../player/Player.tsx';
import { initialReport } from '../player/report.ts';
import { createSession, type PlayerActions } from '../player/session.ts';
import type { Command, PlayerEvent, PlayerReport, TrackInfo } from '../../lib/music/contract.ts';

export const tracks: TrackInfo[] = [
  { id: 1, name: 'Returning Dusk', artist: 'Waylark' },
  { id: 2, name: 'Nobody at the Gate', artist: 'Waylark, A Second One' },
  { id: 3, name: 'Lantern', artist: '' },
];

/** Playing for this tab, 1:03 of 4:00. */
export const playing = {
  phase: 'playing',
  owner: 'this-tab',
  track: 1,
  elapsed: 63.4,
  total: 240,
} satisfies Partial<PlayerReport>;

/** The player with its session; the audio player is a fake. */
export const renderPlayer = () => {
  const commands: Command[] = [];
  let receive: (event: PlayerEvent | null) => void = () => undefined;
  let report = initialReport;
  const session = createSession({
    remote: {
      command: (command) => void commands.push(command),
      listen: (listener) => void (receive = listener),
    },
    signal: new AbortController().signal,
    onChange: () => draw(),
  });
  const actions = {
    send: session.send,
    open: () => session.setOpen(true),
    collapse: () => session.setOpen(false),
    close: vi.fn(),
    disableSite: vi.fn(() => Promise.resolve(true).finally(() => session.setSiteOff(true))),
    undoDisableSite: vi.fn(() => Promise.resolve(true).finally(() => session.setSiteOff(false))),
    loadCover: vi.fn(() => Promise.resolve(null)),
  } satisfies PlayerActions;
  const player = () => <Player view={session.view()} actions={actions} isGrayscale={false} />;
  const { rerender } = render(player());
  const draw = (): void => rerender(player());
  const send = (event: PlayerEvent | null): void => void act(() => receive(event));

  return {
    actions,
    /** The commands since the last call. */
    commands: () => commands.splice(0),
    /** Sends the last report with these changes. */
    report(patch: Partial<PlayerReport>): void {
      report = { ...report, ...patch };
      send({ kind: 'report', report });
    },
    sendTracks: () => send({ kind: 'tracks', tracks }),
    /** The audio player closes. */
    close: () => send(null),
  };
};

/** The full player while the first track plays for this tab. */
export const renderFullPlayer = () => {
  const player = renderPlayer();
  fireEvent.click(screen.getByRole('button', { name: 'Open player' }));
  player.sendTracks();
  player.report(playing);
  player.commands();
  return player;
};

/** Presses and releases a key on the focused element. Returns false if a handler prevented the browser's own reaction. */
export const pressKey = (key: string, more: KeyboardEventInit = {}): boolean => {
  const target = document.activeElement ?? document.body;
  const init = { key, code: key, ...more };
  const isDefault = fireEvent.keyDown(target, init);
  fireEvent.keyUp(document.activeElement ?? document.body, init);
  return isDefault;
};
