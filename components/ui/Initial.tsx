import { language } from '../../lib/i18n/texts.ts';
import { Icon, type IconName } from './Icon.tsx';

const letter = /[\p{L}\p{N}]\p{M}*/u;

/** In the place of a page's icon: the first letter or digit of its name, or a link if it has none; or the icon that is given. */
export const Initial = ({ name, icon }: { name: string; icon?: IconName | undefined }) => {
  const initial = icon ? undefined : letter.exec(name)?.[0].toLocaleUpperCase(language());
  return (
    <span class="initial" translate={false} aria-hidden="true">
      {initial ?? <Icon name={icon ?? 'link'} small />}
    </span>
  );
};
