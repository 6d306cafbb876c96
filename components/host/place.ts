import { createRendering } from './rendering.ts';

interface PlaceParts {
  signal: AbortSignal;
  /** The page has taken the host out. */
  removed(): void;
}

export interface Place {
  /** Puts a host there, above all else, and keeps it there. */
  hold(host: HTMLElement): void;
}

/** Dialogs that keep all else from being used, the latest last. */
const modalDialogs = (known: readonly Element[]): Element[] => {
  const open = [...document.querySelectorAll('dialog:modal')];
  return [...known.filter((each) => open.includes(each)), ...open.filter((each) => !known.includes(each))];
};

/** Above all else, also where it has moved, which closes it; the page's direction decides on the corner. */
const show = (host: HTMLElement): void => {
  // A document that begins, and one of frames only, has no body.
  const body = document.body as HTMLElement | null;
  host.dir = getComputedStyle(body ?? document.documentElement).direction;
  if (!host.matches(':popover-open')) host.showPopover();
};

/** Keeps a host at the end of the page, or of the dialog outside which nothing can be used. */
export const createPlace = ({ signal, removed }: PlaceParts): Place => {
  const render = createRendering(signal);
  let host: HTMLElement | null = null;
  let dialogs: Element[] = [];
  let parent: Element | null = null;
  const settle = (): void => {
    dialogs = modalDialogs(dialogs);
    const next = dialogs.at(-1) ?? document.querySelector(':root');
    // A document that begins has no element yet, and one that is rewritten none for a moment.
    if (!host || !next) return;
    // A page that has moved it elsewhere may leave it there.
    if (next !== parent || !host.isConnected) next.append(host);
    parent = next;
    show(host);
    render(host);
  };
  /** By the page, and not along with the dialog that it was in. */
  const wasTakenOut = (at: HTMLElement): boolean =>
    !at.isConnected && parent !== null && !(at.parentNode === parent && dialogs.includes(parent));
  const look = (records: MutationRecord[]): void => {
    if (!host) return;
    if (wasTakenOut(host)) {
      host = parent = null;
      removed();
      return;
    }
    const isShown = host.isConnected && host.matches(':popover-open');
    if (!isShown || records.some(({ type }) => type === 'attributes')) settle();
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['open'] });
  signal.addEventListener('abort', () => observer.disconnect());
  // The direction may come with the body.
  document.addEventListener('DOMContentLoaded', settle, { signal });
  return {
    hold(next) {
      host = next;
      parent = null;
      settle();
    },
  };
};
