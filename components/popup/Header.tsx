import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { type IconName, Icon } from '../ui/Icon.tsx';
import type { PopupActions } from './popup-actions.ts';

/** The way back from a result or from its QR code. */
export interface Back {
  label: TextKey;
  /** Whether it closes what the button of the same name has opened. */
  isExpanded?: boolean;
  go(): void;
}

interface HeaderProps {
  back: Back | null;
  isPrivate: boolean;
  actions: Pick<PopupActions, 'openPage' | 'openSettings'>;
}

interface IconLinkProps {
  icon: IconName;
  name: string;
  href: string;
  open(): void;
}

const IconLink = ({ icon, name, href, open }: IconLinkProps) => (
  <a
    class="button only-icon"
    href={href}
    aria-label={name}
    title={name}
    onClick={(event) => {
      event.preventDefault();
      open();
    }}
  >
    <Icon name={icon} />
  </a>
);

const BackButton = ({ label, isExpanded, go }: Back) => (
  <button class="back plain" type="button" aria-expanded={isExpanded} onClick={go}>
    <Icon name="back" />
    {text(label)}
  </button>
);

/** The name of the extension, or the way back; the history, except from a private window; and the settings. */
export const Header = ({ back, isPrivate, actions }: HeaderProps) => (
  <header>
    {back ? (
      <BackButton {...back} />
    ) : (
      <>
        <img src="/icons/48.png" width="22" height="22" alt="" />
        <strong>{text('popupTitle')}</strong>
      </>
    )}
    {!isPrivate && (
      <IconLink
        icon="history"
        name={text('recentHistory')}
        href="/history.html"
        open={() => actions.openPage('/history.html')}
      />
    )}
    <IconLink icon="settings" name={text('settings')} href="/options.html" open={actions.openSettings} />
  </header>
);
