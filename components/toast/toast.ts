import type { Copy } from '../../lib/formats/copy-pending.ts';
import type { ToastOptions, ToastOutcome } from '../../lib/delivery/types.ts';
import { createDismissTimer, orphanedTime, successTime } from '../overlay/dismiss-timer.ts';
import { createOverlay, type OverlayDeps } from '../overlay/overlay.ts';
import { type Card, createCard } from './card.ts';
import { copy } from './clipboard.ts';
import { createToastState, type ToastStateDeps, type View, viewOf } from './toast-state.ts';
import css from './toast.css?inline';

export interface ToastDeps extends OverlayDeps {
  /** Says that the toast has appeared: how it copies; null if nothing was requested. */
  ready(): Promise<ToastOptions | null | undefined>;
  /** The outcome; null if there is nothing to show, undefined if nothing answers. Never rejects. */
  outcome(): Promise<ToastOutcome | null | undefined>;
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

/** Draws a view into the shell of the page; a new shell gets a new card. */
const createDrawing = (createCardIn: (shell: HTMLElement) => Card) => {
  let drawn: { shell: HTMLElement; card: Card } | null = null;
  return {
    frame: () => drawn?.card.frame(),
    show(shell: HTMLElement, view: View): void {
      if (drawn?.shell !== shell) drawn = { shell, card: createCardIn(shell) };
      drawn.card.show(view);
    },
  };
};

/** The destination learns nothing of the page, and cannot reach it. */
const openInTab = (link: string): void => void globalThis.open(link, '_blank', 'noreferrer');

/** Puts the toast into the page, until `end` is aborted. */
const appear = (deps: ToastDeps, options: ToastOptions, end: AbortController): void => {
  const { outcome, runAction, shownFor = successTime } = deps;
  const { signal } = end;
  const dismiss = (): void => overlay.remove();
  const dismissTimer = createDismissTimer(() => isInUse(overlay.container()), dismiss);
  const state = createToastState({
    ...options,
    signal,
    runAction,
    dismiss,
    dismissSoon: (seconds) => dismissTimer.start(Math.max(shownFor, seconds * 1000)),
    copy: (promised, format) => copy(promised, format, { copyItem: deps.copy, frame: drawing.frame() }),
    open: openInTab,
    onChange: () => overlay.draw(),
  });
  signal.addEventListener('abort', dismissTimer.stop);
  const press: typeof state.press = (kind) => {
    if (kind !== 'open' && deps.isAlive()) dismissTimer.stop();
    state.press(kind);
  };
  const drawing = createDrawing((shell) => createCard(shell, { press, close: dismiss }));
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
      if (isThere) drawing.show(shell, viewOf(state.current()));
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
