import { quietly } from './quietly.ts';
import { readCommand } from './commands.ts';
import type { Audio, FetchAudio } from './audio.ts';
import { createEngine, type Engine } from './engine.ts';
import { fades } from './fade.ts';
import { soon } from './soon.ts';
import { createMediaSession, type Playing } from './media-session.ts';
import type { Attached, Client, Command, Music, Playback, Report, Track } from './contract.ts';

/** What the sound needs of the world; whatever of it fails, the sound goes on. */
export interface SoundWorld {
  /** Of a document, so that it can be found there. */
  audio: Audio;
  /** Where it is missing, the element loads every track by itself. */
  fetchAudio?: FetchAudio;
  /** The list, and what is remembered. */
  music(): Promise<Music>;
  remember(playback: Playback): Promise<unknown>;
  /** Which tab sounds now; null for none. */
  sounding(tabId: number | null): Promise<unknown>;
  /** The picture of a track as a data address, or null. */
  cover(id: number): Promise<string | null>;
  /** Silent for a while, or left by everybody: this document may close. */
  idle?(): void;
  /** Null where there is none; by default the document's own. */
  mediaSession?: MediaSession | null;
}

/** Milliseconds of silence after which it is idle: with nobody there, and while somebody may go on any moment. */
const patience = { alone: 30_000, paused: 5 * 60_000 };

interface Sound {
  readonly world: SoundWorld;
  readonly engine: Engine;
  /** With the list that each was told. */
  readonly clients: Map<Client, readonly Track[] | null>;
  owner: Client | null;
  /** Whether the last owner's tab was a private one: then nothing is remembered. */
  discreet: boolean;
  /** The tab that was last told to sound. */
  sounding: number | null;
  idling: ReturnType<typeof setTimeout> | undefined;
}

const reportTo = ({ engine, owner }: Sound, client: Client): Report => ({
  ...engine.state(),
  place: owner && (owner === client ? 'here' : 'elsewhere'),
  tabId: client.tabId === null ? (owner?.tabId ?? null) : null,
});

const tell = (sound: Sound, client: Client): void => {
  const tracks = sound.engine.tracks();
  if (tracks && sound.clients.get(client) !== tracks) {
    sound.clients.set(client, tracks);
    client.tell({ kind: 'tracks', tracks: tracks.map(({ id, name, artist }) => ({ id, name, artist })) });
  }
  client.tell({ kind: 'report', report: reportTo(sound, client) });
};

const mark = (sound: Sound): void => {
  const { engine, owner, world } = sound;
  const tabId = engine.state().phase === 'paused' ? null : (owner?.tabId ?? null);
  if (tabId === sound.sounding) return;
  sound.sounding = tabId;
  void quietly(() => world.sounding(tabId));
};

const playingOf = ({ engine, owner }: Sound): Playing => {
  const state = engine.state();
  const track = engine.tracks()?.find(({ id }) => id === state.track);
  return owner && track ? { track, state } : null;
};

/** A person's click takes the sound over from another tab; what starts by itself never does. */
const play = (sound: Sound, client: Client, by: 'person' | 'itself'): void => {
  const { engine, owner } = sound;
  const isPage = client.tabId === null;
  const isTaken = owner !== null && owner !== client && engine.state().phase !== 'paused';
  if (isPage ? owner === null || by === 'itself' : by === 'itself' && isTaken) return;
  if (!isPage) Object.assign(sound, { owner: client, discreet: client.private });
  engine.play(by === 'itself' ? fades.itself : fades.in);
};

const pick = (sound: Sound, client: Client, id: number): void => {
  if (!sound.engine.has(id)) return;
  sound.engine.pick(id);
  play(sound, client, 'person');
};

type Doing = { [D in Command['do']]: (command: Extract<Command, { do: D }>) => void };

const doingOf = (sound: Sound, client: Client): Doing => {
  const { engine } = sound;
  return {
    play: ({ by }) => play(sound, client, by),
    pause: engine.pause,
    next: engine.next,
    previous: engine.previous,
    look: engine.look,
    stay: () => undefined,
    seek: ({ to }) => engine.seek(to),
    volume: ({ to }) => engine.change({ volume: to }),
    mute: ({ on }) => engine.change({ muted: on }),
    shuffle: ({ on }) => engine.change({ shuffle: on }),
    repeat: ({ mode }) => engine.change({ repeat: mode }),
    track: ({ id }) => pick(sound, client, id),
    sleep: ({ after }) => engine.sleep(after),
  };
};

const systemOf = ({ world, engine }: Sound): ((playing: Playing) => void) => {
  const { mediaSession: session = navigator.mediaSession, cover } = world;
  const actions = { ...engine, play: () => engine.play() };
  return session ? createMediaSession({ session, actions, cover }) : () => undefined;
};

/** Begins to wait for idleness anew; what sounds is not idle. */
const idle = (sound: Sound): void => {
  const { clients, engine, world } = sound;
  clearTimeout(sound.idling);
  const isAlone = clients.size === 0;
  if (!isAlone && engine.state().phase !== 'paused') return;
  sound.idling = setTimeout(() => world.idle?.(), isAlone ? patience.alone : patience.paused);
};

const attach = (sound: Sound, client: Client, publish: () => void): Attached => {
  const doing = doingOf(sound, client);
  sound.clients.set(client, null);
  tell(sound, client);
  idle(sound);
  return {
    obey(received) {
      const command = readCommand(received);
      if (!command || !sound.clients.has(client)) return;
      // Each command finds its own; TypeScript does not follow a union that far.
      (doing[command.do] as (command: Command) => void)(command);
      publish();
    },
    leave() {
      sound.clients.delete(client);
      if (sound.owner === client) {
        sound.owner = null;
        sound.engine.stop();
      }
      idle(sound);
    },
  };
};

/** The one sound of the browser, and everybody who may command it. It is silent until a client in a tab plays. */
export const createSound = (world: SoundWorld): { attach(client: Client): Attached } => {
  /** Tells everybody, once for all that changed in the same moment. */
  const publish = soon(() => {
    mark(sound);
    for (const client of sound.clients.keys()) tell(sound, client);
    system(playingOf(sound));
    idle(sound);
  });
  const remember: SoundWorld['remember'] = (playback) =>
    sound.discreet ? Promise.resolve() : world.remember(playback);
  const engine = createEngine({ ...world, remember, changed: publish });
  const sound: Sound = {
    world,
    engine,
    clients: new Map(),
    owner: null,
    discreet: false,
    sounding: null,
    idling: undefined,
  };
  const system = systemOf(sound);
  return { attach: (client) => attach(sound, client, publish) };
};
