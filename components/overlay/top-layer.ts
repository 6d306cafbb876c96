import { createRootVisibility } from './root-visibility.ts';

interface TopLayerOptions {
  signal: AbortSignal;
  /** Called when the page has removed the overlay. */
  removed(): void;
}

export interface TopLayer {
  /** Shows an overlay above the page and keeps it there. It replaces the one before. */
  show(overlay: HTMLElement): void;
}

/** Open modal dialogs in the order of their opening: everything outside the last one is inert. */
const modalDialogs = (known: readonly Element[]): Element[] => {
  const open = [...document.querySelectorAll('dialog:modal')];
  return [...known.filter((each) => open.includes(each)), ...open.filter((each) => !known.includes(each))];
};

/** Opens the popover, also after a move, which closes it. The page's direction decides on the corner. */
const openPopover = (overlay: HTMLElement): void => {
  // A document that starts to load, and one with a frameset only, has no body.
  const body = document.body as HTMLElement | null;
  overlay.dir = getComputedStyle(body ?? document.documentElement).direction;
  if (!overlay.matches(':popover-open')) overlay.showPopover();
};

/** Whether the page removed the overlay itself, not the dialog that contained it. */
const wasRemoved = (overlay: HTMLElement, parent: Element | null, dialogs: readonly Element[]): boolean => {
  if (overlay.isConnected || parent === null) return false;
  return overlay.parentNode !== parent || !dialogs.includes(parent);
};

/** Leaves no element behind where the page's own functions make `act` throw. */
const removeOnError = (element: HTMLElement, act: () => void): void => {
  try {
    act();
  } catch (error) {
    element.remove();
    throw error;
  }
};

/** Keeps an overlay at the end of the page, or of the modal dialog outside which the page is inert. */
export const createTopLayer = ({ signal, removed }: TopLayerOptions): TopLayer => {
  const keepVisible = createRootVisibility(signal);
  let overlay: HTMLElement | null = null;
  let dialogs: Element[] = [];
  let parent: Element | null = null;

  const attach = (): void => {
    dialogs = modalDialogs(dialogs);
    const target = dialogs.at(-1) ?? document.querySelector(':root');
    // A document that starts to load has no root yet, and one that is rewritten has none for a moment.
    if (!overlay || !target) return;

    // Where the page has moved the overlay, it stays there.
    if (target !== parent || !overlay.isConnected) target.append(overlay);
    parent = target;
    openPopover(overlay);
    keepVisible(overlay);
  };

  const handleMutations = (records: MutationRecord[]): void => {
    if (!overlay) return;
    if (wasRemoved(overlay, parent, dialogs)) {
      overlay = null;
      parent = null;
      removed();
      return;
    }
    const isShown = overlay.isConnected && overlay.matches(':popover-open');
    if (!isShown || records.some(({ type }) => type === 'attributes')) attach();
  };

  const observer = new MutationObserver(handleMutations);
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['open'] });
  signal.addEventListener('abort', () => observer.disconnect());
  // The body, which may set the direction, can arrive after the overlay.
  document.addEventListener('DOMContentLoaded', attach, { signal });

  return {
    show(next) {
      overlay = next;
      parent = null;
      removeOnError(next, attach);
    },
  };
};
