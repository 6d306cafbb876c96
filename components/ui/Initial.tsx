import { language } from '../../lib/i18n/texts.ts';
import type { ComponentChildren } from 'preact';
import { FirstPaintIcon } from './FirstPaintIcon.tsx';

const letter = /[\p{L}\p{N}]\p{M}*/u;
const hues = 6;

/** A number from 1 to 6, the same for all pages of a host; 1 for text that is no address. */
export const hueOf = (address: string): number => {
  const host = URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : '';
  let sum = 0;
  for (const character of host) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return (sum % hues) + 1;
};

interface InitialProps {
  name: string;
  /** The address of the page: its host decides the color of the letter. */
  address: string;
  icon?: ComponentChildren;
}

/** In the place of a page's icon: the first letter or digit of its name, or a link if it has none; or the icon that is given. */
export const Initial = ({ name, address, icon }: InitialProps) => {
  const initial = letter.exec(name)?.[0].toLocaleUpperCase(language());
  return (
    <span class="initial" data-hue={hueOf(initial ? address : '')} translate={false} aria-hidden="true">
      {icon || (initial ?? <FirstPaintIcon name="link" small />)}
    </span>
  );
};
