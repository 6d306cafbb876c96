import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { text, type TextKey } from '../../lib/i18n/texts.ts';
import { announce } from './announce.tsx';
import { Icon } from './Icon.tsx';

/**
 * Copies with `copy`, which resolves with whether the clipboard contains it, and announces that. `copied` is null before it was
 * tried.
 */
export const useCopy = <Arguments extends unknown[]>(
  copy: (...how: Arguments) => Promise<boolean>,
  { initial = null, failed = 'notCopied' }: { initial?: boolean | null; failed?: TextKey } = {},
) => {
  const [copied, setCopied] = useState(initial);
  const copyNow = async (...how: Arguments): Promise<void> => {
    // A screen reader does not announce the same text twice.
    announce('');
    const isDone = await copy(...how);
    setCopied(isDone);
    announce(text(isDone ? 'copied' : failed));
  };
  return { copied, copyNow: (...how: Arguments): void => void copyNow(...how) };
};

/** A button that copies. Its accessible name stays while it shows that the clipboard has the text. */
export const CopyButton = ({
  copied,
  copy,
  label = 'copy',
  done = text('copied'),
  kind = 'primary',
  button,
}: {
  /** Null before it was tried. */
  copied: boolean | null;
  copy(): void;
  label?: TextKey;
  /** What it shows when it has copied. */
  done?: string;
  /** Beside other content, the button is not the primary one; in a row, it is small. */
  kind?: 'primary' | 'outlined' | 'small' | 'small quiet';
  button?: RefObject<HTMLButtonElement | null>;
}) => (
  <button
    {...(button && { ref: button })}
    class={`${kind.startsWith('small') || !copied ? kind : ''} ${copied ? 'done' : ''}`.trim()}
    type="button"
    data-done={copied ? done : undefined}
    onClick={copy}
  >
    <Icon name={copied ? 'check' : 'copy'} small={kind.startsWith('small')} />
    <span class={copied ? 'unseen' : undefined}>{text(label)}</span>
  </button>
);
