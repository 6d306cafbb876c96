import type { Validity } from '../../lib/validity/schema.ts';
import type { Outcome } from '../../lib/shortening/request.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { withTimeout } from '../../lib/async/async.ts';
import type { Failure } from '../../lib/failures/schema.ts';
import type { CurrentPage } from '../../lib/browser/contract.ts';
import type { PopupActions } from './actions.ts';

/** A link that was made; `end` in Unix seconds, `copied` null where nobody tried to. */
export interface Made {
  shortLink: string;
  end: number | undefined;
  /** Milliseconds, where it had been made before. */
  madeAt?: number | undefined;
  copied: boolean | null;
}

export interface Shortening {
  made: Made | null;
  failure: Failure | null;
  sending: boolean;
  /** Seconds until the service may be asked again. */
  wait: number;
  /** Shortens; a second call while one is on its way does nothing. Call it inside the click: it copies. */
  start(link: string, validity: Validity): void;
  /** Makes a new one where there was one already; call it as `start`. */
  another(): void;
  refuse(failure: Failure): void;
  /** A field changed: what was refused about it is no longer so. */
  forgive(): void;
  reset(): void;
}

interface Parts {
  page: CurrentPage;
  copyAtOnce: boolean;
  actions: Pick<PopupActions, 'shorten' | 'copy' | 'markShown'>;
}

const shortLinkIn = async (outcome: Promise<Outcome>): Promise<string> => {
  const ended = await outcome;
  if (!ended.ok) throw new Error('Nothing to copy.');
  return ended.shortLink;
};

/** Milliseconds that a finished link waits for the clipboard, which may never answer. */
const clipboardPatience = 1500;

/** Whether the copy that began within the click is on the clipboard. */
const inTime = (copying: Promise<boolean>): Promise<boolean> =>
  withTimeout(copying, { milliseconds: clipboardPatience, late: () => false });

/** Counts down, a second at a time. */
const useCountdown = (): [number, (seconds: number) => void] => {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
};

const aboutPage = ({ title, private: isPrivate }: CurrentPage) => ({
  title: title.slice(0, 1000),
  private: isPrivate,
});

/** What went wrong, and how long the service wants a pause for it. */
const useFailure = () => {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [wait, setWait] = useCountdown();
  const fail = (next: Failure): void => {
    setFailure(next);
    setWait(next.retryAfter ?? 0);
  };
  const forgive = (): void =>
    setFailure((now) => (now?.made === 'no' && now.service === undefined ? null : now));
  return { failure, setFailure, wait, fail, forgive };
};

/** What was wished last, and whether another link is wanted although there is one: until it is there. */
const useWishes = () => {
  const last = useRef<{ link: string; validity: Validity } | null>(null);
  const insisted = useRef<string | null>(null);
  return {
    next(link: string, validity: Validity) {
      last.current = { link, validity };
      return { link, validity, another: insisted.current === link };
    },
    insist() {
      insisted.current = last.current?.link ?? null;
      return last.current;
    },
    fulfil() {
      insisted.current = null;
    },
  };
};

/** One click, one link: from the click to the result or the failure. */
export const useShortening = ({ page, copyAtOnce, actions }: Parts): Shortening => {
  const [made, setMade] = useState<Made | null>(null);
  const { failure, setFailure, wait, fail, forgive } = useFailure();
  const [sending, setSending] = useState(false);
  // State is set after the second click of a double click has already been dispatched; this is not.
  const busy = useRef(false);
  const wishes = useWishes();

  const settle = async (outcome: Promise<Outcome>, copying: Promise<boolean> | null): Promise<void> => {
    const ended = await outcome;
    const copied = ended.ok && copying ? await inTime(copying) : null;
    busy.current = false;
    setSending(false);
    // Where the worker did not say it itself, the next popup tells what really became of it.
    const isGuess = !ended.ok && ended.failure.reason === 'interrupted';
    if (!isGuess) actions.markShown(ended.id, page.private);
    if (ended.ok) {
      wishes.fulfil();
      setMade({ ...ended, copied });
      return;
    }
    setMade(null);
    fail(ended.failure);
  };

  const start = (link: string, validity: Validity): void => {
    if (busy.current || wait > 0) return;
    busy.current = true;
    setSending(true);
    setFailure(null);
    const wish = { ...aboutPage(page), ...wishes.next(link, validity), id: crypto.randomUUID() };
    const outcome = actions.shorten(wish);
    void settle(outcome, copyAtOnce ? actions.copy(shortLinkIn(outcome)) : null);
  };

  const another = (): void => {
    const last = wishes.insist();
    if (last) start(last.link, last.validity);
  };
  const reset = (): void => {
    setMade(null);
    setFailure(null);
  };
  return { made, failure, sending, wait, start, another, refuse: setFailure, forgive, reset };
};
