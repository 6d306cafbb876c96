import { useState } from 'preact/hooks';
import type { Shortcut } from '../../lib/browser/types.ts';
import type { PolicyView } from '../../lib/connection/policy-connection.ts';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { About } from '../about/About.tsx';
import { Connection, LockedConnections } from '../connection/Connection.tsx';
import type { ConnectionActions, ListedConnection, Prefill } from '../connection/connection-form.ts';
import type { FirstRunParts } from '../connection/Form.tsx';
import { Data, type DataActions } from '../data/Data.tsx';
import { Diagnostics } from '../diagnostics/Diagnostics.tsx';
import type { Step } from '../first-run/FirstRun.tsx';
import { Defaults, EmbeddedService, PillPicture, Ready } from '../first-run/steps.tsx';
import { Moving } from '../moving/Moving.tsx';
import { Music } from '../music/Music.tsx';
import { MusicSwitch } from '../music/MusicSwitch.tsx';
import { Shortening } from '../shortening/Shortening.tsx';
import { Shortcuts } from '../shortcuts/Shortcuts.tsx';
import { Alert } from '../ui/Problem.tsx';
import type { OptionsProps } from './Options.tsx';

/** The data of the page when it opens. */
export interface PageData {
  /** What is connected, the default one first; undefined if that could not be read. */
  connections: readonly ListedConnection[] | undefined;
  /** Whether the settings say that a service was connected here, and not reset. */
  wasConnected: boolean;
  /** Null if the browser has no shortcuts. */
  shortcuts: Shortcut[] | null;
  policy: PolicyView;
  isFirefox: boolean;
  /** Whether nothing is stored on the disk, since the browser never remembers history. */
  isMemoryOnly: boolean;
}

/** Shows what has changed, and offers the connections of a settings file. */
type Reload = (prefills: readonly Prefill[]) => Promise<void>;

/** The actions of the page, by section. Nothing rejects. */
export interface PageActions {
  connection: ConnectionActions;
  data(reload: Reload): DataActions;
  /** Resolves with whether the clipboard holds the text. */
  copy(text: string): Promise<boolean>;
  /** Opens the popup where the browser can do that without a click. */
  openPopup(): void;
  closeTab(): void;
  /** Calls back when the organisation's policy changes, and when another page connects a service or removes the account. */
  onChangeElsewhere(changed: () => void, signal?: AbortSignal): void;
  readData(): Promise<PageData>;
  readConnections(): Promise<PageData['connections']>;
}

/** The shown data, and the actions on it. */
export interface PageContext {
  data: PageData;
  actions: PageActions;
  /** The connections of an imported file that are not connected yet. */
  prefills: readonly Prefill[];
  revision: number;
  /** How often the form of the connection was opened to enter another key. */
  keyChanges: number;
  /** What the last check of the connection found wrong with it; null if nothing. */
  problem: string | null;
  setProblem(problem: string | null): void;
  changeKey(): void;
  /** Reads the connections again, and shows them. */
  readConnections(): Promise<void>;
  reload: Reload;
}

/** The connections, which are the same in the settings and in the first run. */
const connectionForm = (
  { data: { connections, isMemoryOnly }, actions, prefills, revision, keyChanges, problem }: PageContext,
  { firstRun, canAdd = false }: { firstRun?: FirstRunParts | undefined; canAdd?: boolean },
) => (
  <>
    {isMemoryOnly && <p class="note">{text('connectionMemoryOnly')}</p>}
    <Connection
      key={prefills.length > 0 ? revision : `typed ${keyChanges}`}
      isForKey={keyChanges > 0}
      connections={connections ?? []}
      isUnreadable={connections === undefined}
      problem={problem}
      prefills={prefills}
      actions={actions.connection}
      firstRun={firstRun}
      canAdd={canAdd}
    />
  </>
);

const lockedConnections = ({ data, problem, actions }: PageContext) => (
  <LockedConnections connections={data.connections ?? []} problem={problem} actions={actions.connection} />
);

