import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { About } from '../about/About.tsx';
import { Connection } from '../connection/Connection.tsx';
import { Data } from '../data/Data.tsx';
import { Diagnostics } from '../diagnostics/Diagnostics.tsx';
import { FirstRun } from '../first-run/FirstRun.tsx';
import { Moving } from '../moving/Moving.tsx';
import { Music } from '../music/Music.tsx';
import { PolicyProblems } from '../policy/Policy.tsx';
import { Shortcuts } from '../shortcuts/Shortcuts.tsx';
import { Shortening } from '../shortening/Shortening.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { Alert } from '../ui/Problem.tsx';
import { LiveRegion } from '../ui/announce.tsx';
import { useSubscription } from '../ui/use-subscription.ts';
import { isFromFirstRun, listed, policy, services, shortcuts, step, wasConnected } from './options-state.ts';

export interface Section {
  /** The id of its element. */
  id: string;
  name: TextKey;
  icon: IconName;
}

/** A section is the current one when its top is above this share of the window's height. */
const currentLine = 0.3;

const sectionInView = (ids: readonly string[]): string | undefined => {
  const topOf = (id: string): number => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity;
  const named = ids.find((id) => `#${id}` === location.hash);
  /** Whether the section that the address names begins in the window, above this line. */
  const isNamedAbove = (line: number): boolean =>
    named !== undefined && topOf(named) >= 0 && topOf(named) <= line;
  const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  // The end of the page stops a link to one of the last sections: the named one counts wherever it begins in the window.
  if (isAtEnd && isNamedAbove(innerHeight)) return named;
  if (scrollY === 0) return ids[0];
  // The page may have become longer since such a link, so that it is no longer at its end.
  if (isNamedAbove(innerHeight / 2)) return named;
  if (isAtEnd) return ids.at(-1);
  const line = innerHeight * currentLine;
  return ids.findLast((id) => topOf(id) <= line);
};

/** The id of the section that is being read, by the scroll position and the address. */
const useCurrentSection = (ids: readonly string[]): string | undefined => {
  const [current, setCurrent] = useState(ids[0]);
  useSubscription((signal) => {
    const update = (): void => setCurrent(sectionInView(ids) ?? ids[0]);
    update();
    addEventListener('scroll', update, { passive: true, signal });
    addEventListener('resize', update, { signal });
    // At the end of the page, a link to another section scrolls nothing.
    addEventListener('hashchange', update, { signal });
    // The results of the diagnostics make the page longer.
    const observer = new ResizeObserver(update);
    observer.observe(document.body);
    signal.addEventListener('abort', () => observer.disconnect());
  });
  return current;
};

/** Links to the sections, of which the current one is marked, and to the history. */
export const Navigation = ({ sections }: { sections: readonly Section[] }) => {
  const current = useCurrentSection(sections.map(({ id }) => id));
  const list = useRef<HTMLUListElement>(null);
  // In a narrow window, the list is one line that scrolls. `scrollIntoView` would scroll the page, too.
  useLayoutEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (link) list.current?.scrollTo({ left: link.offsetLeft - link.offsetWidth / 2 });
  }, [current]);
  return (
    <nav aria-label={text('optionsNavigation')}>
      <ul ref={list} class="one-line">
        {sections.map(({ id, name, icon }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              <Icon name={icon} />
              {text(name)}
            </a>
          </li>
        ))}
      </ul>
      <ul>
        <li>
          <a href="/history.html">
            <Icon name="history" />
            {text('historyTitle')}
          </a>
        </li>
      </ul>
    </nav>
  );
};

const connectionTitle = (): TextKey => (services.value.length > 1 ? 'connectionsTitle' : 'connectionTitle');

/** The connections, and moving links from one to another. */
const ConnectionSection = () => {
  const { address, hasKey } = policy.value.connection;
  // Under a policy with a service, an account may only be unused: it is for another one.
  const isLost = listed.value?.length === 0 && wasConnected.value && address === null;
  const isNew = services.value.length === 0 && !hasKey;
  return (
    <section class="section" aria-labelledby="connection-title">
      <h2 id="connection-title">{text(connectionTitle())}</h2>
      {isLost && <Alert>{text('connectionLost')}</Alert>}
      {isNew && <p class="note">{text('connectionIntro')}</p>}
      <Connection />
      <Moving />
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
  { id: 'diagnostics', name: 'diagnosticsTitle', icon: 'pulse', content: <Diagnostics /> },
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
        <header>
          <img src="/icons/96.png" width="28" height="28" alt="" />
          <h1 ref={title} tabIndex={-1}>
            {text('settings')}
          </h1>
        </header>
        <Navigation sections={sections} />
      </div>
      <div class="contents">
        {sections.map(({ id, content }, index) => (
          <div key={id} id={id} class="part">
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
export const OptionsPage = () => (step.value === null ? <AllSettings /> : <FirstRun step={step.value} />);
