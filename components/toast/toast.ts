import type { ToastOptions, PageOutcome } from '../../lib/delivery/types.ts';
import type { Copy } from '../../lib/formats/copy-pending.ts';
import { text } from '../../lib/i18n/texts.ts';
import { createDismissTimer, orphanedTime, successTime } from '../overlay/dismiss-timer.ts';
import { htmlElement } from '../overlay/elements.ts';
import { createOverlay, type OverlayDeps } from '../overlay/overlay.ts';
import { copy } from './clipboard.ts';
import {
  type Button,
  type ButtonKind,
  createToastState,
  type ToastStateDeps,
  type View,
  viewOf,
} from './toast-state.ts';
import css from './toast.css?inline';

interface CardDeps {
  press(kind: ButtonKind): void;
  close(): void;
}

export interface Card {
  show(view: View): void;
  /** The frame for copying if the page would stop the event; null if no button has copied. */
  frame(): HTMLIFrameElement | null;
}

/** A paragraph; nothing for an empty text. */
const line = (content: string, name: string): HTMLElement[] => {
  if (content === '') return [];
  const paragraph = htmlElement('p');
  paragraph.className = name;
  paragraph.textContent = content;
  return [paragraph];
};

const linesOf = (view: View): HTMLElement[] => [
  ...line(view.head, 'head'),
  ...line(view.advice, 'advice'),
  ...line(view.link, 'link'),
  ...view.notes.flatMap((note) => line(note, 'note')),
  ...line(view.warning, 'warning'),
];

const region = (role: 'status' | 'alert'): HTMLElement => {
  const node = htmlElement('div');
  node.role = role;
  return node;
};

const buttonOf = (press: () => void): HTMLButtonElement => {
  const node = htmlElement('button');
  node.addEventListener('click', press);
  return node;
};

/** Invisible, but not hidden: a hidden frame has no clipboard. */
const clipboardFrame = (): HTMLIFrameElement => {
  const node = htmlElement('iframe');
  node.className = 'unseen';
  node.tabIndex = -1;
  node.ariaHidden = 'true';
  return node;
};

const showButtons = (row: HTMLElement, buttons: Button[], press: CardDeps['press']): void => {
  const isSame =
    row.children.length === buttons.length &&
    buttons.every(({ kind }, index) => row.children[index]?.id === kind);
  if (!isSame) {
    const nodes = buttons.map(({ kind }) => {
      const node = buttonOf(() => press(kind));
      node.id = kind;
      return node;
    });
    row.replaceChildren(...nodes);
  }
  buttons.forEach(({ text: label, isWaiting }, index) => {
    const node = row.children[index];
    if (!node) return;
    node.textContent = label;
    node.ariaDisabled = String(isWaiting);
  });
};

/** The live regions exist before their texts: otherwise screen readers would not announce them. */
const createLines = (section: HTMLElement) => {
  const status = region('status');
  const alert = region('alert');
  section.append(status, alert);
  let shown = '';
  return (view: View): void => {
    const { isUrgent, tone, head } = view;
    const content = JSON.stringify({ ...view, buttons: [] });
    // A screen reader would announce the same content again.
    if (shown === content) return;
    shown = content;
    (isUrgent ? status : alert).replaceChildren();
    (isUrgent ? alert : status).replaceChildren(...linesOf(view));
    section.className = head === '' ? 'unseen nothing' : tone;
  };
};

const createSection = (close: () => void): HTMLElement => {
  const section = htmlElement('section');
  section.ariaLabel = text('extensionName');
  section.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.stopPropagation();
    event.preventDefault();
    close();
  });
  return section;
};

/** The nodes of the toast, inside `shell`. */
export const createCard = (shell: HTMLElement, { press, close }: CardDeps): Card => {
  const section = createSection(close);
  const row = htmlElement('div');
  const closeButton = buttonOf(close);
  row.className = 'row';
  closeButton.className = 'close';
  closeButton.ariaLabel = text('toastClose');
  const showLines = createLines(section);
  section.append(row, closeButton);
  shell.append(section);
  let frame: HTMLIFrameElement | null = null;
  return {
    show(view) {
      const hadFocus = row.matches(':focus-within');
      showLines(view);
      showButtons(row, view.buttons, press);
      // The focus of a removed button would move to the page.
      if (hadFocus && !row.matches(':focus-within')) closeButton.focus({ preventScroll: true });
      const copies = !isSecureContext && view.buttons.some((each) => each.kind === 'copy');
      // It stays: Chromium's browser process may not have written the clipboard yet, and drops what a removed frame has copied.
      if (copies) frame ??= shell.appendChild(clipboardFrame());
    },
    frame: () => frame,
  };
};

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
