import type { ComponentChildren } from 'preact';
import { text } from '../../lib/i18n/texts.ts';
import { Icon } from '../ui/Icon.tsx';

/** The title of the page, what belongs to the whole history, and the way to the settings. */
export const Header = ({ children }: { children?: ComponentChildren }) => (
  <header>
    <img src="/icons/96.png" width="28" height="28" alt="" />
    <h1>{text('historyTitle')}</h1>
    {children}
    <a class="button only-icon" href="/options.html" aria-label={text('settings')} title={text('settings')}>
      <Icon name="settings" />
    </a>
  </header>
);
