import { text } from '../../lib/browser/texts.ts';
import type { ConnectionView } from '../../lib/service/connect.ts';
import { Connection } from '../connection/Connection.tsx';
import type { ConnectionActions } from '../connection/use-connecting.ts';
import type { MusicActions, MusicView } from '../music/actions.ts';
import { Music } from '../music/Music.tsx';
import type { ShorteningActions, ShorteningView } from '../shortening/actions.ts';
import { Shortening } from '../shortening/Shortening.tsx';

interface OptionsProps {
  /** What is connected; null before the first time, undefined where that could not be read. */
  view: ConnectionView | null | undefined;
  actions: ConnectionActions;
  shortening: ShorteningView;
  shorteningActions: ShorteningActions;
  music: MusicView;
  musicActions: MusicActions;
}

/** The settings page: connecting, shortening, and music on missing pages. */
export const Options = ({ view, actions, music, musicActions, ...rest }: OptionsProps) => (
  <main class="page options">
    <header>
      <img src="/icons/96.png" width="40" height="40" alt="" />
      <h1>{text('optionsTitle')}</h1>
      <a href="/history.html">{text('historyTitle')}</a>
    </header>
    <h2>{text('connectionTitle')}</h2>
    <p class="note">{text('connectionIntro')}</p>
    <Connection view={view ?? null} isUnreadable={view === undefined} actions={actions} />
    <Shortening view={rest.shortening} actions={rest.shorteningActions} />
    <Music view={music} actions={musicActions} />
  </main>
);
