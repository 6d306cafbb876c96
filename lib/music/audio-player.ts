import { oncePerMicrotask } from '../async/async.ts';
import { logAndReturn } from '../errors/error-log.ts';
import type { AudioElement, FetchAudio } from './audio-output.ts';
import {
  type AttachedClient,
  type Command,
  command,
  type LoadedMusic,
  type Playback,
  type PlayerClient,
  type PlayerReport,
  type Track,
} from './contract.ts';
import { Engine } from './engine.ts';
import { createMediaSession, type NowPlaying } from './media-session.ts';

/** The music continues if a call of these fails. */
export interface AudioPlayerDeps {
  /** Part of the document, so that tests can find it. */
  audio: AudioElement;
  /** If it is missing, the element loads every track by itself. */
  fetchAudio?: FetchAudio;
  /** The track list and the stored playback settings. */
  loadMusic(wasPlayPressed?: boolean): Promise<LoadedMusic | null>;
  savePlayback(playback: Playback): Promise<unknown>;
  /** Marks the tab from which music plays; null for none. */
  setAudibleTab(tabId: number | null): Promise<unknown>;
  /** The cover of a track as a data address, or null. */
  loadCover(id: number): Promise<string | null>;
  /** Called after a while without music or without clients: the document may close. */
  onIdle?(): void;
  /** Null if there is none; the document's own by default. */
  mediaSession?: MediaSession | null;
}

/** The time until the player is idle: without any client, and while it is paused. */
const idleDelaysMs = { noClients: 30_000, paused: 5 * 60_000 };

interface AudioPlayer {
  readonly deps: AudioPlayerDeps;
  /** Sends one report to every client for all changes of a task. */
  readonly publish: () => void;
  readonly engine: Engine;
  /** Each client with the list that was sent to it. */
  readonly clients: Map<PlayerClient, readonly Track[] | null>;
  owner: PlayerClient | null;
  /** Whether the last owner's tab was private: nothing is saved then. */
  isPrivate: boolean;
  audibleTab: number | null;
  idleTimer: ReturnType<typeof setTimeout> | undefined;
}

const ownerFor = (client: PlayerClient, owner: PlayerClient | null): PlayerReport['owner'] => {
  if (!owner) return null;
  return owner === client ? 'this-tab' : 'other-tab';
};

const reportFor = ({ engine, owner }: AudioPlayer, client: PlayerClient): PlayerReport => ({
  ...engine.report(),
  owner: ownerFor(client, owner),
  // Only the extension's own pages learn the id of the owner's tab.
  tabId: client.tabId === null ? (owner?.tabId ?? null) : null,
});

/** Sends a report, and before it the list if the client does not have it. */
const sendState = (player: AudioPlayer, client: PlayerClient): void => {
  const { tracks } = player.engine;
  if (tracks && player.clients.get(client) !== tracks) {
    player.clients.set(client, tracks);
    client.send({ kind: 'tracks', tracks: tracks.map(({ id, name, artist }) => ({ id, name, artist })) });
  }
  client.send({ kind: 'report', report: reportFor(player, client) });
};

const markAudibleTab = (player: AudioPlayer): void => {
  const { engine, owner, deps } = player;
  const tabId = engine.report().phase === 'paused' ? null : (owner?.tabId ?? null);
  if (tabId === player.audibleTab) return;
  player.audibleTab = tabId;
  void deps.setAudibleTab(tabId).catch(logAndReturn(null));
};

const nowPlayingOf = ({ engine, owner }: AudioPlayer): NowPlaying => {
  const track = engine.currentTrack;
  return owner && track ? { track, report: engine.report() } : null;
};

/** Plays for a client. A person's Play takes the music over from another tab; autoplay never does. */
const playFor = (player: AudioPlayer, client: PlayerClient, by: 'user' | 'autoplay'): void => {
  const { engine, owner } = player;
  const isAutoplay = by === 'autoplay';
  if (client.tabId === null) {
    // The extension's own pages can resume a tab's music and never own any.
    if (owner === null || isAutoplay) return;
  } else {
    const playsElsewhere = owner !== null && owner !== client && engine.report().phase !== 'paused';
    if (isAutoplay && playsElsewhere) return;
    player.owner = client;
    player.isPrivate = client.private;
  }
  engine.play(by);
};

