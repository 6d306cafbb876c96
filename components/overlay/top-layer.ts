import { watchCover } from './cover.ts';
import { followPopovers, ownOverlays } from './page-popovers.ts';
import { createRootVisibility } from './root-visibility.ts';

export interface TopLayerOptions {
  signal: AbortSignal;
  /** Reads closed shadow roots, which only an extension may. */
  closedRootOf(element: Element): ShadowRoot | null;
  /** Called when the page has removed the overlay. */
  onRemoved(): void;
}

export interface TopLayer {
  /** Shows an overlay above the page and keeps it there. It replaces the one before. */
  show(overlay: HTMLElement): void;
  /** Whether a person sees the overlay as it is drawn. Shows it if the page has hidden or covered it. */
  ensureVisible(): boolean;
}

/** Milliseconds without another popover of the page until the overlay goes above it. */
const raiseDelay = 50;

/** Milliseconds that a person needs to notice that the overlay was shown again. */
const noticeTime = 300;

/** Open modal dialogs in the order of their opening: everything outside the last one is inert. */
const modalDialogs = (known: readonly Element[]): Element[] => {
  const open = [...document.querySelectorAll('dialog:modal')];
  return [...known.filter((each) => open.includes(each)), ...open.filter((each) => !known.includes(each))];
};

const isOpen = (overlay: HTMLElement): boolean => overlay.matches(':popover-open');

/** Opens the popover, also after a move, which closes it. The page's direction determines the corner. */
const openPopover = (overlay: HTMLElement): void => {
  // A document that starts to load, and one with a frameset only, has no body.
  const body = document.body as HTMLElement | null;
  overlay.dir = getComputedStyle(body ?? document.documentElement).direction;
  // The page can change or remove this attribute, which closes the popover.
  if (overlay.popover !== 'manual') overlay.popover = 'manual';
  if (!isOpen(overlay)) overlay.showPopover();
};

/** Whether the page removed the overlay itself, or moved it into another document, and not the dialog that contained it. */
const wasRemoved = (overlay: HTMLElement, parent: Element | null, dialogs: readonly Element[]): boolean => {
  if (document.contains(overlay) || parent === null) return false;
  return overlay.parentNode !== parent || !dialogs.includes(parent);
};

/** Leaves no element behind if the page's own functions make `act` throw. */
const removeOnError = (element: HTMLElement, act: () => void): void => {
  try {
    act();
  } catch (error) {
    element.remove();
    throw error;
  }
};

interface GuardOptions extends Pick<TopLayerOptions, 'signal' | 'closedRootOf'> {
  show(): void;
}

/** Knows whether an overlay is visible, and raises it above popovers of the page; `show` opens it again. */
const createGuard = ({ signal, closedRootOf, show }: GuardOptions) => {
  const showRoot = createRootVisibility(signal);
  let overlay: HTMLElement | null = null;
  let isCovered = (): boolean => false;
  /** When the overlay may have been covered last, in milliseconds of the page's clock; at first, long enough ago. */
  let coveredAt = -noticeTime;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The popover that was opened last is the topmost. */
  const raise = (): void => {
    if (signal.aborted || !overlay?.isConnected) return;
    coveredAt = performance.now();
    if (isOpen(overlay)) overlay.hidePopover();
    show();
  };
  const opened = (): void => {
    coveredAt = performance.now();
    clearTimeout(timer);
    timer = setTimeout(raise, raiseDelay);
  };
  const searchPopovers = followPopovers({ signal, closedRootOf, onOpen: opened });
  return {
    showRoot,
    watch(next: HTMLElement): void {
      overlay = next;
      ownOverlays.add(next);
      isCovered = watchCover(next, signal);
      searchPopovers();
    },
    ensureVisible(): boolean {
      if (!overlay) return false;
      searchPopovers();
      if (!isOpen(overlay) || showRoot(overlay) || isCovered()) raise();
      return performance.now() >= coveredAt + noticeTime;
    },
  };
};

/** Keeps an overlay at the end of the page, or of the modal dialog outside which the page is inert. */
export const createTopLayer = ({ signal, closedRootOf, onRemoved }: TopLayerOptions): TopLayer => {
  let overlay: HTMLElement | null = null;
  let dialogs: Element[] = [];
  let parent: Element | null = null;

  const attach = (): void => {
    dialogs = modalDialogs(dialogs);
    const target = dialogs.at(-1) ?? document.querySelector(':root');
    // A document that starts to load has no root yet, and one that is rewritten has none for a moment.
    if (!overlay || !target) return;

    // If the page has moved the overlay, it stays there.
    if (target !== parent || !overlay.isConnected) target.append(overlay);
    parent = target;
    openPopover(overlay);
    guard.showRoot(overlay);
  };
  const guard = createGuard({ signal, closedRootOf, show: attach });

  const handleMutations = (records: MutationRecord[]): void => {
    if (!overlay) return;
    if (wasRemoved(overlay, parent, dialogs)) {
      overlay = null;
      parent = null;
      onRemoved();
      return;
    }
    const isShown = overlay.isConnected && isOpen(overlay);
    if (!isShown || records.some(({ type }) => type === 'attributes')) attach();
  };

  const observer = new MutationObserver(handleMutations);
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['open', 'popover'] });
  signal.addEventListener('abort', () => observer.disconnect());
  // The body, which may set the direction, can arrive after the overlay.
  document.addEventListener('DOMContentLoaded', attach, { signal });

  return {
    show(next) {
      overlay = next;
      parent = null;
      guard.watch(next);
      removeOnError(next, attach);
    },
    ensureVisible: guard.ensureVisible,
  };
};
