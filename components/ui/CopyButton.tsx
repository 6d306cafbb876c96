import type { RefObject } from 'preact';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { Icon } from './Icon.tsx';

interface CopyButtonProps {
  /** Null before it was tried. */
  copied: boolean | null;
  copy(): void;
  label?: TextKey;
  button: RefObject<HTMLButtonElement | null>;
}

/** A primary button that copies. Its accessible name stays while it shows that the clipboard has the text. */
export const CopyButton = ({ copied, copy, label = 'copy', button }: CopyButtonProps) => (
  <button
    ref={button}
    class={copied ? 'done' : 'primary'}
    type="button"
    data-done={copied ? text('copied') : undefined}
    onClick={copy}
  >
    <Icon name={copied ? 'check' : 'copy'} />
    <span class={copied ? 'unseen' : undefined}>{text(label)}</span>
  </button>
);
