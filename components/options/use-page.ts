import { useEffect, useRef, useState } from 'preact/hooks';
import type { Shortcut } from '../../lib/browser/contract.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import type { PolicyView } from '../../lib/connection/policy-view.ts';
import type { AboutActions, AboutView } from '../about/use-permissions.ts';
import type { ConnectionActions } from '../connection/use-connecting.ts';
import type { Prefill } from '../connection/use-form.ts';
import type { DataActions } from '../data/use-backup.ts';
import type { DiagnosticsActions } from '../diagnostics/use-diagnostics.ts';
import { type Step, stepOf } from '../first-run/steps.ts';
import type { MusicActions, MusicView } from '../music/music-actions.ts';
import type { ShorteningActions, ShorteningView } from '../shortening/shortening-actions.ts';
import type { ShortcutActions } from '../shortcuts/ShortcutList.tsx';
import { useSubscription } from '../ui/use-subscription.ts';

/** The data of the page when it opens. */
export interface PageData {
  /** What is connected; null before the first time, undefined if that could not be read. */
  connection: ConnectionView | null | undefined;
  /** Whether the settings say that a service was connected here, and not reset. */
  wasConnected: boolean;
  shortening: ShorteningView;
  music: MusicView;
  /** Null if the browser has no shortcuts. */
  shortcuts: Shortcut[] | null;
  about: AboutView;
  policy: PolicyView;
  isFirefox: boolean;
}

/** Shows what has changed, and fills in a connection that comes from a settings file. */
type Reload = (prefill: Prefill | null) => Promise<void>;

/** The actions of the page, by section. Nothing rejects. */
export interface PageActions {
  connection: ConnectionActions;
  shortening: ShorteningActions;
  music: MusicActions;
  shortcuts: ShortcutActions;
  data(reload: Reload): DataActions;
  diagnostics: DiagnosticsActions;
  about: AboutActions;
  /** Resolves with whether the clipboard holds the text. */
  copy(text: string): Promise<boolean>;
  /** Calls back when the organisation's policy changes, and when another page connects a service or removes the account. */
  onChangeElsewhere(changed: () => void, signal?: AbortSignal): void;
  readData(): Promise<PageData>;
}

interface ShownPage {
  /** Null: the settings are shown, no first steps. */
  step: Step | null;
  data: PageData;
  prefill: Prefill | null;
  /** Incremented each time that the data is read. */
  revision: number;
}

type ReadingActions = Pick<PageActions, 'readData' | 'onChangeElsewhere'>;

/** The shown page, by the fragment of the address, with the data as it was when the page was shown. */
export const usePage = (initial: PageData, { readData, onChangeElsewhere }: ReadingActions) => {
  const [shown, setShown] = useState<ShownPage>(() => ({
    step: stepOf(location.hash),
    data: initial,
    prefill: null,
    revision: 0,
  }));
  const step = useRef(shown.step);

  const reload = async (prefill: Prefill | null = null): Promise<void> => {
    const data = await readData();
    const next = stepOf(location.hash);
    step.current = next;
    setShown(({ revision }) => ({ step: next, data, prefill, revision: revision + 1 }));
  };

  useSubscription((signal) => onChangeElsewhere(() => void reload(), signal));
  useEffect(() => {
    // Within the settings, the browser itself scrolls to a section.
    const onHashChange = (): void => {
      if (stepOf(location.hash) !== step.current) void reload();
    };
    addEventListener('hashchange', onHashChange);
    // It may have changed since the page was shown.
    onHashChange();
    return () => removeEventListener('hashchange', onHashChange);
  }, []);

  const setConnection = (connection: ConnectionView): void =>
    setShown((now) => ({ ...now, data: { ...now.data, connection } }));
  return { shown, reload, setConnection };
};
