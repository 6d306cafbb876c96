import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { FirstPaintIcon, type FirstPaintIconName } from '../ui/FirstPaintIcon.tsx';
import { Initial } from '../ui/Initial.tsx';
import type { PopupActions } from './popup-actions.ts';
import { useFirstFocus } from './use-first-focus.ts';

/** The way back from a result or from its QR code. */
export interface Back {
  label: TextKey;
  /** `aria-expanded`: true if a button of the same name has opened the present view. */
  isExpanded?: boolean;
  go(): void;
}

interface HeaderProps {
  back: Back | null;
  isPrivate: boolean;
  actions: Pick<PopupActions, 'openPage' | 'openSettings'>;
  /** Content beside the name. */
  children?: ComponentChildren;
}

interface IconLinkProps {
  icon: FirstPaintIconName;
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
    <FirstPaintIcon name={icon} />
  </a>
);

const BackButton = ({ label, isExpanded, go }: Back) => (
  <button class="back plain" type="button" aria-expanded={isExpanded} onClick={go}>
    <FirstPaintIcon name="back" />
    {text(label)}
  </button>
);

/** The name of the extension with what stands beside it, or the way back; the history, except from a private window; and the settings. */
export const Header = ({ back, isPrivate, actions, children }: HeaderProps) => (
  <header>
    {back ? (
      <BackButton {...back} />
    ) : (
      <>
        <img src="/icons/48.png" width="24" height="24" alt="" />
        <strong>{text('popupTitle')}</strong>
      </>
    )}
    {children}
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

interface TitleProps {
  /** The title of the page; empty if it has none, or for another address. */
  title: string;
  /** The address in the form. */
  link: string;
  /** The address that was shortened, without its scheme; empty before that. */
  shown: string;
}

/**
 * The title of what is shortened, with its first letter in the place of an icon, and its address once it was shortened. It
 * keeps its first height, so that nothing moves while an address is typed.
 */
export const Title = ({ title, link, shown }: TitleProps) => {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => setHeight(box.current?.offsetHeight ?? 0), []);
  return (
    <div ref={box} class="title" style={{ minBlockSize: `${height}px` }}>
      <Initial name={title} address={link} />
      <div class="grow">
        <h1 class={title ? 'clamp' : 'cut'} dir="auto">
          {title || shown || text('popupUntitled')}
        </h1>
        {title && shown && (
          <p class="meta cut" dir="ltr">
            {shown}
          </p>
        )}
      </div>
    </div>
  );
};

/** The popup before a service is connected: one sentence, and a button that opens the settings. */
export const NotConnected = ({ openSettings }: { openSettings(): void }) => {
  const button = useRef<HTMLButtonElement>(null);
  useFirstFocus(() => button.current);
  return (
    <main class="empty">
      <img src="/icons/96.png" width="56" height="56" alt="" />
      <h1>{text('notConnectedTitle')}</h1>
      <p>{text('notConnected')}</p>
      <button ref={button} class="primary" type="button" onClick={openSettings}>
        {text('connect')}
      </button>
    </main>
  );
};
