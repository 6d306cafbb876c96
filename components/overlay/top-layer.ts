import { overlayAttribute } from '../../lib/browser/types.ts';

interface TopLayerOptions {
  /** Reads closed shadow roots, which only an extension may. */
  closedRootOf(element: Element): ShadowRoot | null;
  signal: AbortSignal;
  /** Called when the page has removed the overlay. */
  onRemoved(): void;
}

/** Debounce: the overlay is shown again this many milliseconds after the page last opened a popover. */
const raiseDelayMs = 50;

/** Milliseconds that a person needs to notice that the overlay is on top again. */
const noticeMs = 300;

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

/**
 * Keeps an overlay on top of the page: at the end of the page, or of the modal dialog outside which the page is inert, and above
 * the popovers that the page opens. It does not notice those in shadow roots of the page.
 */
export const createTopLayer = ({ signal, closedRootOf, onRemoved }: TopLayerOptions) => {
  let overlay: HTMLElement | null = null;
  let dialogs: Element[] = [];
  let parent: Element | null = null;
  /** When the overlay was painted after the page had last put something above it (performance.now()); infinite until then. */
  let onTopAt = -noticeMs;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const attach = (): void => {
    dialogs = modalDialogs(dialogs);
    const target = dialogs.at(-1) ?? document.querySelector(':root');
    // A document that starts to load has no root yet, and one that is rewritten has none for a moment.
    if (!overlay || !target) return;

    // If the page has moved the overlay, it stays there.
    if (target !== parent || !overlay.isConnected) target.append(overlay);
    parent = target;
    openPopover(overlay);
  };

  /** The popover that was opened last is the topmost. */
  const raise = (): void => {
    if (signal.aborted || !overlay?.isConnected) return;
    if (isOpen(overlay)) overlay.hidePopover();
    attach();
    frame = requestAnimationFrame(() => (onTopAt = performance.now()));
  };
  const raiseSoon = (): void => {
    onTopAt = Number.POSITIVE_INFINITY;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    timer = setTimeout(raise, raiseDelayMs);
  };

  const isOwn = (element: HTMLElement): boolean =>
    Boolean(closedRootOf(element)?.querySelector(`[${overlayAttribute}]`));
  const handleToggle = ({ target, newState }: Event & { newState?: string }): void => {
    const opening = target as HTMLElement;
    // Dialogs fire the same event and have no `popover`.
    if (newState === 'open' && opening.popover && !isOwn(opening)) raiseSoon();
  };
  globalThis.addEventListener('beforetoggle', handleToggle, { capture: true, signal });

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
    /** Shows an overlay above the page and keeps it there. It replaces the one before. */
    show(next: HTMLElement): void {
      overlay = next;
      parent = null;
      try {
        attach();
      } catch (error) {
        // The page's own functions can make it throw: leave no element behind.
        next.remove();
        throw error;
      }
    },
    /**
     * Whether a person has had time to see the overlay since the page last put something above it. Shows it again if the page
     * has closed it.
     */
    isOnTop(): boolean {
      if (overlay && !isOpen(overlay)) raiseSoon();
      return performance.now() >= onTopAt + noticeMs;
    },
  };
};
