import { language, text } from '../../lib/i18n/texts.ts';
import type { Told } from '../../lib/delivery/contract.ts';
import { createOverlay } from '../overlay/overlay.ts';
import { removeStaleOverlays } from '../overlay/stale-overlays.ts';
import { type Card, createCard } from './card.ts';
import { copy } from './clipboard.ts';
import { createCourse } from './course.ts';
import { takeOver } from './only-one.ts';
import css from './toast.css?inline';
import { viewOf } from './view.ts';

export interface ToastParts {
  /** Says that the toast is there: whether it is to copy; null where nobody asked for anything. */
  begin(): Promise<{ copies: boolean } | null>;
  /** How it ended; null where there is nothing to tell. */
  outcome(): Promise<Told | null>;
  /** Presses the button with that id: the new outcome; null where there is none. */
  act(id: string): Promise<Told | null>;
  /** False once the extension has been reloaded or removed. */
  isAlive(): boolean;
  /** Looks into a closed root, which only an extension may. */
  closedRootOf(element: Element): ShadowRoot | null;
  /** Open only where a test looks inside. */
  mode?: ShadowRootMode;
}

interface Begun {
  /** Whether a link is to be copied as soon as it is made. */
  copies: boolean;
  end: AbortController;
}

/** Milliseconds: how long a success stays, and how much longer each time that somebody is with it, or nobody sees it. */
const [stay, more] = [4_000, 1_000];

const isWatched = (shell: HTMLElement | undefined): boolean =>
  document.hidden || shell?.querySelector('section:is(:hover, :has(:focus-visible))') != null;

/** Calls back once nobody is with the toast any more. */
const createLeaving = (isBusy: () => boolean, leave: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    if (isBusy()) timer = setTimeout(look, more);
    else leave();
  };
  return {
    start(): void {
      clearTimeout(timer);
      timer = setTimeout(look, stay);
    },
    stop: (): void => clearTimeout(timer),
  };
};

/** Puts the toast into the page, until `end` is aborted. */
const appear = (
  { outcome, act, isAlive, closedRootOf, mode = 'closed' }: ToastParts,
  { copies, end }: Begun,
) => {
  const { signal } = end;
  let drawn: { shell: HTMLElement; card: Card } | null = null;
  const leave = (): void => {
    if (signal.aborted) return;
    end.abort();
    overlay.remove();
  };
  const leaving = createLeaving(() => isWatched(drawn?.shell), leave);
  const course = createCourse({
    ...{ copies, act, leave, leaveSoon: leaving.start },
    copy: (promised) => copy(promised, drawn?.card.frame()),
    changed: () => overlay.draw(),
  });
  for (const stop of [course.end, leaving.stop]) signal.addEventListener('abort', stop);
  const press: typeof course.press = (what) => {
    if (isAlive()) leaving.stop();
    course.press(what);
  };
  // Begun first of all: it copies, and the page is not activated for long.
  course.start(outcome());
  takeOver(signal, leave);
  removeStaleOverlays('toast', closedRootOf);
  const overlay = createOverlay({
    ...{ kind: 'toast', css, mode, signal },
    lang: language(),
    dir: text('textDirection'),
    isAlive: () => !signal.aborted,
    gaveUp: leave,
    isExtensionThere: isAlive,
    // What it says is still true: there is time to read it.
    orphaned: leaving.start,
    paint(shell, isThere) {
      if (!isThere) return;
      if (drawn?.shell !== shell) drawn = { shell, card: createCard(shell, { press, close: leave }) };
      drawn.card.show(viewOf(course.now()));
    },
  });
};

/** Tells, on the page where a person asked for a short link, how that ends; and copies it. Resolves once it is there. */
export const startToast = async (parts: ToastParts) => {
  const asked = await parts.begin();
  if (!asked) return;
  const end = new AbortController();
  try {
    appear(parts, { ...asked, end });
  } catch (error) {
    // The next one finds none here.
    end.abort();
    throw error;
  }
};
