import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { PolicyNotes } from '../policy/PolicyNotes.tsx';
import { Navigation, type Section } from './Navigation.tsx';

export interface OptionsProps {
  /** Somebody came here from the first steps. */
  isArrival: boolean;
  /** Each with what it shows. */
  sections: readonly (Section & { content: ComponentChildren })[];
}

/** Begins where the address says, or at the title, where the focus went with what was there before. */
const useArrival = (isArrival: boolean) => {
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (isArrival) title.current?.focus();
    else document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return title;
};

/** All settings, a section each, with the way to every one of them. */
export const Options = ({ isArrival, sections }: OptionsProps) => {
  const title = useArrival(isArrival);
  return (
    <main class="page options">
      <header>
        <img src="/icons/96.png" width="40" height="40" alt="" />
        <h1 ref={title} tabIndex={-1}>
          {text('optionsTitle')}
        </h1>
        <a href="/history.html">{text('historyTitle')}</a>
      </header>
      <Navigation sections={sections} />
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
