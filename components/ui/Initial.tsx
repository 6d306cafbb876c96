import { language } from '../../lib/i18n/texts.ts';

/** The first character as people see it: an emoji is one. */
const initialOf = (name: string): string => {
  const [first] = new Intl.Segmenter(language()).segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '';
};

/** The first character of a page's name, in the place of its icon. */
export const Initial = ({ name }: { name: string }) => (
  <span class="initial" translate={false} aria-hidden="true">
    {initialOf(name)}
  </span>
);
