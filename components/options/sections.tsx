import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { About } from '../about/About.tsx';
import { Connection } from '../connection/Connection.tsx';
import type { Prefill } from '../connection/use-form.ts';
import { Data } from '../data/Data.tsx';
import { Diagnostics } from '../diagnostics/Diagnostics.tsx';
import { Defaults } from '../first-run/Defaults.tsx';
import { PillPicture } from '../first-run/PillPicture.tsx';
import { EmbeddedService } from '../first-run/EmbeddedService.tsx';
import { Ready } from '../first-run/Ready.tsx';
import type { Step } from '../first-run/steps.ts';
import { Music } from '../music/Music.tsx';
import { MusicSwitch } from '../music/MusicSwitch.tsx';
import { Shortening } from '../shortening/Shortening.tsx';
import { Shortcuts } from '../shortcuts/Shortcuts.tsx';
import type { OptionsProps } from './Options.tsx';
import type { PageActions, PageData } from './use-page.ts';

/** The shown data, and the actions on it. */
export interface PageContext {
  data: PageData;
  actions: PageActions;
  prefill: Prefill | null;
  revision: number;
  reload(prefill: Prefill | null): Promise<void>;
}

/** The form of the connection, which is the same in the settings and in the first run. */
const connectionForm = ({ data: { connection }, actions, prefill, revision }: PageContext) => (
  <Connection
    key={prefill ? revision : 'typed'}
    view={connection ?? null}
    isUnreadable={connection === undefined}
    prefill={prefill ?? undefined}
    actions={actions.connection}
  />
);

/** What stands below the title of the connection; null once a service is connected. */
const introOf = ({ connection, policy }: PageData): TextKey | null => {
  if (policy.connection.hasKey) return 'policyConnection';
  return connection ? null : 'connectionIntro';
};

/** Whether the browser has lost the account. One for another service than the organisation's is only out of use. */
const isAccountLost = ({ connection, wasConnected, policy }: PageData): boolean =>
  connection === null && wasConnected && policy.connection.address === null;

/** Address of the connected service; null if there is none, or if it cannot be read. */
const serviceOf = ({ connection }: PageData): string | null => connection?.address ?? null;

/** The section of the connection. */
const connectionSection = (context: PageContext) => {
  const intro = introOf(context.data);
  return (
    <section class="section" aria-labelledby="connection-title">
      <h2 id="connection-title">{text('connectionTitle')}</h2>
      {isAccountLost(context.data) && (
        <p role="alert" class="problem">
          {text('connectionLost')}
        </p>
      )}
      {intro && <p class="note">{text(intro)}</p>}
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
        <Music key={revision} view={data.music} service={serviceOf(data)} actions={actions.music} />
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
      content: <Diagnostics actions={actions.diagnostics} />,
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

const connectStep = (context: PageContext) => (
  <>
    {connectionForm(context)}
    {!context.data.connection && <EmbeddedService copy={context.actions.copy} />}
  </>
);

/** The content of a step of the first run. */
export const stepContent = (step: Step, context: PageContext) => {
  const { data, actions } = context;
  switch (step) {
    case 'first-run':
      return connectStep(context);
    case 'first-run-2':
      return <Defaults initial={data.shortening.settings} actions={actions.shortening} />;
    case 'first-run-3':
      return (
        <div class="music">
          <PillPicture />
          <div class="card rows">
            <MusicSwitch initial={data.music.reach} service={serviceOf(data)} actions={actions.music} />
          </div>
        </div>
      );
    case 'first-run-done':
      return (
        <Ready
          connection={data.connection ?? null}
          isFirefox={data.isFirefox}
          shortcuts={data.shortcuts}
          actions={{ ...actions.shortcuts, ...actions.diagnostics }}
        />
      );
  }
};
