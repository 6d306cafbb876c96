import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { useSubscription } from '../ui/use-subscription.ts';

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
            <a class="line" href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              <Icon name={icon} />
              {text(name)}
            </a>
          </li>
        ))}
      </ul>
      <ul>
        <li>
          <a class="line" href="/history.html">
            <Icon name="history" />
            {text('historyTitle')}
          </a>
        </li>
      </ul>
    </nav>
  );
};
