import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { goToPage, goToSettings } from '../page.ts';
import { FirstPaintIcon, type FirstPaintIconName } from '../ui/FirstPaintIcon.tsx';
import { Initial } from '../ui/Initial.tsx';
import { Later } from './Later.tsx';

/** The way back from a result or from its QR code. */
export interface Back {
  label: TextKey;
  /** `aria-expanded`: true if a button of the same name has opened the present view. */
  isExpanded?: boolean;
  go(): void;
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

interface HeaderProps {
  back: Back | null;
  isPrivate: boolean;
  /** Content beside the name. */
  children?: ComponentChildren;
}

/** The name of the extension with what stands beside it, or the way back; the history, except from a private window; and the settings. */
export const Header = ({ back, isPrivate, children }: HeaderProps) => (
  <header>
    {back ? (
      <button class="back plain" type="button" aria-expanded={back.isExpanded} onClick={back.go}>
        <FirstPaintIcon name="back" />
        {text(back.label)}
      </button>
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
        open={() => goToPage('/history.html')}
      />
    )}
    <IconLink icon="settings" name={text('settings')} href="/options.html" open={goToSettings} />
  </header>
);

interface TitleProps {
  /** The title of the page; empty if it has none, or for another address. */
  title: string;
  /** The address in the form. */
  link: string;
  isShortened: boolean;
}

/**
 * The title of what is shortened, with its first letter in the place of an icon, and its address once it was shortened. It
 * keeps its first height, so that nothing moves while an address is typed.
 */
export const Title = ({ title, link, isShortened }: TitleProps) => {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => setHeight(box.current?.offsetHeight ?? 0), []);
  const address = isShortened && (
    <Later>{({ readableAddress }) => readableAddress(link).replace(/^https?:\/\//, '')}</Later>
  );
  return (
    <div ref={box} class="title" style={{ minBlockSize: `${height}px` }}>
      <Initial name={title} address={link} />
      <div class="grow">
        <h1 class={title ? 'clamp' : 'cut'} dir="auto">
          {title || address || text('popupUntitled')}
        </h1>
        {title && address && (
          <p class="meta cut" dir="ltr">
            {address}
          </p>
        )}
      </div>
    </div>
  );
};
