import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { About } from '../about/About.tsx';
import { Connection } from '../connection/Connection.tsx';
import { Data } from '../data/Data.tsx';
import { FirstRun } from '../first-run/FirstRun.tsx';
import { Music } from '../music/Music.tsx';
import { PolicyProblems } from '../policy/Policy.tsx';
import { Shortcuts } from '../shortcuts/Shortcuts.tsx';
import { Shortening } from '../shortening/Shortening.tsx';
import { Alert } from '../ui/Problem.tsx';
import { LiveRegion } from '../ui/announce.tsx';
import { Navigation, type Section } from './Navigation.tsx';
import { isFromFirstRun, listed, policy, services, shortcuts, step, wasConnected } from './options-state.ts';

const connectionTitle = (): TextKey => (services.value.length > 1 ? 'connectionsTitle' : 'connectionTitle');

const ConnectionSection = () => {
  const { address, hasKey } = policy.value.connection;
  // Under a policy with a service, an account may only be unused: it is for another one.
  const isLost = listed.value?.length === 0 && wasConnected.value && address === null;
  const isNew = services.value.length === 0 && !hasKey;
  return (
    <section class="section form" aria-labelledby="connection-title">
      <h2 id="connection-title">{text(connectionTitle())}</h2>
      {isLost && <Alert>{text('connectionLost')}</Alert>}
      {isNew && <p class="note">{text('notConnected')}</p>}
      <Connection />
    </section>
  );
};

/** The sections in their order. */
const sectionsOfPage = (): (Section & { content: ComponentChildren })[] => [
  { id: 'connection', name: connectionTitle(), icon: 'link', content: <ConnectionSection /> },
  { id: 'shortening', name: 'shorteningTitle', icon: 'copy', content: <Shortening /> },
  { id: 'music', name: 'optionsMusic', icon: 'music', content: <Music /> },
  { id: 'shortcuts', name: 'optionsShortcuts', icon: 'keyboard', content: shortcuts.value && <Shortcuts /> },
  { id: 'data', name: 'dataTitle', icon: 'save', content: <Data /> },
  { id: 'about', name: 'aboutPermissions', icon: 'shield', content: <About /> },
];

/** All settings in sections, with links to them. It opens at the section in the address; after the first run, at the title. */
const AllSettings = () => {
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isFromFirstRun.value) {
      title.current?.focus();
      return;
    }
    const named = document.getElementById(location.hash.slice(1));
    named?.scrollIntoView();
    // Links of other pages may name a field, which takes the focus; a section takes none.
    named?.focus();
  }, []);
  const sections = sectionsOfPage().filter(({ content }) => content);
  return (
    <main class="page options">
      <div class="side">
        <header class="line">
          <img src="/icons/96.png" width="28" height="28" alt="" />
          <h1 ref={title} tabIndex={-1}>
            {text('settings')}
          </h1>
        </header>
        <Navigation sections={sections} />
      </div>
      <div class="contents form">
        {sections.map(({ id, content }, index) => (
          <div key={id} id={id} class="part form">
            {index === 0 && <PolicyProblems />}
            {content}
          </div>
        ))}
      </div>
      <LiveRegion />
    </main>
  );
};

/** The page of the settings: the first run, or all settings. */
export const OptionsPage = () => (step.value === null ? <AllSettings /> : <FirstRun />);
