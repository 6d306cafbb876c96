import type { ConnectionView } from '../../lib/connection/connect.ts';
import type { AboutActions, AboutView } from '../about/actions.ts';
import type { ConnectionActions } from '../connection/use-connecting.ts';
import type { Prefill } from '../connection/use-form.ts';
import type { DataActions } from '../data/actions.ts';
import type { DoctorActions } from '../doctor/actions.ts';
import type { PolicyView } from '../../lib/connection/policy-view.ts';
import type { MusicActions, MusicView } from '../music/actions.ts';
import type { ShorteningActions, ShorteningView } from '../shortening/actions.ts';
import type { Shortcut, ShortcutActions } from '../shortcuts/actions.ts';

/** Everything that the page shows to begin with. */
export interface Parts {
  /** What is connected; null before the first time, undefined where that could not be read. */
  connection: ConnectionView | null | undefined;
  shortening: ShorteningView;
  music: MusicView;
  /** Null where the browser has none. */
  shortcuts: Shortcut[] | null;
  about: AboutView;
  policy: PolicyView;
  isFirefox: boolean;
}

/** What the page can have done, by its sections. Nothing rejects. */
export interface PageActions {
  connection: ConnectionActions;
  shortening: ShorteningActions;
  music: MusicActions;
  shortcuts: ShortcutActions;
  /** `taken` shows what a settings file has changed, and fills in what it says of the connection. */
  data(taken: (prefill: Prefill | null) => Promise<void>): DataActions;
  doctor: DoctorActions;
  about: AboutActions;
  /** Resolves with whether the clipboard holds it. */
  copy(words: string): Promise<boolean>;
  /** Calls back when the organisation's policy changes. */
  onPolicyChange(changed: () => void): void;
  /** Everything as it is now. */
  read(): Promise<Parts>;
}
