import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { PolicyNotes } from '../policy/PolicyNotes.tsx';
import { Navigation, type Section } from './Navigation.tsx';

export interface OptionsProps {
  /** Whether the person comes from the first run. */
  isFromFirstRun: boolean;
  /** The sections with their content. */
  sections: readonly (Section & { content: ComponentChildren })[];
}

/** Scrolls to the section in the address; after the first run, moves the focus to the title. */
const useInitialPosition = (isArrival: boolean) => {
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isArrival) title.current?.focus();
    else document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return title;
};

/** All settings in sections, with links to them. */
export const Options = ({ isFromFirstRun, sections }: OptionsProps) => {
  const title = useInitialPosition(isFromFirstRun);
  return (
    <main class="page options">
      <div class="side">
        <header>
          <img src="/icons/96.png" width="28" height="28" alt="" />
          <h1 ref={title} tabIndex={-1}>
            {text('settings')}
          </h1>
        </header>
        <Navigation sections={sections} />
      </div>
      <div class="contents">
        <PolicyNotes />
        {sections.map(({ id, content }) => (
          <div key={id} id={id} class="part">
            {content}
          </div>
        ))}
      </div>
    </main>
  );
};
