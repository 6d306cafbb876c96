import { createGuard, type GuardOptions, isOpen } from './clickjacking-guard.ts';

interface TopLayerOptions extends Omit<GuardOptions, 'show'> {
  /** Called when the page has removed the overlay. */
  onRemoved(): void;
}

/** Open modal dialogs in the order of their opening: everything outside the last one is inert. */
const modalDialogs = (known: readonly Element[]): Element[] => {
  const open = [...document.querySelectorAll('dialog:modal')];
  return [...known.filter((each) => open.includes(each)), ...open.filter((each) => !known.includes(each))];
};

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

/** Keeps an overlay at the end of the page, or of the modal dialog outside which the page is inert. */
export const createTopLayer = ({ signal, closedRootOf, onRemoved }: TopLayerOptions) => {
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
    /** Shows an overlay above the page and keeps it there. It replaces the one before. */
    show(next: HTMLElement): void {
      overlay = next;
      parent = null;
      guard.watch(next);
      try {
        attach();
      } catch (error) {
        // The page's own functions can make it throw: leave no element behind.
        next.remove();
        throw error;
      }
    },
    /** Whether a person sees the overlay as it is drawn. Shows it if the page has hidden or covered it. */
    ensureVisible: guard.ensureVisible,
  };
};
