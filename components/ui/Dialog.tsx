import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { announce, LiveRegion } from './announce.tsx';

interface DialogProps {
  title: string;
  /** Called when the dialog was closed, by Escape or by a button of a form with method "dialog". */
  onClose(): void;
  children: ComponentChildren;
}

/** An Enter that is still held from opening the dialog would press its button before anything was read. */
const ignoreHeldEnter = (event: KeyboardEvent): void => {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
};

/** A modal dialog: the focus moves to the element with `data-autofocus`, and back to the opener when it is closed. */
export const Dialog = ({ title, onClose, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // What was said before is not about the dialog.
    announce('');
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby="dialog-title" onKeyDown={ignoreHeldEnter} onClose={onClose}>
      <h2 id="dialog-title">{title}</h2>
      {children}
      <LiveRegion />
    </dialog>
  );
};