/** Whether the browser has lost the account. Under a policy with a service, an account may only be unused: it is for another one. */
const isAccountLost = ({ connections, wasConnected, policy }: PageData): boolean =>
  connections?.length === 0 && wasConnected && policy.connection.address === null;

/** Address of the default service; null if there is none, or if it cannot be read. */
const serviceOf = ({ connections }: PageData): string | null => connections?.[0]?.address ?? null;

const connectionTitle = ({ connections = [] }: PageData): TextKey =>
  connections.length > 1 ? 'connectionsTitle' : 'connectionTitle';

const servicesOf = ({ connections = [] }: PageData): string[] => connections.map(({ address }) => address);

/** The connections, and moving links from one to another. */
const ConnectionSection = (context: PageContext) => {
  const { data, actions, readConnections } = context;
  const { connections = [], policy } = data;
  // The history leads to the result of a move.
  const [movedFrom, setMovedFrom] = useState(location.hash === '#move' ? '' : null);
  const moveFirst = connections.length > 1 ? setMovedFrom : undefined;
  const isNew = connections.length === 0 && !policy.connection.hasKey;
  return (
    <>
      <section class="section" aria-labelledby="connection-title">
        <h2 id="connection-title">{text(connectionTitle(data))}</h2>
        {isAccountLost(data) && <Alert>{text('connectionLost')}</Alert>}
        {isNew && <p class="note">{text('connectionIntro')}</p>}
        {connectionForm(
          { ...context, actions: { ...actions, connection: { ...actions.connection, moveFirst } } },
          { canAdd: true },
        )}
        <Moving />
      </section>
      {lockedConnections(context)}
    </>
  );
};

/** The sections of the settings, in their order. After an import, the revision changes: sections with it as their key are rebuilt. */
export const sectionsOf = (context: PageContext): OptionsProps['sections'] => {
  const { data, actions, revision, reload } = context;
  const sections: OptionsProps['sections'] = [
    {
      id: 'connection',
      name: connectionTitle(data),
      icon: 'link',
      content: <ConnectionSection {...context} />,
    },
    {
      id: 'shortening',
      name: 'shorteningTitle',
      icon: 'copy',
      content: <Shortening />,
    },
    {
      id: 'music',
      name: 'optionsMusic',
      icon: 'music',
      // Safari has neither an offscreen document nor sound in its background.
      content: import.meta.env.SAFARI ? null : (
        <Music />
      ),
    },
    {
      id: 'shortcuts',
      name: 'optionsShortcuts',
      icon: 'keyboard',
      content: data.shortcuts && <Shortcuts />,
    },
    { id: 'data', name: 'dataTitle', icon: 'save', content: <Data actions={actions.data(reload)} /> },
    {
      id: 'diagnostics',
      name: 'diagnosticsTitle',
      icon: 'pulse',
      content: <Diagnostics />,
    },
    {
      id: 'about',
      name: 'aboutPermissions',
      icon: 'shield',
      content: <About />,
    },
  ];
  return sections.filter(({ content }) => content !== null);
};

/** The content of a step of the first run; `skip` leads to the next step. */
export const stepContent = (step: Step, context: PageContext, skip: () => void) => {
  const { data, actions } = context;
  switch (step) {
    case 'first-run':
      return (
        <>
          {connectionForm(context, {
            firstRun: data.connections?.length
              ? undefined
              : { more: <EmbeddedService copy={actions.copy} />, skip },
          })}
          {lockedConnections(context)}
        </>
      );
    case 'first-run-2':
      return <Defaults />;
    case 'first-run-3':
      return (
        <div class="music">
          <PillPicture />
          <div class="card rows">
            <MusicSwitch />
          </div>
        </div>
      );
    case 'first-run-done':
      return (
        <Ready
          connection={data.connections?.[0] ?? null}
          isFirefox={data.isFirefox}
          shortcuts={data.shortcuts}
          closeTab={actions.closeTab}
        />
      );
  }
};
