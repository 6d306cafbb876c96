import { sheetOrder } from '../../lib/browser/contract.ts';

/** Milliseconds between two looks: the first, since the style sheet arrives soon after the script; and the longest. */
const [first, longest] = [50, 2_000];

export interface WatchParts {
  signal: AbortSignal;
  /** False once the extension has been updated, reloaded, switched off or removed, and this script is left over. */
  isExtensionThere(): boolean;
  /** Called once, when it is gone. Firefox has ended the script by then. */
  orphaned(): void;
  /** What is drawn into, while there is such a node. */
  shell(): HTMLElement | undefined;
}

/**
 * Firefox: once the style sheet of the background has arrived, nothing else displays the shell, which thus disappears with
 * the extension (see lib/browser/injection.ts). Until then, on a page that still loads, it is displayed all the same.
 */
const followSheet = (shell: HTMLElement | undefined): void => {
  if (shell && getComputedStyle(shell).order === sheetOrder) shell.classList.add('by-sheet');
};

/** Looks every 2 s, more often at first, and when the page becomes visible: a hidden page's timers may run once a minute. */
export const watchExtension = ({ signal, isExtensionThere, orphaned, shell }: WatchParts): void => {
  const end = new AbortController();
  const until = AbortSignal.any([signal, end.signal]);
  const look = (): void => {
    followSheet(shell());
    if (isExtensionThere()) return;
    end.abort();
    orphaned();
  };
  let wait = first;
  const lookOn = (): void => {
    look();
    wait = Math.min(wait * 2, longest);
    if (!until.aborted) timer = setTimeout(lookOn, wait);
  };
  let timer = setTimeout(lookOn, wait);
  document.addEventListener('visibilitychange', look, { signal: until });
  until.addEventListener('abort', () => clearTimeout(timer));
};