const playTrack = (player: AudioPlayer, client: PlayerClient, id: number): void => {
  if (!player.engine.mightHaveTrack(id)) return;
  player.engine.pick(id);
  playFor(player, client, 'user');
};

type CommandHandlers = { [T in Command['type']]: (command: Extract<Command, { type: T }>) => void };

const commandHandlers = (player: AudioPlayer, client: PlayerClient): CommandHandlers => {
  const { engine } = player;
  return {
    play: ({ by }) => playFor(player, client, by),
    pause: () => engine.pause(),
    next: () => engine.next(),
    previous: () => engine.previous(),
    load: () => engine.load(),
    'keep-alive': () => undefined,
    seek: ({ to }) => engine.seek(to),
    volume: ({ to }) => engine.changeModes({ volume: to }),
    mute: ({ on }) => engine.changeModes({ muted: on }),
    shuffle: ({ on }) => engine.changeModes({ shuffle: on }),
    repeat: ({ mode }) => engine.changeModes({ repeat: mode }),
    track: ({ id }) => playTrack(player, client, id),
    sleep: ({ after }) => engine.setSleep(after),
  };
};

const mediaSessionOf = ({ deps, engine }: AudioPlayer): ((nowPlaying: NowPlaying) => void) => {
  const { mediaSession: session = navigator.mediaSession, loadCover } = deps;
  if (!session) return () => undefined;
  return createMediaSession({ session, player: engine, loadCover });
};

/** Restarts the idle timer, or stops it while music plays for a client. */
const restartIdleTimer = (player: AudioPlayer): void => {
  const { clients, deps, engine } = player;
  clearTimeout(player.idleTimer);
  const hasClients = clients.size > 0;
  if (hasClients && engine.report().phase !== 'paused') return;
  player.idleTimer = setTimeout(
    () => deps.onIdle?.(),
    hasClients ? idleDelaysMs.paused : idleDelaysMs.noClients,
  );
};

const attach = (player: AudioPlayer, client: PlayerClient): AttachedClient => {
  const handlers = commandHandlers(player, client);
  player.clients.set(client, null);
  sendState(player, client);
  restartIdleTimer(player);
  return {
    receive(message) {
      const { data } = command.safeParse(message);
      if (!data || !player.clients.has(client)) return;
      // The handler belongs to this very type; TypeScript does not follow a union that far.
      (handlers[data.type] as (received: Command) => void)(data);
      player.publish();
    },
    detach() {
      player.clients.delete(client);
      if (player.owner === client) {
        player.owner = null;
        player.engine.stop();
      }
      restartIdleTimer(player);
    },
  };
};

/** The browser's only audio player, shared by all its clients. It is silent until a client in a tab plays. */
export const createAudioPlayer = (
  deps: AudioPlayerDeps,
): { attach(client: PlayerClient): AttachedClient } => {
  // Runs in a microtask, when `player` and `updateMediaSession` below have their values.
  const publish = oncePerMicrotask(() => {
    markAudibleTab(player);
    for (const client of player.clients.keys()) sendState(player, client);
    updateMediaSession(nowPlayingOf(player));
    restartIdleTimer(player);
  });
  const savePlayback: AudioPlayerDeps['savePlayback'] = (playback) =>
    player.isPrivate ? Promise.resolve() : deps.savePlayback(playback);
  const player: AudioPlayer = {
    deps,
    publish,
    engine: new Engine({ ...deps, savePlayback, onChange: publish }),
    clients: new Map(),
    owner: null,
    isPrivate: false,
    audibleTab: null,
    idleTimer: undefined,
  };
  const updateMediaSession = mediaSessionOf(player);
  return { attach: (client) => attach(player, client) };
};
