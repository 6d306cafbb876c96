import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { useSection } from './use-section.ts';

export interface Section {
  /** Of the element that holds it. */
  id: string;
  name: TextKey;
}

/** The way to each section, with the one marked that is being read. */
export const Navigation = ({ sections }: { sections: readonly Section[] }) => {
  const current = useSection(sections.map(({ id }) => id));
  return (
    <nav class="sections" aria-label={text('optionsNavigation')}>
      <ul>
        {sections.map(({ id, name }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {text(name)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};
