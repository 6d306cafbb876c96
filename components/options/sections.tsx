import { text } from '../../lib/i18n/texts.ts';
import { About } from '../about/About.tsx';
import { Connection } from '../connection/Connection.tsx';
import type { Prefill } from '../connection/use-form.ts';
import { Data } from '../data/Data.tsx';
import { Diagnostics } from '../diagnostics/Diagnostics.tsx';
import { Defaults } from '../first-run/Defaults.tsx';
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

/** The sections of the settings, in their order. Those with a revision as their key begin again after an import. */
export const sectionsOf = (context: PageContext): OptionsProps['sections'] => {
  const { data, actions, revision, reload } = context;
  const sections: OptionsProps['sections'] = [
    { id: 'connection', name: 'connectionTitle', content: connectionForm(context) },
    {
      id: 'shortening',
      name: 'shorteningTitle',
      content: <Shortening view={data.shortening} actions={actions.shortening} />,
    },
    {
      id: 'music',
      name: 'optionsMusic',
      content: <Music key={revision} view={data.music} actions={actions.music} />,
    },
    {
      id: 'shortcuts',
      name: 'optionsShortcuts',
      content: data.shortcuts && <Shortcuts first={data.shortcuts} actions={actions.shortcuts} />,
    },
    { id: 'data', name: 'dataTitle', content: <Data actions={actions.data(reload)} /> },
    {
      id: 'diagnostics',
      name: 'diagnosticsTitle',
      content: <Diagnostics actions={actions.diagnostics} />,
    },
    {
      id: 'about',
      name: 'aboutTitle',
      content: <About view={data.about} actions={actions.about} service={data.connection?.address ?? null} />,
    },
  ];
  return sections.filter(({ content }) => content !== null);
};

const connectStep = (context: PageContext) => {
  const { data, actions } = context;
  // The form of an organisation's account itself says what is still to be done.
  const hasNote = !data.policy.connection.hasKey;
  return (
    <>
      {connectionForm(context)}
      {!data.connection && <EmbeddedService copy={actions.copy} />}
      {data.connection && hasNote && <p class="note">{text('firstRunConnected', data.connection.address)}</p>}
    </>
  );
};

/** The content of a step of the first run. */
export const stepContent = (step: Step, context: PageContext) => {
  const { data, actions } = context;
  switch (step) {
    case 'first-run':
      return connectStep(context);
    case 'first-run-2':
      return <Defaults first={data.shortening.settings} actions={actions.shortening} />;
    case 'first-run-3':
      return (
        <section class="music" aria-labelledby="music-title">
          <MusicSwitch first={data.music.reach} actions={actions.music} />
        </section>
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
