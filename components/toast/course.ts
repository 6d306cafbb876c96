import { interrupted } from '../../lib/failures/contract.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { Told } from '../../lib/delivery/contract.ts';
import type { Copied, Press, Shown } from './view.ts';

/** Milliseconds: a shorter wait needs no word. */
const wordless = 400;

/** Milliseconds after which assistive technology knows the places in which something will be said. */
const settling = 150;

export interface CourseParts {
  /** Whether a link is to be copied as soon as it is made. */
  copies: boolean;
  /** Presses the button with that id: the new outcome, or null where there is none. */
  act(id: string): Promise<Told | null>;
  /** Copies a text that may still be on its way; whether the clipboard holds it. Does not reject. */
  copy(promised: Promise<string>): Promise<boolean>;
  changed(): void;
  /** The link is copied: nothing is left to do. */
  leaveSoon(): void;
  leave(): void;
}

const failed = (failure: Failure): Told => ({
  ...{ link: '', outcome: { ok: false, failure } },
  ...{ warning: null, removed: [], act: null },
});

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Counts down, a second at a time. */
const createCountdown = (tick: (left: number) => unknown) => {
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = (): void => clearInterval(timer);
  const start = (seconds: number): void => {
    let left = seconds;
    stop();
    timer = setInterval(() => {
      tick((left -= 1));
      if (left <= 0) stop();
    }, 1000);
  };
  return { start, stop };
};

const linkIn = async (outcome: Promise<Told | null>, isWanted: () => boolean): Promise<string> => {
  const told = await outcome;
  if (!told?.outcome.ok || !isWanted()) throw new Error('Nothing to copy.');
  return told.outcome.shortLink;
};

/** Settings open in a tab of their own; any other button that gave nothing did nothing. */
const nothingOf = (press: Press): Told | null =>
  press === 'settings' ? null : failed({ reason: 'interrupted', made: 'no' });

/** What is shown; `changed` is called whenever that is something else. */
const createShowing = (changed: () => void) => {
  let now: Shown = { kind: 'nothing' };
  const set = (next: Shown): void => {
    now = next;
    changed();
  };
  const countdown = createCountdown((wait) => now.kind === 'told' && set({ ...now, wait }));
  return {
    now: () => now,
    wait: () => set({ kind: 'waiting' }),
    tell(told: Told, copied: Copied): void {
      const wait = told.outcome.ok ? 0 : (told.outcome.failure.retryAfter ?? 0);
      set({ kind: 'told', told, copied, wait });
      if (wait > 0) countdown.start(wait);
    },
    end: countdown.stop,
  };
};

/** From the click to the outcome, and from a press on a button to the next. */
export const createCourse = ({ copies, act, copy, changed, leaveSoon, leave }: CourseParts) => {
  let isOver = false;
  const showing = createShowing(changed);
  const tell = (told: Told, copied: Copied): void => {
    showing.tell(told, copied);
    if (copied === 'yes') leaveSoon();
  };
  /** Call it inside the click: it copies. What was asked for later is what is wanted on the clipboard. */
  const follow = async (outcome: Promise<Told | null>): Promise<void> => {
    const copying = copies ? copy(linkIn(outcome, () => !isOver)) : null;
    const [told] = await Promise.all([outcome.catch(() => failed(interrupted)), sleep(settling)]);
    const isCopied = await copying;
    if (isOver) return;
    if (told) tell(told, isCopied === null ? 'unasked' : isCopied ? 'yes' : 'no');
    else leave();
  };
  return {
    now: showing.now,
    /** What was asked for is under way. */
    start(outcome: Promise<Told | null>): void {
      void follow(outcome);
      setTimeout(() => showing.now().kind === 'nothing' && !isOver && showing.wait(), wordless);
    },
    /** A person pressed a button. */
    press(press: Press): void {
      const shown = showing.now();
      if (shown.kind !== 'told' || shown.wait > 0) return;
      const { told } = shown;
      if (press === 'copy')
        void copy(linkIn(Promise.resolve(told), () => true)).then((isCopied) =>
          tell(told, isCopied ? 'yes' : 'refused'),
        );
      else if (told.act) {
        showing.wait();
        void follow(act(told.act.id).then((next) => next ?? nothingOf(press)));
      }
    },
    end(): void {
      isOver = true;
      showing.end();
    },
  };
};
