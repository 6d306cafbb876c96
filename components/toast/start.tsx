import { createRef, render } from 'preact';
import type { PageOutcome, ToastOptions } from '../../lib/delivery/types.ts';
import type { Copy } from '../../lib/formats/copy-pending.ts';
import { createDismissTimer, orphanedTime, successTime } from '../overlay/dismiss-timer.ts';
import { createOverlay, type OverlayDeps } from '../overlay/overlay.ts';
import { copy } from './clipboard.ts';
import { Toast } from './Toast.tsx';
import { createToastState, type ToastStateDeps, viewOf } from './toast-state.ts';
import css from './toast.css?inline';

export interface ToastDeps extends OverlayDeps {
  /** Says that the toast has appeared: how it copies; null if nothing was requested. */
  ready(): Promise<ToastOptions | null | undefined>;
  /** The outcome; null if there is nothing to show, undefined if nothing answers. Never rejects. */
  outcome(): Promise<PageOutcome | null | undefined>;
  runAction: ToastStateDeps['runAction'];
  /** Writes a promised item to the clipboard. */
  copy: Copy;
  /** Milliseconds that a success is shown; a test has less time. */
  shownFor?: number;
}

/** The name of the function that ends the toast. Only the scripts of this extension in this page share their global object. */
const endToast = Symbol.for('toast');
const shared = globalThis as unknown as Record<symbol, (() => void) | undefined>;

/** Ends the toast that is in the page, and registers `leave` for the next one until the signal aborts. */
const replaceOther = (signal: AbortSignal, leave: () => void): void => {
  shared[endToast]?.();
  shared[endToast] = leave;
  signal.addEventListener('abort', () => (shared[endToast] = undefined));
};

const isInUse = (shell: HTMLElement | undefined): boolean =>
  document.hidden || shell?.querySelector('section:is(:hover, :has(:focus-visible))') != null;

/** The destination learns nothing of the page, and cannot reach it. */
const openInTab = (link: string): void => void globalThis.open(link, '_blank', 'noreferrer');

/** Puts the toast into the page, until `end` is aborted. */
const appear = (deps: ToastDeps, options: ToastOptions, end: AbortController): void => {
  const { outcome, runAction, shownFor = successTime } = deps;
  const { signal } = end;
  const frame = createRef<HTMLIFrameElement>();
  const dismiss = (): void => overlay.remove();
  const dismissTimer = createDismissTimer(() => isInUse(overlay.container()), dismiss);
  const state = createToastState({
    ...options,
    signal,
    runAction,
    dismiss,
    dismissSoon: (seconds) => dismissTimer.start(Math.max(shownFor, seconds * 1000)),
    copy: (promised, format) => copy(promised, format, { copyItem: deps.copy, frame: frame.current }),
    open: openInTab,
    onChange: () => overlay.draw(),
  });
  signal.addEventListener('abort', dismissTimer.stop);
  const press: typeof state.press = (kind) => {
    if (kind !== 'open' && deps.isAlive()) dismissTimer.stop();
    state.press(kind);
  };
  // This comes first: it copies, and the user activation of the page is short.
  state.start(outcome());
  replaceOther(signal, dismiss);
  const overlay = createOverlay({
    ...deps,
    kind: 'toast',
    css,
    end,
    onOrphaned: () => dismissTimer.start(orphanedTime),
    paint(shell, isThere) {
      const toast = <Toast view={viewOf(state.current())} press={press} close={dismiss} frame={frame} />;
      render(isThere ? toast : null, shell);
    },
  });
};

/** Shows the outcome of a request on its page, and copies the link. Resolves once the toast has appeared. */
export const startToast = async (deps: ToastDeps): Promise<void> => {
  const options = await deps.ready();
  if (!options) return;
  const end = new AbortController();
  try {
    appear(deps, options, end);
  } catch (error) {
    // Removes the registration, so that the next toast does not call it.
    end.abort();
    throw error;
  }
};
