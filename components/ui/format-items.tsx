import { truncate } from '../../lib/characters/text.ts';
import { type FormattedLink, sourceOf } from '../../lib/formats/formats.ts';
import { type Format, formats } from '../../lib/formats/names.ts';
import { text } from '../../lib/i18n/texts.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { templateSettings } from '../../lib/settings/copy-format.ts';
import { goToPage } from '../page.ts';
import { copyFormat } from './copy-format.ts';
import type { MenuItem } from './Menu.tsx';

const shorten = (content: string, length: number): string =>
  content.length > length ? `${truncate(content, length).trimEnd()}…` : content;

/** What a format gives for a link, in short: "[Eurasian sk…](https…)". */
const exampleOf = (link: FormattedLink, format: Format, template: string) => {
  const name = link.title || withoutScheme(link.link);
  const title = shorten(name, /\p{Script=Han}/u.test(name) ? 6 : 12);
  if (format === 'html') return <u>{title}</u>;
  if (format === 'plain') return <bdi dir="ltr">{shorten(withoutScheme(link.shortLink), 24)}</bdi>;
  if (format === 'expiry') return `… ${shorten(link.validity, 24)}`;
  if (format === 'template') return <bdi>{shorten(template, 24)}</bdi>;
  return <bdi>{sourceOf([{ ...link, title, shortLink: 'https…' }], format, template)}</bdi>;
};

/** The items of a menu that copies in another format, each with what it gives for this link. */
export const formatItems = (link: FormattedLink, choose: (format: Format) => void): MenuItem[] => [
  ...formats.map((format): MenuItem => ({
    icon: 'check',
    name: text(`format_${format}`),
    isSelected: format === copyFormat.value.format,
    example: exampleOf(link, format, copyFormat.value.template),
    choose: () => choose(format),
  })),
  {
    icon: 'edit',
    name: text('copyEditTemplate'),
    startsGroup: true,
    choose: () => goToPage(templateSettings),
  },
];
