import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../../lib/i18n/texts.ts';
import { Drawing } from '../ui/FirstPaintIcon.tsx';
import { alert, check, close as cross } from '../ui/icon-shapes.ts';
import type { ButtonKind, View } from './toast-state.ts';

const linesOf = ({ head, advice, link, notes, warning }: View): [name: string, line: string][] => [
  ['head', head],
  ['advice', advice],
  // The scheme would break the code over two lines.
  ['link', link.replace(/^https?:\/\//, '')],
  ...notes.map((note): [string, string] => ['note', note]),
  ['warning', warning],
];

/** A changed line is a new node, which a screen reader announces; one that stays the same is not announced again. */
const Lines = ({ view }: { view: View }) => (
  <>
    {linesOf(view)
      .filter(([, line]) => line !== '')
      .map(([name, line]) => (
        <p key={`${name} ${line}`} class={name}>
          {line}
        </p>
      ))}
  </>
);

interface ToastProps {
  view: View;
  press(kind: ButtonKind): void;
  close(): void;
  /** The frame for copying if the page would stop the event; null if no button has copied. */
  frame: RefObject<HTMLIFrameElement | null>;
}

/** What the toast shows, inside the overlay. */
export const Toast = ({ view, press, close, frame }: ToastProps) => {
  const { isUrgent, tone, head, buttons } = view;
  const row = useRef<HTMLDivElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  const hadFocus = row.current?.matches(':focus-within') ?? false;
  useLayoutEffect(() => {
    // The focus of a removed button would move to the page.
    if (hadFocus && !row.current?.matches(':focus-within'))
      closeButton.current?.focus({ preventScroll: true });
  });
  // It stays: Chromium's browser process may not have written the clipboard yet, and drops what a removed frame has copied.
  const hasFrame = useRef(false);
  hasFrame.current ||= !isSecureContext && buttons.some(({ kind }) => kind === 'copy');

  const leaveByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.stopPropagation();
    event.preventDefault();
    close();
  };
  const lines = <Lines view={view} />;
  return (
    <>
      <section
        class={head === '' ? 'unseen nothing' : tone}
        aria-label={text('extensionName')}
        onKeyDown={leaveByKey}
      >
        {tone !== 'calm' && <Drawing name={tone} shape={tone === 'warn' ? alert : check} small={false} />}
        {/* The live regions exist before their texts: otherwise screen readers would not announce them. */}
        <div role="status">{!isUrgent && lines}</div>
        <div role="alert">{isUrgent && lines}</div>
        <div ref={row} class="row wrap">
          {buttons.map(({ kind, text: label, isWaiting, left }) => (
            <button
              key={kind}
              id={kind}
              type="button"
              class={left === undefined ? undefined : 'wait num'}
              style={{ '--left': left }}
              aria-disabled={isWaiting}
              onClick={() => press(kind)}
            >
              {label}
            </button>
          ))}
        </div>
        <button ref={closeButton} class="close" type="button" aria-label={text('toastClose')} onClick={close}>
          <Drawing name="close" shape={cross} small />
        </button>
      </section>
      {/* Invisible, but not hidden: a hidden frame has no clipboard. */}
      {hasFrame.current && <iframe ref={frame} class="unseen" tabIndex={-1} aria-hidden="true" />}
    </>
  );
};
