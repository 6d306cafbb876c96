import { About } from '../about/About.tsx';
import { Connection } from '../connection/Connection.tsx';
import type { Prefill } from '../connection/use-form.ts';
import { Data } from '../data/Data.tsx';
import { Doctor } from '../doctor/Doctor.tsx';
import { Music } from '../music/Music.tsx';
import { Shortening } from '../shortening/Shortening.tsx';
import { Shortcuts } from '../shortcuts/Shortcuts.tsx';
import type { OptionsProps } from './Options.tsx';
import type { PageActions, Parts } from './parts.ts';

/** What is shown, and what it can have done. */
export interface Wired {
  parts: Parts;
  actions: PageActions;
  prefill: Prefill | null;
  round: number;
  show(prefill: Prefill | null): Promise<void>;
}

/** The connection's form, which is the same in the settings and in the first steps. */
export const connectionOf = ({ parts: { connection }, actions, prefill, round }: Wired) => (
  <Connection
    key={prefill ? round : 'typed'}
    view={connection ?? null}
    isUnreadable={connection === undefined}
    prefill={prefill ?? undefined}
    actions={actions.connection}
  />
);

/** The sections of the settings, in their order. What a settings file changes begins anew with it. */
export const sectionsOf = (wired: Wired): OptionsProps['sections'] => {
  const { parts, actions, round, show } = wired;
  const { shortcuts } = parts;
  return [
    { id: 'connection', name: 'connectionTitle', content: connectionOf(wired) },
    {
      id: 'shortening',
      name: 'shorteningTitle',
      content: <Shortening view={parts.shortening} actions={actions.shortening} />,
    },
    {
      id: 'music',
      name: 'optionsMusic',
      content: <Music key={round} view={parts.music} actions={actions.music} />,
    },
    ...(shortcuts
      ? [
          {
            id: 'shortcuts',
            name: 'optionsShortcuts' as const,
            content: <Shortcuts first={shortcuts} actions={actions.shortcuts} />,
          },
        ]
      : []),
    { id: 'data', name: 'dataTitle', content: <Data actions={actions.data(show)} /> },
    { id: 'doctor', name: 'diagnosticsTitle', content: <Doctor actions={actions.doctor} /> },
    { id: 'about', name: 'aboutTitle', content: <About view={parts.about} actions={actions.about} /> },
  ];
};
