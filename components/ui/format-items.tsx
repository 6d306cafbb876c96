import { type FormattedLink, sourceOf } from '../../lib/formats/formats.ts';
import { type Format, formats } from '../../lib/formats/names.ts';
import { text } from '../../lib/i18n/texts.ts';
import { withoutScheme } from '../../lib/url/readable.ts';
import { templateSettings } from '../../lib/settings/copy-format.ts';
import { goToPage } from '../page.ts';
import { copyFormat } from './copy-format.ts';
import type { MenuItem } from './Menu.tsx';

/** What a format gives for a link; of HTML, what documents show. */
const previewOf = (link: FormattedLink, format: Format, template: string) =>
  format === 'html' ? (
    <u>{link.title || withoutScheme(link.link)}</u>
  ) : (
    <bdi>{sourceOf([link], format, template)}</bdi>
  );

/** The items of a menu that copies in another format, `first` before the others, each with a preview of what it gives for this link. */
export const formatItems = (
  link: FormattedLink,
  choose: (format: Format) => void,
  first: Format = 'plain',
): MenuItem[] => [
  ...[...new Set([first, ...formats])].map((format): MenuItem => ({
    icon: 'check',
    name: text(`format_${format}`),
    isSelected: format === copyFormat.value.format,
    preview: previewOf(link, format, copyFormat.value.template),
    choose: () => choose(format),
  })),
  {
    icon: 'edit',
    name: text('copyEditTemplate'),
    startsGroup: true,
    choose: () => goToPage(templateSettings),
  },
];
