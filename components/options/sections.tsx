import type { Shortcut } from '../../lib/browser/types.ts';
import type { ConnectionView } from '../../lib/connection/connect.ts';
import type { PolicyView } from '../../lib/connection/policy-connection.ts';
import { text } from '../../lib/i18n/texts.ts';
import { About } from '../about/About.tsx';
import type { AboutActions, AboutView } from '../about/permissions.ts';
import { Connection, type FirstRunParts } from '../connection/Connection.tsx';
import type { ConnectionActions, Prefill } from '../connection/connection-form.ts';
import { Data, type DataActions } from '../data/Data.tsx';
import { Diagnostics, type DiagnosticsActions } from '../diagnostics/Diagnostics.tsx';
import type { Step } from '../first-run/FirstRun.tsx';
import { Defaults, EmbeddedService, PillPicture, Ready } from '../first-run/steps.tsx';
import { Music, type MusicActions, type MusicView } from '../music/Music.tsx';
import { MusicSwitch } from '../music/MusicSwitch.tsx';
import { Shortening } from '../shortening/Shortening.tsx';
import type { ShorteningActions, ShorteningView } from '../shortening/Shortening.tsx';
import { type ShortcutActions, Shortcuts } from '../shortcuts/Shortcuts.tsx';
import { Alert } from '../ui/Problem.tsx';
import type { OptionsProps } from './Options.tsx';

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
  /** Opens the popup where the browser can do that without a click. */
  openPopup(): void;
  closeTab(): void;
  /** Calls back when the organisation's policy changes, and when another page connects a service or removes the account. */
  onChangeElsewhere(changed: () => void, signal?: AbortSignal): void;
  readData(): Promise<PageData>;
}

/** The shown data, and the actions on it. */
export interface PageContext {
  data: PageData;
  actions: PageActions;
  prefill: Prefill | null;
  revision: number;
  /** How often the form of the connection was opened to enter another key. */
  keyChanges: number;
  /** What the last check of the connection found wrong with it; null if nothing. */
  problem: string | null;
  setProblem(problem: string | null): void;
  changeKey(): void;
  reload(prefill: Prefill | null): Promise<void>;
}

/** The form of the connection, which is the same in the settings and in the first run. */
const connectionForm = (
  { data: { connection }, actions, prefill, revision, keyChanges, problem }: PageContext,
  firstRun?: FirstRunParts,
) => (
  <Connection
    key={prefill ? revision : `typed ${keyChanges}`}
    isForKey={keyChanges > 0}
    view={connection ?? null}
    isUnreadable={connection === undefined}
    problem={problem}
    prefill={prefill ?? undefined}
    actions={actions.connection}
    firstRun={firstRun}
  />
);

/** Whether the browser has lost the account. One for another service than the organisation's is only out of use. */
const isAccountLost = ({ connection, wasConnected, policy }: PageData): boolean =>
  connection === null && wasConnected && policy.connection.address === null;

/** Address of the connected service; null if there is none, or if it cannot be read. */
const serviceOf = ({ connection }: PageData): string | null => connection?.address ?? null;

const servicesOf = ({ connection }: PageData): string[] => (connection ? [connection.address] : []);

const connectionSection = (context: PageContext) => {
  const { connection, policy } = context.data;
  const isNew = !connection && !policy.connection.hasKey;
  return (
    <section class="section" aria-labelledby="connection-title">
      <h2 id="connection-title">{text('connectionTitle')}</h2>
      {isAccountLost(context.data) && <Alert>{text('connectionLost')}</Alert>}
      {isNew && <p class="note">{text('connectionIntro')}</p>}
      {connectionForm(context)}
    </section>
  );
};

/** The sections of the settings, in their order. Those with a revision as their key begin again after an import. */
export const sectionsOf = (context: PageContext): OptionsProps['sections'] => {
  const { data, actions, revision, reload } = context;
  const sections: OptionsProps['sections'] = [
    { id: 'connection', name: 'connectionTitle', icon: 'link', content: connectionSection(context) },
    {
      id: 'shortening',
      name: 'shorteningTitle',
      icon: 'copy',
      content: <Shortening view={data.shortening} actions={actions.shortening} />,
    },
    {
      id: 'music',
      name: 'optionsMusic',
      icon: 'music',
      // Safari has neither an offscreen document nor sound in its background.
      content: import.meta.env.SAFARI ? null : (
        <Music key={revision} view={data.music} services={servicesOf(data)} actions={actions.music} />
      ),
    },
    {
      id: 'shortcuts',
      name: 'optionsShortcuts',
      icon: 'keyboard',
      content: data.shortcuts && <Shortcuts initial={data.shortcuts} actions={actions.shortcuts} />,
    },
    { id: 'data', name: 'dataTitle', icon: 'save', content: <Data actions={actions.data(reload)} /> },
    {
      id: 'diagnostics',
      name: 'diagnosticsTitle',
      icon: 'pulse',
      content: (
        <Diagnostics
          actions={actions.diagnostics}
          changeKey={context.changeKey}
          onChecked={context.setProblem}
        />
      ),
    },
    {
      id: 'about',
      name: 'aboutPermissions',
      icon: 'shield',
      content: <About view={data.about} actions={actions.about} service={serviceOf(data)} />,
    },
  ];
  return sections.filter(({ content }) => content !== null);
};

/** The content of a step of the first run; `skip` leads to the next step. */
export const stepContent = (step: Step, context: PageContext, skip: () => void) => {
  const { data, actions } = context;
  switch (step) {
    case 'first-run':
      return connectionForm(
        context,
        data.connection ? undefined : { more: <EmbeddedService copy={actions.copy} />, skip },
      );
    case 'first-run-2':
      return <Defaults initial={data.shortening.settings} actions={actions.shortening} />;
    case 'first-run-3':
      return (
        <div class="music">
          <PillPicture />
          <div class="card rows">
            <MusicSwitch initial={data.music.access} services={servicesOf(data)} actions={actions.music} />
          </div>
        </div>
      );
    case 'first-run-done':
      return (
        <Ready
          connection={data.connection ?? null}
          isFirefox={data.isFirefox}
          shortcuts={data.shortcuts}
          actions={{ ...actions.diagnostics, closeTab: actions.closeTab }}
        />
      );
  }
};
